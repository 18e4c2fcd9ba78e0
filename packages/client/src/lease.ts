import { TandemError } from './errors.ts';

/** What a heartbeat is answered. */
export interface Beat {
  readonly directive?: 'continue' | 'stop' | undefined;
  readonly reason?: string | null | undefined;
}

/** How a heartbeat is sent: once, for the next one comes soon. */
export interface BeatOptions {
  readonly signal: AbortSignal;
  readonly tries: 1;
  readonly timeoutMs: number;
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
  /** Fires some seconds after the signal that it was given: what there is to tell is told by then. */
  readonly late: AbortSignal;
  /** Why it is lost; undefined while it is not known to be. */
  lost(): TandemError | undefined;
  /**
   * Tells the service with a heartbeat, now, and again with the next ones until it has got through. Rejects when it is
   * refused or the lease has ended before; whoever does not wait for it is not troubled by that.
   */
  tell(told: Partial<Told>): Promise<void>;
  /** What is asked under the lease, which is lost when the service says so. */
  under<Done>(ask: () => Promise<Done>): Promise<Done>;
  /** Resolves when no heartbeat is under way. */
  settled(): Promise<void>;
  /** No more heartbeats. */
  stop(): void;
}

/** The longest pause between heartbeats: an agent that is stopped is to end what it runs soon. */
const MAX_BEAT_MS = 20_000;
const FIRST_PAUSE_MS = 500;
/** How long what has come of the work may take to be told once the work is to end. */
const GRACE_MS = 5_000;

/** Whether what was claimed is held no more. */
export const isLost = (error: unknown): error is TandemError =>
  error instanceof TandemError && (error.code === 'LEASE_LOST' || error.code === 'NOT_FOUND');

/**
 * Keeps a lease by heartbeats, each a third of it after the last, and sooner after one that has failed. Its length
 * counts and not its end, for clocks differ: when none has got through for so long, it is lost.
 */
export function keepLease<Told extends object>(
  leaseMs: number,
  beat: (told: Partial<Told>, options: BeatOptions) => Promise<Beat>,
  { signal: given, beatMs = Math.min(MAX_BEAT_MS, leaseMs / 3) }: LeaseOptions = {},
): Lease<Told> {
  const ended = new AbortController();
  const stopped = new AbortController();
  const late = new AbortController();
  let lost: TandemError | undefined;
  let failures = 0;
  let untold: Partial<Told> = {};
  let tellers: PromiseWithResolvers[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let expiry: ReturnType<typeof setTimeout> | undefined;
  let grace: ReturnType<typeof setTimeout> | undefined;
  let beating: Promise<void> | undefined;

  const send = async (): Promise<void> => {
    const [told, waiting] = [untold, tellers];
    [untold, tellers] = [{}, []];
    const sentAt = performance.now();
    try {
      const options = { signal: stopped.signal, tries: 1, timeoutMs: leaseMs / 3 } as const;
      const { directive, reason } = await beat(told, options);
      failures = 0;
      if (!stopped.signal.aborted) heldFrom(sentAt);
      for (const { resolve } of waiting) resolve();
      if (directive === 'stop') ended.abort(new StopTold(reason ?? 'paused'));
    } catch (error) {
      failures++;
      if (error instanceof TandemError && error.isPassing && !stopped.signal.aborted) {
        untold = { ...told, ...untold };
        tellers = [...waiting, ...tellers];
        return;
      }
      for (const { reject } of waiting) reject(error);
      // What will not pass by itself, such as a key that was revoked, is the end, unless it was about what is told.
      if (error instanceof TandemError && (isLost(error) || waiting.length === 0)) lose(error);
    }
  };
  /** One after another; what is told meanwhile goes with the next. */
  const beatNow = (): void => {
    clearTimeout(timer);
    if (stopped.signal.aborted || beating) return;
    beating = send().finally(() => {
      beating = undefined;
      if (stopped.signal.aborted) return;
      if (tellers.length > 0 && failures === 0) beatNow();
      else beatLater();
    });
  };
  const beatLater = (): void => {
    const soonMs = Math.random() * Math.min(beatMs, FIRST_PAUSE_MS * 2 ** failures);
    timer = setTimeout(beatNow, failures === 0 ? beatMs : soonMs);
  };
  const heldFrom = (moment: number): void => {
    clearTimeout(expiry);
    expiry = setTimeout(() => lose(expired()), moment + leaseMs - performance.now());
  };
  const lose = (error: TandemError): void => {
    lost ??= error;
    ended.abort(lost);
    stop(lost);
  };
  const stop = (reason: Error = over()): void => {
    clearTimeout(timer);
    clearTimeout(expiry);
    clearTimeout(grace);
    given?.removeEventListener('abort', leave);
    stopped.abort(reason);
    for (const { reject } of tellers) reject(reason);
    tellers = [];
  };
  const leave = (): void => {
    ended.abort(given?.reason);
    grace = setTimeout(() => late.abort(given?.reason), GRACE_MS);
  };

  given?.addEventListener('abort', leave, { once: true });
  if (given?.aborted) leave();
  heldFrom(performance.now());
  beatLater();
  return {
    signal: ended.signal,
    late: late.signal,
    lost: () => lost,
    tell: (told) => {
      const teller = withResolvers();
      teller.promise.catch(() => undefined);
      untold = { ...untold, ...told };
      tellers.push(teller);
      if (stopped.signal.aborted) stop(stopped.signal.reason);
      else beatNow();
      return teller.promise;
    },
    under: async (ask) => {
      try {
        return await ask();
      } catch (error) {
        if (isLost(error)) lose(error);
        throw error;
      }
    },
    settled: async () => {
      while (beating) await beating;
    },
    stop: () => stop(),
  };
}

export interface LeaseOptions {
  readonly signal?: AbortSignal | undefined;
  readonly beatMs?: number | undefined;
}

interface PromiseWithResolvers {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** As `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers(): PromiseWithResolvers {
  let resolve: () => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}

const over = () => new DOMException('The run is over.', 'AbortError');

const expired = () =>
  new TandemError({
    code: 'LEASE_LOST',
    message: 'No heartbeat has got through for as long as the lease lasts: drop the work.',
    details: { reason: 'expired' },
  });
