import type { Answered, Options } from './calls.ts';
import { TandemError } from './errors.ts';
import { pause } from './retries.ts';
import { type Message, messagesIn } from './sse.ts';
import type { Event } from './types.ts';

export interface StreamOptions
  extends Pick<Options, 'signal' | 'tries' | 'retryMs' | 'timeoutMs' | 'onRetry'> {
  /**
   * Called when events after the position are no longer kept, before the oldest event that is: reload your copies.
   * Without it, the stream rejects with `EVENTS_PRUNED`.
   */
  readonly onReset?: (() => void | Promise<void>) | undefined;
  /** Called after each connection, including the first: from here on, events arrive as they happen. */
  readonly onOpen?: (() => void) | undefined;
  /** Milliseconds of silence after which a connection counts as dead; 32,000 by default. */
  readonly silenceMs?: number | undefined;
}

/** Opens the stream after a position. */
export type Open = (after: string | undefined, patience: Options) => Promise<Answered<Response>>;

/** The server sends something at least every 15 seconds, so a connection silent for twice as long is dead. */
const SILENCE_MS = 32_000;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/** A connection that lasted this long resets the pauses between retries. */
const GOOD_MS = 10_000;

/**
 * Events in order, each exactly once, across as many connections as needed. Reads only on demand, and ends without an
 * error when its signal fires.
 */
export class EventStream implements AsyncIterable<Event> {
  readonly #open: Open;
  readonly #options: StreamOptions;
  #position: string | undefined;

  constructor(open: Open, after: string | undefined, options: StreamOptions = {}) {
    this.#open = open;
    this.#options = options;
    this.#position = after;
  }

  /** The position after the last event returned. Save it to resume later. */
  get position(): string | undefined {
    return this.#position;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    const { signal, onRetry, onOpen, silenceMs = SILENCE_MS } = this.#options;
    let patience: Options = this.#options;
    let pauseMs = FIRST_PAUSE_MS;
    try {
      for (let failures = 0; ; failures++) {
        const { data } = await this.#open(this.#position, patience);
        // After a successful connection, retries never give up.
        patience = { tries: Infinity, retryMs: Infinity, ...this.#options };
        onOpen?.();
        const openedAt = performance.now();
        const messages = messagesIn(data, silenceMs, signal);
        let cause: unknown;
        try {
          for (;;) {
            const { done, value } = await messages.next().catch((error: unknown) => {
              cause = error;
              return END;
            });
            if (done) break;
            if (value.retryMs !== undefined) pauseMs = value.retryMs;
            yield* this.#eventsOf(value);
            signal?.throwIfAborted();
          }
        } finally {
          await messages.return();
        }
        signal?.throwIfAborted();
        if (performance.now() - openedAt > GOOD_MS) failures = 0;
        const restMs = Math.min(MAX_PAUSE_MS, pauseMs * 2 ** failures) * (0.5 + Math.random() / 2);
        onRetry?.(new TandemError({ code: 'UNREACHABLE', message: 'The stream has ended.', cause }), restMs);
        await pause(restMs, signal);
      }
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  }

  async *#eventsOf({ id, event, data }: Message): AsyncGenerator<Event, void, undefined> {
    if (event === 'reset') await this.#reset(id);
    // Advanced before the event is returned: a consumer that stops has seen it.
    this.#position = id ?? this.#position;
    if (data !== '' && event !== 'position' && event !== 'reset') yield JSON.parse(data) as Event;
  }

  async #reset(id: string | undefined): Promise<void> {
    const { onReset } = this.#options;
    if (onReset) return onReset();
    this.#position = id ?? this.#position;
    throw new TandemError({
      code: 'EVENTS_PRUNED',
      message: 'Events after the position are no longer kept. Reload your copies and continue.',
      status: 410,
      details: { oldest: id },
    });
  }
}

const END = { done: true, value: undefined } as const;
