import type { Tandem } from '@tandem/core';

/** Between two looks at what is due. */
const LOOK_MS = 1_000;
const LEASES_MS = 1_000;
const CLEARING_MS = 1_000;
/** What happens is sent as it happens; what has failed is tried again by this clock. */
const DELIVERING_MS = 1_000;
const FORGETTING_MS = 10 * 60_000;
/** Looking through all files takes its time, and what is left of a cut upload can wait. */
const SWEEPING_MS = 24 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** For how long a request is answered again (docs/rules.md, Nothing twice). */
const ANSWERS_MS = DAY_MS;

export interface JobsOptions {
  readonly tandem: Tandem;
  /** How long things are kept that have an end. */
  readonly days: {
    readonly telemetry: number;
    readonly notifications: number;
    readonly idempotencyKeys: number;
    readonly events: number;
  };
  readonly onError: (error: unknown) => void;
}

/**
 * What has to happen without being asked for: leases that ran out are dealt with every second, and so is what is
 * left of what was removed; what is past its time goes every ten minutes, and files without a record every day,
 * all also now. Of several servers on one database the one that leads does all of it; whoever leads next begins at once
 * with what it has not done for as long. The returned function ends it, and resolves when nothing is under way.
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
      // Looks come a little early at times: none is to be missed for it.
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
