import { Batch, type Sent } from './batch.ts';
import type { StatementCache } from './statement-cache.ts';

/** The end of a read is sent with the beginning of the next one, or after this time. */
export const DELAY_MS = 2;

export interface Batching {
  /** Adds a statement to the batch of this event loop turn. */
  add(statement: Sent): void;
  /** Begins a batch with a statement without a waiting caller, and sends it with the next one or after a moment. */
  addLast(statement: Sent): void;
  /** Sends the current batch. */
  flush(): void;
}

/** Collects all statements of an event loop turn into one batch. */
export function createBatching(statements: StatementCache, submit: (batch: Batch) => void): Batching {
  let batch: Batch | null = null;
  let scheduled = false;
  let delayed: NodeJS.Timeout | undefined;
  const newBatch = () => new Batch(statements.newName, statements.takeEvicted());
  const flush = () => {
    const sending = batch;
    batch = null;
    clearTimeout(delayed);
    delayed = undefined;
    if (sending) submit(sending);
  };
  const atEndOfTurn = () => {
    scheduled = false;
    flush();
  };
  return {
    add: (statement) => {
      batch ??= newBatch();
      batch.add(statement);
      if (scheduled) return;
      scheduled = true;
      process.nextTick(atEndOfTurn);
    },
    addLast: (statement) => {
      flush();
      batch = newBatch();
      batch.add(statement);
      delayed = setTimeout(flush, DELAY_MS);
    },
    flush,
  };
}
