import { type PaceStore, RESTLESS } from '@tandem/core';

/** Milliseconds that writing units may occupy the process before the next rest. */
const MAX_MS = 10;

/** The rests of a writer, in which the event loop turns once while the transaction stays open. */
export interface Rests {
  readonly pace: PaceStore;
  /** Call it when a batch begins. */
  begin(): void;
  /** True during a rest: code that runs then belongs to no writing unit. */
  areOn(): boolean;
}

export function createRests(): Rests {
  let since = performance.now();
  let on = false;
  const turn = () =>
    new Promise<void>((resolve) => {
      on = true;
      setImmediate(() => {
        on = false;
        since = performance.now();
        resolve();
      });
    });
  return {
    pace: { rest: () => (performance.now() - since < MAX_MS ? RESTLESS.rest() : turn()) },
    begin: () => {
      since = performance.now();
    },
    areOn: () => on,
  };
}

/** For a connection that is shared with a host, whose statements would join the transaction. */
export const NO_RESTS: Rests = { pace: RESTLESS, begin: () => undefined, areOn: () => false };
