import type { Silence, Stall } from '@tandem/adapter-postgres';
import type { BadRow, Migrated, StorageProblem } from '@tandem/adapter-sqlite';

/** Listeners for storage events. */
export interface Listeners {
  /** Called after an existing database was migrated. */
  readonly onMigrated?: ((migrated: Migrated) => void) | undefined;
  /** Called for each commit with the number of units of work that shared it. */
  readonly onCommit?: ((units: number) => void) | undefined;
  readonly onBadRow?: ((row: BadRow) => void) | undefined;
  /** Called when the open database can no longer be served from, and with `null` when it can again. */
  readonly onProblem?: ((problem: StorageProblem | null) => void) | undefined;
  /** Called when a PostgreSQL connection is closed because it stopped responding. */
  readonly onSilence?: ((silence: Silence) => void) | undefined;
  /** Called once when the writes of a workspace are stuck, on PostgreSQL. */
  readonly onStall?: ((stall: Stall) => void) | undefined;
  /** Called once when the database is not reachable yet and the server waits for it. */
  readonly onWaiting?: ((reason: unknown) => void) | undefined;
}
