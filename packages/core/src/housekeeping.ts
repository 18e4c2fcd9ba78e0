import type { Tandem } from './create-tandem.ts';
import type { Clock, Schedule } from './shared/environment.ts';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
const LOOK = SECOND;
const MAINTAIN = 60 * SECOND;
const FORGET = 10 * 60 * SECOND;
/** Scanning all files is slow, and leftovers of interrupted uploads are not urgent. */
const SWEEP = DAY;

/** Days for which expiring data is kept. */
export const RETENTION_DAYS = { telemetry: 30, notifications: 90, idempotencyKeys: 90, events: 30 } as const;
export type RetentionDays = { readonly [Kind in keyof typeof RETENTION_DAYS]: number };

interface Job {
  /** Milliseconds between the starts of two runs. */
  readonly every: number;
  readonly run: (tandem: Tandem, days: RetentionDays) => Promise<unknown>;
}

/** All periodic work. Waits and events wake what can be woken; these runs find what only time makes due. */
export const HOUSEKEEPING = {
  'turns.expireLeases': { every: LOOK, run: ({ turns }) => turns.expireLeases() },
  'claims.tidy': { every: LOOK, run: ({ claims }) => claims.tidy() },
  'questions.tidy': { every: LOOK, run: ({ questions }) => questions.tidy() },
  'webhooks.deliver': { every: LOOK, run: ({ webhooks }) => webhooks.deliver() },
  'removals.clear': { every: LOOK, run: ({ removals }) => removals.clear() },
  'search.fill': { every: LOOK, run: ({ search }) => search.fill() },
  'storage.maintain': { every: MAINTAIN, run: (tandem) => tandem.maintain() },
  'usage.tidy': { every: FORGET, run: ({ usage }) => usage.tidy() },
  'monitoring.forgetTelemetry': {
    every: FORGET,
    run: ({ monitoring }, { telemetry }) => monitoring.forgetTelemetry(telemetry * DAY),
  },
  'notifications.forget': {
    every: FORGET,
    run: ({ notifications }, days) => notifications.forget(days.notifications * DAY),
  },
  'chats.forgetKeys': {
    every: FORGET,
    run: ({ chats }, { idempotencyKeys }) => chats.forgetKeys(idempotencyKeys * DAY),
  },
  // A stored response is replayed for a day (docs/rules.md, Idempotency).
  'requests.forget': { every: FORGET, run: ({ requests }) => requests.forget(DAY) },
  'events.forget': { every: FORGET, run: ({ events }, days) => events.forget(days.events * DAY) },
  'webhooks.forget': { every: FORGET, run: ({ webhooks }, days) => webhooks.forget(days.events * DAY) },
  'keys.forgetRuns': { every: FORGET, run: ({ keys }) => keys.forgetRuns() },
  'sessions.forget': { every: FORGET, run: ({ sessions }) => sessions.forget() },
  'files.sweep': { every: SWEEP, run: ({ files }) => files.sweep() },
} as const satisfies Record<string, Job>;

export type HousekeepingJob = keyof typeof HOUSEKEEPING;

export interface HousekeepingOptions {
  readonly schedule: Schedule;
  readonly steadyClock: Clock;
  readonly days?: Partial<RetentionDays> | undefined;
  /** Called when a job fails, or the check whether this process leads. The next run is the retry. */
  readonly onError: (error: unknown, job: HousekeepingJob | 'leads') => void;
}

export interface Housekeeping {
  /** Resolves when no job is running. */
  settled(): Promise<void>;
  /** Starts no more jobs, and resolves when none is running. */
  stop(): Promise<void>;
}

/**
 * Runs each job once at the start and then when it is due. Of several servers on one database only the leader runs
 * them; a new leader immediately runs those that are overdue. A slow job delays no other.
 */
export function startHousekeeping(
  tandem: Tandem,
  { schedule, steadyClock, days, onError }: HousekeepingOptions,
): Housekeeping {
  const kept: RetentionDays = { ...RETENTION_DAYS, ...days };
  const dueAt = new Map<HousekeepingJob, number>();
  const running = new Map<HousekeepingJob | 'leads', Promise<void>>();
  let stopped = false;

  const begin = (name: HousekeepingJob | 'leads', work: () => Promise<unknown>) => {
    const run = work()
      .catch((error) => onError(error, name))
      .then(() => void running.delete(name));
    running.set(name, run);
    return run;
  };
  const startDue = async () => {
    if (!(await tandem.leads()) || stopped) return;
    const now = steadyClock();
    for (const [name, { every, run }] of Object.entries(HOUSEKEEPING) as [HousekeepingJob, Job][]) {
      if (running.has(name) || now < (dueAt.get(name) ?? 0)) continue;
      // Timers fire slightly early at times; without this margin a run would be skipped.
      dueAt.set(name, now + every - LOOK / 2);
      void begin(name, () => run(tandem, kept));
    }
  };
  let cancel = () => {};
  const look = async () => {
    await begin('leads', startDue);
    if (!stopped) cancel = schedule(LOOK, look);
  };
  void look();

  const settled = async () => {
    while (running.size > 0) await Promise.all(running.values());
  };
  return {
    settled,
    stop: () => {
      stopped = true;
      cancel();
      return settled();
    },
  };
}
