import { setTimeout as pause } from 'node:timers/promises';
import { long } from '@tandem/core/testing/programs';
import { apiOf, cleanUp, hold, keepWhatRuns, newAgent, onDurablePostgres } from '@tandem/server/testing';
import { type Fleet, startFleet } from './fleet.ts';
import { rowsOf } from './rows.ts';

/** How often each kind of wait is ended by a change at another server. */
const TIMES = Number(process.env.TANDEM_WAKES ?? 4);
const ALONE = process.env.TANDEM_WAKES !== undefined;
/** The limit on an idle machine. */
const QUIET_P99_MS = 20;
/** A wait that misses the notification ends by the next look, after up to two seconds; other tests run in parallel. */
const HEARD_MEDIAN_MS = 300;
const MISSED_MEDIAN_MS = 50;
/** The same limit when the notifications do not arrive. */
const LOST_MS = 2_000;

onDurablePostgres('a wait on one server', (postgres) => {
  let fleet: Fleet;
  let databaseUrl: string;
  let agent: { readonly id: string; readonly key: string };
  beforeAll(async () => {
    databaseUrl = await postgres.newDatabase();
    fleet = await startFleet(databaseUrl, 2);
    const ada = fleet.ada(0);
    agent = await newAgent(ada, 'scribe', 'agents:write', 'tasks:read', 'tasks:write');
    await ada('PATCH', `agents/${agent.id}`, { maxClaims: 100 });
    keepWhatRuns();
  });
  afterEach(cleanUp);

  /**
   * Each starts a wait on the first server and returns a function that makes the change on the second and resolves when
   * both requests have ended.
   */
  const WAITING: Record<string, () => Promise<() => Promise<number>>> = {
    "a wait for an agent's reply": async () => {
      const { body: asked } = await fleet.ada(1)('POST', 'chats', {
        agentId: agent.id,
        body: 'Are you there?',
      });
      const scribe = apiOf(fleet.url(1), agent.key);
      const { body: claimed } = await scribe('POST', `agents/${agent.id}/turns/claim`);
      const turn = `chats/${asked.thread.id}/turns/${claimed.turn.id}`;
      const { answer } = await hold(fleet.url(0), fleet.key, 'GET', `${turn}?wait=25`);
      const path = `agents/${agent.id}/turns/${claimed.turn.id}/reply`;
      return timed(
        () => scribe('POST', path, { token: claimed.lease.token, body: 'Yes' }),
        async () => expect((await answer).body).toMatchObject({ status: 'complete' }),
      );
    },
    'an agent that waits for a turn': async () => {
      const { answer } = await hold(fleet.url(0), agent.key, 'POST', `agents/${agent.id}/turns/claim`, {
        wait: 25,
      });
      return timed(
        () => fleet.ada(1)('POST', 'chats', { agentId: agent.id, body: 'Are you there?' }),
        async () => {
          const { status, body } = (await answer) as { status: number; body: never };
          expect(status).toBe(200);
          const { turn, lease } = body as { turn: { id: string }; lease: { token: string } };
          const path = `agents/${agent.id}/turns/${turn.id}/fail`;
          done = apiOf(fleet.url(0), agent.key)('POST', path, { token: lease.token, errorCode: 'tired' });
        },
      );
    },
    'an agent that waits for a task': async () => {
      const { answer } = await hold(fleet.url(0), agent.key, 'POST', 'tasks/claim', { wait: 25 });
      return timed(
        () => fleet.ada(1)('POST', 'tasks', { title: 'To be done' }),
        async () => expect((await answer).status).toBe(200),
      );
    },
    'an event stream': async () => {
      const stream = await follow(fleet.url(0), fleet.key);
      return timed(
        () => fleet.ada(1)('POST', 'tasks', { title: 'To be told', status: 'backlog' }),
        () => stream.says('To be told'),
      );
    },
  };
  let done: Promise<unknown> | undefined;

  const waitsOf = async (begin: () => Promise<() => Promise<number>>, times: number, restMs: number) => {
    const waits: number[] = [];
    for (let i = 0; i < times; i++) {
      const change = await begin();
      await pause(restMs + Math.random() * restMs);
      waits.push(await change());
      await done;
    }
    return waits.toSorted((a, b) => a - b);
  };

  test.each(Object.entries(WAITING))(
    '%s is answered at once after a change on another server',
    async (name, begin) => {
      await waitsOf(begin, 2, 20);
      const waits = await waitsOf(begin, TIMES, 20);
      report(name, waits);
      expect(at(waits, 0.5)).toBeLessThan(HEARD_MEDIAN_MS);
      if (ALONE) expect(at(waits, 0.99)).toBeLessThan(QUIET_P99_MS);
    },
  );

  long.test.each(Object.entries(WAITING))(
    '%s is answered within two seconds when notifications are lost',
    async (name, begin) => {
      const silence = await deafened(databaseUrl);
      try {
        const waits = await waitsOf(begin, Math.ceil(TIMES / 6), 300);
        report(`${name}, unheard`, waits);
        expect(at(waits, 1)).toBeLessThan(LOST_MS);
        // Otherwise it would have been heard.
        expect(at(waits, 0.5)).toBeGreaterThan(MISSED_MEDIAN_MS);
      } finally {
        await silence.end();
      }
    },
  );

  long.test.each(Object.entries(WAITING))(
    '%s is answered within two seconds when the listening connection was just cut',
    async (name, begin) => {
      const waits: number[] = [];
      for (let i = 0; i < Math.ceil(TIMES / 6); i++) {
        const change = await begin();
        await pause(300);
        await rowsOf(
          databaseUrl,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tandem signals'`,
        );
        waits.push(await change());
        await done;
      }
      waits.sort((a, b) => a - b);
      report(`${name}, cut`, waits);
      expect(at(waits, 1)).toBeLessThan(LOST_MS);
    },
  );

  const report = (name: string, waits: readonly number[]) => {
    if (!ALONE) return;
    const [p50, p99, max] = [0.5, 0.99, 1].map((part) => Math.round(at(waits, part) * 10) / 10);
    console.info(name, { times: waits.length, p50, p99, max });
  };
});

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number;

