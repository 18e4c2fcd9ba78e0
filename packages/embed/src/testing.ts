/// <reference lib="esnext.disposable" preserve="true" />
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Caller, type ShownEvent, type Storage, startHousekeeping } from '@tandem/core';
import { inMemoryContents, inMemoryStorage } from '@tandem/core/in-memory';
import { handMovedTime, secrets } from '@tandem/core/testing/world';
import type { PostgresStorage } from './postgres.ts';
import type { SqliteDatabase } from './sqlite.ts';
import { type StartOptions, startTandem } from './start-tandem.ts';
import type { EmbeddedTandem } from './typed.ts';

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A number of milliseconds, or a number with a unit: `90s`, `2h`, `1.5d`. */
export type Duration = number | `${number}${keyof typeof UNITS}`;

/** The time, which stands still until it is moved. */
export interface TestClock {
  now(): number;
  /**
   * Moves the time, ends waits that are over, and runs the housekeeping that is due, in up to 100 steps. Throws the
   * first error of a job.
   */
  advance(duration: Duration): Promise<void>;
}

/** What a transaction on each storage lends. */
interface Hosts {
  memory: unknown;
  sqlite: SqliteDatabase;
  postgres: PostgresStorage extends Storage<infer Host> ? Host : never;
}

/** A workspace with a person and an agent. */
export interface TestTandem<Host = unknown> extends AsyncDisposable {
  readonly tandem: EmbeddedTandem<Host>;
  /** Ada Lovelace, an admin, whose external id is `1`. */
  readonly ada: Caller;
  /** An agent. */
  readonly otto: Caller;
  readonly clock: TestClock;
  /** Events since the start, oldest first. */
  events(): Promise<ShownEvent[]>;
}

export interface TestOptions<Kind extends keyof Hosts = keyof Hosts>
  extends Pick<StartOptions, 'files' | 'webhooks' | 'newId'> {
  /** Default: `memory`. Closing deletes the temporary folder of `sqlite` and the schema of `postgres`. */
  readonly storage?: Kind;
  /**
   * The database of `postgres`, whose user may create schemas. Default: TANDEM_TEST_DATABASE_URL. Its server may lose
   * data when its machine fails.
   */
  readonly url?: string | undefined;
}

/** Starts Tandem with an empty workspace and a clock that moves by hand. Closing is optional in memory. */
export const testTandem = start as <Kind extends keyof Hosts = 'memory'>(
  options?: TestOptions<Kind>,
) => Promise<TestTandem<Hosts[Kind]>>;

async function start({
  storage = 'memory',
  url = process.env.TANDEM_TEST_DATABASE_URL,
  ...options
}: TestOptions = {}): Promise<TestTandem> {
  const time = handMovedTime();
  const opened = await OPEN[storage](url);
  const errors: unknown[] = [];
  const tandem = await startTandem({
    files: inMemoryContents({ clock: time.now, secrets }),
    ...options,
    storage: opened.storage,
    clock: time.now,
    steadyClock: time.steady,
    schedule: time.schedule,
    housekeeping: false,
  });
  const housekeeping = startHousekeeping(tandem, {
    schedule: time.schedule,
    steadyClock: time.steady,
    // Otherwise `events` would lose events when a test advances by months.
    days: { events: 36_500 },
    onError: (error) => errors.push(error),
  });
  const { workspace } = await tandem.operator.createWorkspace({
    name: 'Acme',
    admin: { externalId: '1', name: 'ada', displayName: 'Ada Lovelace' },
  });
  const ada = await tandem.operator.callerFor(workspace.id, 'ada');
  await tandem.agents.create(ada, { name: 'otto', displayName: 'Otto', emoji: '🤖', model: 'test' });
  const otto = await tandem.operator.callerFor(workspace.id, 'otto');
  const { position: start } = await tandem.events.after(workspace.id, 'latest');
  await housekeeping.settled();

  const close = async () => {
    await housekeeping.stop();
    await opened.beforeClose?.();
    await tandem.close();
    await opened.afterClose?.();
  };
  return {
    tandem: { ...tandem, close, [Symbol.asyncDispose]: close },
    ada,
    otto,
    clock: {
      now: time.now,
      advance: async (duration) => {
        const ms = millisecondsOf(duration);
        const step = Math.max(UNITS.s, Math.ceil(ms / 100));
        for (let left = ms; left > 0; left -= step) {
          time.advance(Math.min(step, left));
          await housekeeping.settled();
          if (errors.length > 0) throw errors.shift();
        }
      },
    },
    events: async () => {
      const events: ShownEvent[] = [];
      for (let position = start; ; ) {
        const page = await tandem.events.after(workspace.id, position, 1_000);
        events.push(...page.items.map(({ event }) => event));
        if (!page.more) return events;
        position = page.position;
      }
    },
    [Symbol.asyncDispose]: close,
  };
}

interface Opened {
  readonly storage: Storage;
  beforeClose?(): Promise<unknown>;
  afterClose?(): Promise<void>;
}

const OPEN = {
  memory: async (): Promise<Opened> => ({ storage: inMemoryStorage() }),
  sqlite: async (): Promise<Opened> => {
    const { sqlite } = await import('./sqlite.ts');
    const folder = await mkdtemp(join(tmpdir(), 'tandem-test-'));
    return {
      storage: sqlite({ file: join(folder, 'tandem.db') }),
      afterClose: () => rm(folder, { recursive: true, force: true }),
    };
  },
  postgres: async (url: string | undefined): Promise<Opened> => {
    if (!url) {
      throw new TypeError(
        'Tests on PostgreSQL need a server. Pass its url to testTandem, or set TANDEM_TEST_DATABASE_URL.',
      );
    }
    const { postgres } = await import('./postgres.ts');
    const schema = `tandem_test_${randomUUID().replaceAll('-', '')}`;
    // The clocks of the database can't be moved by hand.
    const {
      clock: _,
      steadyClock: __,
      ...storage
    } = await postgres({
      url,
      schema,
      connections: 3,
      allowUnsafe: true,
    });
    const drop = () =>
      storage.transaction(({ host }) => host((client) => client.query(`DROP SCHEMA ${schema} CASCADE`)));
    return { storage, beforeClose: drop };
  },
};

function millisecondsOf(duration: Duration): number {
  if (typeof duration === 'number') return duration;
  const [, amount, unit] = /^(.+?)(ms|s|m|h|d)$/.exec(duration) ?? [];
  const ms = Number(amount) * (UNITS[unit as keyof typeof UNITS] ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  throw new TypeError(`${duration} is not a duration. Write a number with a unit, such as 90s or 2h.`);
}
