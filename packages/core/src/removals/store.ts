export const REMOVAL_KINDS = ['task', 'label', 'project', 'initiative', 'goal', 'chat', 'member'] as const;
export type RemovalKind = (typeof REMOVAL_KINDS)[number];

/** A removed resource: invisible, although rows that belonged to it still exist. */
export interface Removal {
  readonly kind: RemovalKind;
  readonly id: string;
  /** Time of the removal of a member, in milliseconds; not stored for other kinds. */
  readonly at: number;
}

/**
 * Leftover rows of removed resources. The stores that remove resources add entries; from then on all their rows are
 * invisible.
 */
export interface RemovalStore {
  /** The oldest removal, which is cleaned up next. */
  next(): Promise<Removal | null>;
  /** The removal with this id, while rows of it are left. */
  of(id: string): Promise<Removal | null>;
  /**
   * Deletes up to `rows` rows of the next removal; returns whether rows or removals are left. With `keep`, the
   * removal itself stays, because a member may still have turns in progress.
   */
  clear(rows: number, keep?: boolean): Promise<boolean>;
}
