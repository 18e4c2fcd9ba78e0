import type { Tandem } from '@tandem/core';

/** The interval of checks for due work. */
const LOOK_MS = 1_000;
const LEASES_MS = 1_000;
const CLEARING_MS = 1_000;
/** Events are delivered as they happen; this interval is for retries. */
const DELIVERING_MS = 1_000;
const FORGETTING_MS = 10 * 60_000;
/** Scanning all files is slow, and leftovers of interrupted uploads are not urgent. */
const SWEEPING_MS = 24 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** How long a stored response is replayed (docs/rules.md, Idempotency). */
const ANSWERS_MS = DAY_MS;

export interface JobsOptions {
  readonly tandem: Tandem;
  /** The retention periods of expiring data. */
  readonly days: {
    readonly telemetry: number;
    readonly notifications: number;
    readonly idempotencyKeys: number;
    readonly events: number;
  };
  readonly onError: (error: unknown) => void;
}

/**
 * Runs the background jobs, all of them once at the start. Every second: expired leases and the remaining cleanup of
 * deleted resources. Every ten minutes: expired data. Every day: files without a record. Of several servers on one
 * database only the leader runs them; a new leader immediately runs those that are overdue. The returned function stops
 * the jobs and resolves when none is running.
 */
export function startJobs({ tandem, days, onError }: JobsOptions): () => Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  const begin = (act: () => Promise<unknown>) => {
    const run = act()
      .catch(onError)
      .finally(() => underWay.delete(run));
    underWay.add(run);
    return run;
  };
  const every = (ms: number, act: () => Promise<unknown>) => {
    let dueAt = 0;
    let busy = false;
    return (now: number) => {
      if (busy || now < dueAt) return;
      busy = true;
      // Timers fire slightly early at times; without this margin a run would be skipped.
      dueAt = now + ms - LOOK_MS / 2;
      void begin(act).finally(() => {
        busy = false;
      });
    };
  };
  const jobs = [
    every(LEASES_MS, () => tandem.turns.expireLeases()),
    every(LEASES_MS, () => tandem.claims.tidy()),
    every(LEASES_MS, () => tandem.questions.tidy()),
    every(DELIVERING_MS, () => tandem.webhooks.deliver()),
    every(CLEARING_MS, () => tandem.removals.clear()),
    every(CLEARING_MS, () => tandem.search.fill()),
    every(FORGETTING_MS, () => tandem.usage.tidy()),
    every(FORGETTING_MS, () => tandem.monitoring.forgetTelemetry(days.telemetry * DAY_MS)),
    every(FORGETTING_MS, () => tandem.notifications.forget(days.notifications * DAY_MS)),
    every(FORGETTING_MS, () => tandem.chats.forgetKeys(days.idempotencyKeys * DAY_MS)),
    every(FORGETTING_MS, () => tandem.claims.forget(days.idempotencyKeys * DAY_MS)),
    every(FORGETTING_MS, () => tandem.requests.forget(ANSWERS_MS)),
    every(FORGETTING_MS, () => tandem.events.forget(days.events * DAY_MS)),
    every(FORGETTING_MS, () => tandem.webhooks.forget(days.events * DAY_MS)),
    every(FORGETTING_MS, () => tandem.sessions.forget()),
    every(SWEEPING_MS, () => tandem.files.sweep()),
  ];
  const look = async () => {
    if (!(await tandem.leads())) return;
    const now = performance.now();
    if (!ended) for (const job of jobs) job(now);
  };
  let ended = false;
  let looking = false;
  const lookOnce = () => {
    if (looking) return;
    looking = true;
    void begin(look).finally(() => {
      looking = false;
    });
  };
  lookOnce();
  const timer = setInterval(lookOnce, LOOK_MS);
  return async () => {
    ended = true;
    clearInterval(timer);
    while (underWay.size > 0) await Promise.all(underWay);
  };
}