/** The time from the response of a change to the response of the wait; none if that came first. */
function timed(change: () => Promise<unknown>, answered: () => Promise<unknown>) {
  return async () => {
    const woken = answered().then(() => performance.now());
    const [, changed] = await Promise.all([woken, change().then(() => performance.now())]);
    return Math.max(0, (await woken) - changed);
  };
}

/** An open stream of events, which ends when the expected event has arrived. */
async function follow(url: string, key: string) {
  const leaving = new AbortController();
  const { body } = await fetch(`${url}/api/v1/events/stream`, {
    headers: { Authorization: `Bearer ${key}` },
    signal: leaving.signal,
  });
  const decoder = new TextDecoder();
  const parts = (body as ReadableStream<Uint8Array>).getReader();
  let received = '';
  const says = async (text: string): Promise<void> => {
    while (!received.includes(text)) {
      const { value, done } = await parts.read();
      if (done) throw new Error(`The stream has ended without ${text}.`);
      received += decoder.decode(value);
    }
  };
  await says('event: position');
  return {
    says: async (text: string) => {
      await says(text);
      leaving.abort();
    },
  };
}

/** Blocks all notifications of a database until it is ended. */
async function deafened(url: string): Promise<{ end(): Promise<void> }> {
  const run = async (sql: string) => {
    await rowsOf(url, `SET allow_system_table_mods = on; ${sql}`);
  };
  await run(`
    ALTER FUNCTION pg_catalog.pg_notify(text, text) RENAME TO pg_notify_heard;
    CREATE FUNCTION pg_catalog.pg_notify(text, text) RETURNS void LANGUAGE sql AS '';
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tandem control'`);
  return {
    end: () =>
      run(`
        DROP FUNCTION pg_catalog.pg_notify(text, text);
        ALTER FUNCTION pg_catalog.pg_notify_heard(text, text) RENAME TO pg_notify`),
  };
}
