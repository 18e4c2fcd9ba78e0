import { TandemError } from './errors.ts';

/** The response to a heartbeat. */
export interface Beat {
  readonly directive?: 'continue' | 'stop' | undefined;
  readonly reason?: string | null | undefined;
}

/** Options for sending a heartbeat: it is tried once, because the next one follows soon. */
export interface BeatOptions {
  readonly signal: AbortSignal;
  readonly tries: 1;
  readonly timeoutMs: number;
}

/** The reason of a run's signal when the service asks the agent to stop and release its work. */
export class StopRequested extends Error {
  override readonly name = 'StopRequested';
  /** `paused` by a person, or stopped by a usage `limit`. */
  readonly reason: string;

  constructor(reason: string) {
    super(`The service asked the agent to stop (${reason}).`);
    this.reason = reason;
  }
}

/** A lease that is kept alive by heartbeats. */
export interface Lease<Report> {
  /** Fires when the lease is lost, when the service asks to stop, or with the given signal. */
  readonly signal: AbortSignal;
  /** Fires some seconds after the given signal: the deadline for final reports. */
  readonly late: AbortSignal;
  /** Why the lease was lost; undefined while it is held as far as known. */
  lost(): TandemError | undefined;
  /**
   * Reports to the service with a heartbeat, now, and again with later ones until it succeeds. Rejects if the report is
   * rejected or the lease ends first; the rejection need not be handled.
   */
  report(report: Partial<Report>): Promise<void>;
  /** Runs a request under the lease, and marks the lease as lost if the service says so. */
  under<Done>(ask: () => Promise<Done>): Promise<Done>;
  /** Resolves when no heartbeat is in progress. */
  settled(): Promise<void>;
  /** Stops the heartbeats. */
  stop(): void;
}

/** Maximum interval between heartbeats, so that a stopped agent notices soon. */
const MAX_BEAT_MS = 20_000;
const FIRST_PAUSE_MS = 500;
/** Time for final reports once the work has to end. */
const GRACE_MS = 5_000;

/** Whether the error says that the claim is no longer held. */
export const isLost = (error: unknown): error is TandemError =>
  error instanceof TandemError && (error.code === 'LEASE_LOST' || error.code === 'NOT_FOUND');

/**
 * Keeps a lease alive with heartbeats, each a third of the lease after the last, and sooner after a failure. Measures
 * the duration of the lease instead of comparing with its end, because clocks differ: without a successful heartbeat
 * for that long, the lease is lost.
 */
export function keepLease<Report extends object>(
  leaseMs: number,
  beat: (report: Partial<Report>, options: BeatOptions) => Promise<Beat>,
  { signal: given, beatMs = Math.min(MAX_BEAT_MS, leaseMs / 3) }: LeaseOptions = {},
): Lease<Report> {
  const ended = new AbortController();
  const stopped = new AbortController();
  const late = new AbortController();
  let lost: TandemError | undefined;
  let failures = 0;
  let unreported: Partial<Report> = {};
  let reporters: PromiseWithResolvers[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let expiry: ReturnType<typeof setTimeout> | undefined;
  let grace: ReturnType<typeof setTimeout> | undefined;
  let beating: Promise<void> | undefined;

  const send = async (): Promise<void> => {
    const [report, waiting] = [unreported, reporters];
    [unreported, reporters] = [{}, []];
    const sentAt = performance.now();
    try {
      const options = { signal: stopped.signal, tries: 1, timeoutMs: leaseMs / 3 } as const;
      const { directive, reason } = await beat(report, options);
      failures = 0;
      if (!stopped.signal.aborted) heldFrom(sentAt);
      for (const { resolve } of waiting) resolve();
      if (directive === 'stop') ended.abort(new StopRequested(reason ?? 'paused'));
    } catch (error) {
      failures++;
      if (error instanceof TandemError && error.isPassing && !stopped.signal.aborted) {
        unreported = { ...report, ...unreported };
        reporters = [...waiting, ...reporters];
        return;
      }
      for (const { reject } of waiting) reject(error);
      // A permanent error, such as a revoked key, ends the lease, unless it was caused by the content of a
      // report.
      if (error instanceof TandemError && (isLost(error) || waiting.length === 0)) lose(error);
    }
  };
  /** One heartbeat at a time; reports made meanwhile go with the next one. */
  const beatNow = (): void => {
    clearTimeout(timer);
    if (stopped.signal.aborted || beating) return;
    beating = send().finally(() => {
      beating = undefined;
      if (stopped.signal.aborted) return;
      if (reporters.length > 0 && failures === 0) beatNow();
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
    for (const { reject } of reporters) reject(reason);
    reporters = [];
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
    report: (fields) => {
      const reporter = withResolvers();
      reporter.promise.catch(() => undefined);
      unreported = { ...unreported, ...fields };
      reporters.push(reporter);
      if (stopped.signal.aborted) stop(stopped.signal.reason);
      else beatNow();
      return reporter.promise;
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

/** Like `Promise.withResolvers`, which Node 20 lacks. */
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
    message: 'No heartbeat succeeded for the duration of the lease. Drop the work.',
    details: { reason: 'expired' },
  });
