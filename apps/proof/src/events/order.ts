import type { Expectation, ReceivedEvent } from './received.ts';

/**
 * How a reader reads: `steady` as fast as it can; `cut` with connections that break repeatedly; `client` the same
 * through the client; `slow` with a pause after each chunk; `late` as `steady`, but starting after all others;
 * `stalled` not at all until it receives `wake`, and then as `steady`.
 */
export type Habit = 'steady' | 'cut' | 'client' | 'slow' | 'late' | 'stalled';

/** A reader's options. */
export interface Order {
  readonly name: string;
  readonly url: string;
  readonly key: string;
  readonly expected: Expectation;
  readonly habit: Habit;
  /** The maximum lifetime of a connection of a cut reader, in milliseconds. */
  readonly cutMs: number;
  /** The position to start after. */
  readonly after: string;
}

export interface Reader extends Order {
  readonly events: ReceivedEvent[];
  /** The number of the last event received. */
  last: number;
  /** The number of connections so far. */
  connections: number;
  /** Responses that no reader should get. */
  readonly complaints: string[];
  wake(): void;
  stop(): void;
}
