import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, createWay, type Way } from '@tandem/adapter-postgres/testing';
import {
  apiOf,
  cleanUp,
  hold,
  newAgent,
  onDurablePostgres,
  type Serving,
  stopped,
} from '@tandem/server/testing';
import { type Fleet, startFleet } from './fleet.ts';
import { type Fate, fateProblems, type Load, startLoad } from './load.ts';
import { numberProblems, titlesIn } from './rows.ts';

/** How long the database is away; set to more only when this test runs alone. */
const SECONDS = Number(process.env.TANDEM_AWAY_SECONDS ?? 2);
const ALONE = process.env.TANDEM_AWAY_SECONDS !== undefined;
const SERVERS = 2;
const CLIENTS = ALONE ? 100 : 30;
/** Maximum delay of a request: detecting the silent database, then looking up the outcome of its commit. */
const FOUND_OUT_MS = 40_000;
/** Maximum delay of a request after the silence was detected. */
const KNOWN_AFTER_MS = 8_000;
const KNOWN_WITHIN_MS = 8_000;
/** How soon everything works again once the database is back. */
const GOES_ON_MS = 5_000;
/** The maximum number of log messages per server: a few about the outage, and some for requests refused at its edges. */
const MAX_LINES = 24;
const MIB = 1024;

onDurablePostgres('an outage of the database under load', ({ cluster, newDatabase }) => {
  let way: Way;
  let fleet: Fleet;
  let databaseUrl: string;
  let load: Load | undefined;
  beforeEach(async () => {
    databaseUrl = await newDatabase();
    way = await createWay(cluster().port);
    const through = new URL(databaseUrl);
    through.port = String(way.port);
    fleet = await startFleet(through.href, SERVERS);
  });
  afterEach(async () => {
    way.hold(false);
    void load?.stop();
    await cleanUp();
    way.close();
  });

  interface Loss {
    readonly goes: (cluster: Cluster, way: Way) => unknown;
    readonly comes: (cluster: Cluster, way: Way) => unknown;
    /** How much longer it is away than configured. */
    readonly more: number;
    /** Whether every run of the tests includes it. */
    readonly always: boolean;
  }

  const LOSSES: readonly [string, Loss][] = [
    [
      'after a crash',
      {
        goes: (cluster) => cluster.stop('kill'),
        comes: (cluster) => cluster.start(),
        more: 0,
        always: true,
      },
    ],
    [
      'during a restart',
      {
        goes: (cluster) => cluster.stop('fast'),
        comes: (cluster) => cluster.start(),
        more: 0,
        always: false,
      },
    ],
    [
      'while the network drops everything',
      {
        goes: (_, way) => way.silence(true),
        comes: (_, way) => {
          way.silence(false);
          way.cut();
        },
        more: 6,
        always: false,
      },
    ],
    [
      'while it hangs and later handles what it received',
      {
        goes: (_, way) => way.hold(true),
        comes: (_, way) => way.hold(false),
        more: 6,
        always: true,
      },
    ],
  ];

  test.each(ALONE ? LOSSES : LOSSES.filter(({ 1: loss }) => loss.always))(
    `an outage of some seconds, %s: requests get 503, no acknowledged write is lost, and service resumes by itself`,
    async (_, { goes, comes, more }) => {
      const held = await holdTurn(fleet);
      const before = fleet.servers.map(memoryOf);
      load = startLoad(fleet.url, fleet.key, CLIENTS);
      await pause(1_000);

      const wentAt = performance.now();
      await goes(cluster(), way);
      await pause((SECONDS + more) * 1_000);
      const during = fleet.servers.map(memoryOf);
      const ready = await Promise.all(fleet.servers.map(({ url }) => fetch(`${url}/readyz`)));
      expect(ready.map(({ status }) => status)).toEqual(fleet.servers.map(() => 503));
      const backAt = performance.now();
      await comes(cluster(), way);
      const servedAt = performance.now();
      const back = await goneOn(fleet, load.fates, servedAt);
      await pause(500);
      await load.stop();

      const { fates } = load;
      expect(fateProblems(fates, await titlesIn(databaseUrl))).toEqual([]);
      expect(await numberProblems(databaseUrl)).toEqual([]);
      expect(count(fates, 'made')).toBeGreaterThan(20);
      // A short outage is waited out.
      if (ALONE || more === 0)
        expect(count(fates, 'unchanged') + count(fates, 'uncertain')).toBeGreaterThan(0);
      expect(count(fates, 'cut')).toBe(0);
      const meanwhile = fates.filter(({ ended }) => ended > wentAt && ended < backAt);
      const longest = Math.max(...fates.map(({ began, ended }) => ended - began));
      const late = fates.filter(({ began }) => began > wentAt + KNOWN_AFTER_MS && began < backAt);
      const longestLate = Math.max(0, ...late.map(({ began, ended }) => ended - began));
      if (ALONE) console.info({ longest, longestLate });
      expect(longest).toBeLessThan(FOUND_OUT_MS);
      expect(longestLate).toBeLessThan(KNOWN_WITHIN_MS);
      expect(back).toBeLessThan(GOES_ON_MS);

      // It got its result after the outage, or was asked to retry.
      const ended = await held.answeredAfter();
      expect(['200 complete', '503 UNAVAILABLE']).toContain(ended);

      const growth = Math.max(...during.map((kib, i) => kib - (before[i] as number))) / MIB;
      expect(growth).toBeLessThan(200);
      const logs = await Promise.all(fleet.servers.map(logOf));
      for (const { code, lines, worst } of logs) {
        expect([code, worst]).toEqual([0, []]);
        expect(lines.slice(MAX_LINES)).toEqual([]);
      }
      if (ALONE) {
        const { length } = meanwhile;
        const outcomes = Object.fromEntries(
          (['made', 'unchanged', 'uncertain'] as const).map((outcome) => [outcome, count(fates, outcome)]),
        );
        const median = middle(meanwhile.map(({ began, ended }) => ended - began));
        const lines = logs.map((log) => log.lines.length);
        console.info({ ...outcomes, answeredMeanwhile: length, median, longest, back, growth, ended, lines });
      }
    },
    60_000 + SECONDS * 2_000,
  );
});

