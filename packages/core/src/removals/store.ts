export const REMOVAL_KINDS = ['task', 'label', 'project', 'initiative', 'goal', 'chat', 'member'] as const;
export type RemovalKind = (typeof REMOVAL_KINDS)[number];

/** Something that has been removed: gone for everybody, though rows that belonged to it are still kept. */
export interface Removal {
  readonly kind: RemovalKind;
  readonly id: string;
  /** When a member was removed, in milliseconds; of others it is not kept. */
  readonly at: number;
}

/**
 * What is left of what has been removed. The stores that remove things begin it; however many rows there are,
 * nobody sees any of them from then on.
 */
export interface RemovalStore {
  /** The removal that is to be cleared away next: the oldest. */
  next(): Promise<Removal | null>;
  /** The removal of this id, as long as something is left of it. */
  of(id: string): Promise<Removal | null>;
  /**
   * Clears away rows of the next removal, that many at the most; returns whether something is left of it, or
   * there are others. With `keep` the removal itself stays, because a member may still have turns in progress.
   */
  clear(rows: number, keep?: boolean): Promise<boolean>;
}
