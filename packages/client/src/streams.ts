import type { Answered, Options } from './calls.ts';
import { TandemError } from './errors.ts';
import { pause } from './retries.ts';
import { type Message, messagesIn } from './sse.ts';
import type { Event } from './types.ts';

export interface StreamOptions
  extends Pick<Options, 'signal' | 'tries' | 'retryMs' | 'timeoutMs' | 'onRetry'> {
  /**
   * Told that what came after the position is not kept any more, before the oldest event that is: read anew what you hold
   * copies of. Without it the stream rejects with `EVENTS_PRUNED` then.
   */
  readonly onReset?: (() => void | Promise<void>) | undefined;
  /** Told that a connection has been made, the first one and each after it: from here on events come as they happen. */
  readonly onOpen?: (() => void) | undefined;
  /** After how many milliseconds in which nothing came a connection counts as dead: 32,000 unless given. */
  readonly silenceMs?: number | undefined;
}

/** Opens the stream after a position. */
export type Open = (after: string | undefined, patience: Options) => Promise<Answered<Response>>;

/** Every 15 seconds something comes; nothing for twice as long, and the connection is dead. */
const SILENCE_MS = 32_000;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/** A connection that has lasted so long was a good one. */
const GOOD_MS = 10_000;

/**
 * What happens, event by event, none lost and none twice, over as many connections as it takes. It reads no further than
 * it is asked to, and ends with its signal, quietly.
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

  /** Where it stands: behind the last event that was handed out. Keep it to go on from there another time. */
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
        // What has worked once is tried for as long as it takes.
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
    // Behind it before it is handed out: whoever breaks off has had it.
    this.#position = id ?? this.#position;
    if (data !== '' && event !== 'position' && event !== 'reset') yield JSON.parse(data) as Event;
  }

  async #reset(id: string | undefined): Promise<void> {
    const { onReset } = this.#options;
    if (onReset) return onReset();
    this.#position = id ?? this.#position;
    throw new TandemError({
      code: 'EVENTS_PRUNED',
      message:
        'What came after the position is not kept any more. Read anew what you hold copies of, and go on.',
      status: 410,
      details: { oldest: id },
    });
  }
}

const END = { done: true, value: undefined } as const;