const count = (fates: readonly Fate[], wanted: Fate['outcome']): number =>
  fates.filter(({ outcome }) => outcome === wanted).length;

const middle = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The memory of a process in KiB. */
function memoryOf({ pid }: Serving): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
}

/** Milliseconds from then on until each server has made a task that was asked for afterwards. */
async function goneOn(fleet: Fleet, fates: readonly Fate[], then: number): Promise<number> {
  const goesOn = (place: number) =>
    fates.some(
      (fate) => fate.place % fleet.servers.length === place && fate.outcome === 'made' && fate.ended > then,
    );
  while (!fleet.servers.every((_, place) => goesOn(place))) {
    await pause(10);
    if (performance.now() - then > 30_000) throw new Error('It has not gone on.');
  }
  return performance.now() - then;
}

/** Waits at one server for an answer that is given at another once the database is back. */
async function holdTurn(fleet: Fleet) {
  const ada = fleet.ada(0);
  const agent = await newAgent(ada, 'scribe', 'agents:write');
  const { body: asked } = await ada('POST', 'chats', { agentId: agent.id, body: 'Are you there?' });
  const path = `chats/${asked.thread.id}/turns/${asked.turn.id}`;
  const { answer } = await hold(fleet.url(0), fleet.key, 'GET', `${path}?wait=25`);
  const early = answer.then(({ status, body }) => ({ status, body: body as Record<string, unknown> }));
  return {
    answeredAfter: async (): Promise<string> => {
      const scribe = apiOf(fleet.url(1), agent.key);
      const { body: claimed } = await scribe('POST', `agents/${agent.id}/turns/claim`);
      const { token } = claimed.lease;
      await scribe('POST', `agents/${agent.id}/turns/${asked.turn.id}/reply`, { token, body: 'Yes' });
      const { status, body } = await early;
      if (status === 200 && body.status === 'pending') {
        const { body: again } = await ada('GET', path);
        return `${status} ${again.status}`;
      }
      return `${status} ${status === 200 ? body.status : (body.error as { code: string }).code}`;
    },
  };
}

/** How a server ends, and its output until then. */
async function logOf(server: Serving): Promise<{ code: number | null; lines: string[]; worst: string[] }> {
  const { code, stderr } = await stopped(server);
  const lines = stderr.split('\n').filter((line) => /"level":[456]0/.test(line));
  const worst = lines.filter((line) => /"level":60|unhandled/i.test(line));
  return { code, lines, worst };
}
