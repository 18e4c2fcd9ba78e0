import { TandemError } from './errors.ts';

/** What a heartbeat is answered. */
export interface Beat {
  readonly directive?: 'continue' | 'stop' | undefined;
  readonly reason?: string | null | undefined;
}

/** The reason of a run's signal when the agent is told to give back what it holds. */
export class StopTold extends Error {
  override readonly name = 'StopTold';
  /** `paused` by a person, or by a `limit` of usage. */
  readonly reason: string;

  constructor(reason: string) {
    super(`The agent is told to stop (${reason}).`);
    this.reason = reason;
  }
}

/** A lease that is kept while somebody works under it. */
export interface Lease<Told> {
  /** Fires when it is lost, when a stop is told, or with the signal that it was given. */
  readonly signal: AbortSignal;
  /** Why it is lost, as far as is known. */
  lost(): TandemError | undefined;
  /** Tells the service with a heartbeat, now; rejects when the service refuses what is told. */
  tell(told: Told): Promise<void>;
  /** No more heartbeats; resolves when none is under way. */
  stop(): Promise<void>;
}

/** The longest pause between heartbeats: an agent that is stopped is to end what it runs soon. */
const MOST_BEAT_MS = 20_000;
const FIRST_PAUSE_MS = 500;

/** Whether what was claimed is held no more. */
export const isLost = (error: unknown): error is TandemError =>
  error instanceof TandemError && (error.code === 'LEASE_LOST' || error.code === 'NOT_FOUND');

/**
 * Keeps a lease by heartbeats, each a third of it after the last, and sooner after one that has failed. Its length
 * counts and not its end, for clocks differ: when none has got through for so long, it is lost.
 */
export function keepLease<Told extends object>(
  leaseMs: number,
  beat: (
    told: Partial<Told>,
    patience: { signal: AbortSignal; tries: 1; timeoutMs: number },
  ) => Promise<Beat>,
  { signal: given, beatMs = Math.min(MOST_BEAT_MS, leaseMs / 3) }: { signal?: AbortSignal; beatMs?: number },
): Lease<Told> {
  const ended = new AbortController();
  const stopped = new AbortController();
  const patience = { signal: stopped.signal, tries: 1, timeoutMs: leaseMs / 3 } as const;
  let lost: TandemError | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let expiry: ReturnType<typeof setTimeout> | undefined;
  let beating: Promise<void> = Promise.resolve();

  const lose = (error: TandemError) => {
    lost ??= error;
    ended.abort(lost);
    halt();
  };
  const heldFrom = (moment: number) => {
    clearTimeout(expiry);
    expiry = setTimeout(() => lose(expired()), moment + leaseMs - performance.now());
  };
  const halt = () => {
    clearTimeout(timer);
    clearTimeout(expiry);
    stopped.abort(new DOMException('The lease is kept no more.', 'AbortError'));
  };
  const send = async (told: Partial<Told>) => {
    stopped.signal.throwIfAborted();
    const sentAt = performance.now();
    try {
      const { directive, reason } = await beat(told, patience);
      failures = 0;
      if (stopped.signal.aborted) return;
      heldFrom(sentAt);
      if (directive === 'stop') ended.abort(new StopTold(reason ?? 'paused'));
    } catch (error) {
      failures++;
      if (isLost(error)) lose(error);
      throw error;
    } finally {
      if (!stopped.signal.aborted) again();
    }
  };
  const queue = (told: Partial<Told>): Promise<void> => {
    clearTimeout(timer);
    const sent = beating.then(() => send(told));
    beating = sent.catch(() => undefined);
    return sent;
  };
  const again = () => {
    clearTimeout(timer);
    const soon = Math.min(beatMs, FIRST_PAUSE_MS * 2 ** failures);
    timer = setTimeout(() => queue({}).catch(refused), failures === 0 ? beatMs : soon * Math.random());
  };
  /** What will not pass by itself, such as a key that was revoked, is the end as well. */
  const refused = (error: unknown) => {
    if (error instanceof TandemError && !error.isPassing) lose(error);
  };

  const leave = () => ended.abort(given?.reason);
  given?.addEventListener('abort', leave, { once: true });
  if (given?.aborted) leave();
  heldFrom(performance.now());
  again();
  return {
    signal: ended.signal,
    lost: () => lost,
    tell: queue,
    stop: () => {
      given?.removeEventListener('abort', leave);
      halt();
      return beating;
    },
  };
}

const expired = () =>
  new TandemError({
    code: 'LEASE_LOST',
    message: 'No heartbeat has got through for as long as the lease lasts: drop the work.',
    details: { reason: 'expired' },
  });
