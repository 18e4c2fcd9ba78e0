import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpServer } from '@tandem/adapter-express';
import { nodePorts } from '@tandem/adapter-node';
import { postgresStorage } from '@tandem/adapter-postgres';
import { onPostgres } from '@tandem/adapter-postgres/testing';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import { createTandem, type Storage, type Tandem } from '@tandem/core';
import { listen } from '@tandem/server/testing';

/** The result of JSON.parse on a body, typed as the test expects. */
// biome-ignore lint/suspicious/noExplicitAny: bodies are read as the test expects them
type Body = any;

interface Answer {
  readonly status: number;
  readonly body: Body;
}

/** Opens the storages of one new database: one for each server. */
type Open = () => Promise<readonly Storage[]>;

let running: { readonly tandem: Tandem; readonly server: Server; readonly url: string }[] = [];
let admin: string;
let faults: unknown[];
let asked = 0;

/** Starts servers on a new database before each test; requests go to them in turn. */
function serving(open: Open): void {
  beforeEach(async () => {
    faults = [];
    const ports = nodePorts();
    running = await Promise.all(
      (await open()).map(async (storage) => {
        const tandem = createTandem({ ...ports, storage });
        const onError = (error: unknown) => faults.push(error);
        const server = createHttpServer({ tandem, newId: ports.newId, rateLimit: 0, onError });
        const { url } = await listen(server, '127.0.0.1', 0);
        return { tandem, server, url };
      }),
    );
    const [first] = running;
    const made = await first?.tandem.operator.createWorkspace({ name: 'Acme', admin: { name: 'ada' } });
    admin = made?.secret as string;
  });

  afterEach(async () => {
    await Promise.all(
      running.map(async ({ tandem, server }) => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        await tandem.close();
      }),
    );
    expect(faults).toEqual([]);
  });
}

async function ask(method: string, path: string, body?: object, key = admin): Promise<Answer> {
  const url = running[asked++ % running.length]?.url;
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

/** The body of a request that must succeed. */
async function must(method: string, path: string, body?: object, key = admin): Promise<Body> {
  const answer = await ask(method, path, body, key);
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const create = (title: string, more: object = {}): Promise<Body> =>
  must('POST', '/tasks', { title, ...more });
const times = <T>(count: number, each: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => each(i)));
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

/** The key of a new agent, created by an admin. */
async function agentKey(): Promise<string> {
  const agent = await must('POST', '/agents', {
    name: 'scout',
    displayName: 'Scout',
    emoji: '🦉',
    model: 'owl-1',
  });
  const key = await must('POST', '/keys', {
    name: 'Scout',
    kind: 'agent',
    memberId: agent.id,
    scopes: ['tasks:read', 'tasks:write'],
  });
  return key.secret;
}

function races(open: Open): void {
  serving(open);
  describe('at once', () => {
    test('50 concurrent creations get the numbers 1 to 50, each once', async () => {
      const tasks = await times(50, (i) => create(`Task ${i}`));
      const upTo50 = Array.from({ length: 50 }, (_, i) => i + 1);
      expect(tasks.map(({ taskNumber }) => taskNumber).sort((a, b) => a - b)).toEqual(upTo50);

      const { data } = await must('GET', '/tasks?limit=100');
      expect(data.map(({ taskNumber }: Body) => taskNumber)).toEqual(upTo50.toReversed());
      const titles = new Map(tasks.map(({ taskNumber, title }) => [taskNumber, title]));
      for (const { taskNumber, title } of data) expect(title).toBe(titles.get(taskNumber));
    });

    test('refused creations among concurrent ones leave no gap in the numbers', async () => {
      const answers = await times(40, (i) =>
        ask('POST', '/tasks', i % 2 ? { title: `Task ${i}` } : { title: `Task ${i}`, labels: ['unknown'] }),
      );
      const numbers = answers.flatMap(({ status, body }) => (status === 201 ? [body.taskNumber] : []));
      expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    });

    test('of the concurrent relations "A blocks B" and "B blocks A" exactly one succeeds, 20 times', async () => {
      for (let round = 0; round < 20; round++) {
        const [a, b] = await Promise.all([create('A'), create('B')]);
        const answers = await Promise.all([
          ask('POST', `/tasks/${a.taskNumber}/relations`, { type: 'blocks', taskNumber: b.taskNumber }),
          ask('POST', `/tasks/${b.taskNumber}/relations`, { type: 'blocks', taskNumber: a.taskNumber }),
        ]);
        expect(statuses(answers)).toEqual([201, 409]);
        expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe('CYCLE_DETECTED');
        const tasks = [
          await must('GET', `/tasks/${a.taskNumber}`),
          await must('GET', `/tasks/${b.taskNumber}`),
        ];
        expect(tasks.map(({ blocked }) => blocked).sort()).toEqual([false, true]);
        expect(tasks.map(({ relations }) => relations.length)).toEqual([1, 1]);
      }
    });

    test('of concurrent relations that would together close a long cycle one is refused', async () => {
      const tasks = await times(6, (i) => create(`Task ${i}`));
      const answers = await Promise.all(
        tasks.map(({ taskNumber }, i) =>
          ask('POST', `/tasks/${taskNumber}/relations`, {
            type: 'blocks',
            taskNumber: tasks[(i + 1) % tasks.length].taskNumber,
          }),
        ),
      );
      expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 409]);
    });

    test('the same relation created from both tasks at once exists once', async () => {
      const [a, b] = await Promise.all([create('A'), create('B')]);
      const answers = await times(6, (i) =>
        i % 2
          ? ask('POST', `/tasks/${a.id}/relations`, { type: 'blocks', taskNumber: b.taskNumber })
          : ask('POST', `/tasks/${b.id}/relations`, { type: 'blocked_by', taskNumber: a.taskNumber }),
      );
      expect(statuses(answers)).toEqual([201, 409, 409, 409, 409, 409]);
      expect((await must('GET', `/tasks/${a.id}`)).relations).toHaveLength(1);
    });

    test('of two callers that race for the same move one wins, and the other gets 422 from the new status', async () => {
      for (let round = 0; round < 20; round++) {
        const { taskNumber } = await create('A');
        const move = () => ask('POST', `/tasks/${taskNumber}/transition`, { to: 'in_progress' });
        const answers = await Promise.all([move(), move()]);
        expect(statuses(answers)).toEqual([200, 422]);
        const loser = answers.find(({ status }) => status === 422)?.body.error;
        expect(loser).toMatchObject({
          code: 'INVALID_TRANSITION',
          validTransitions: ['backlog', 'todo', 'waiting', 'done', 'canceled'],
        });
        const { data } = await must('GET', `/tasks/${taskNumber}/activity`);
        expect(data.filter(({ action }: Body) => action === 'transitioned')).toHaveLength(1);
      }
    });

    test('a move to in_progress that races a new blocker is either refused or made before the blocker exists', async () => {
      const agent = await agentKey();
      for (let round = 0; round < 10; round++) {
        const [a, b] = await Promise.all([create('A'), create('B')]);
        const [relation, move] = await Promise.all([
          ask('POST', `/tasks/${a.taskNumber}/relations`, { type: 'blocks', taskNumber: b.taskNumber }),
          ask('POST', `/tasks/${b.taskNumber}/transition`, { to: 'in_progress' }, agent),
        ]);
        expect(relation.status).toBe(201);
        const { status } = await must('GET', `/tasks/${b.taskNumber}`);
        expect([move.status, status]).toEqual(move.status === 200 ? [200, 'in_progress'] : [422, 'todo']);
      }
    });

    test('one new label created by 10 concurrent tasks with createMissing exists once', async () => {
      const names = ['Größe', 'größe', 'GRößE', 'grÖßE', 'Gro\u0308ße'];
      const tasks = await times(10, (i) =>
        create(`Task ${i}`, { labels: [names[i % names.length]], createMissing: true }),
      );
      const { data } = await must('GET', '/labels');
      expect(data).toHaveLength(1);
      for (const { labels } of tasks) expect(labels).toEqual(data);
    });

    test('of 10 concurrent requests for one new label one creates it, and the others get 409', async () => {
      const answers = await times(10, (i) => ask('POST', '/labels', { name: i % 2 ? 'bug' : 'BUG' }));
      expect(statuses(answers)).toEqual([201, ...Array(9).fill(409)]);
      for (const { status, body } of answers)
        if (status === 409) expect(body.error.code).toBe('LABEL_EXISTS');
      expect((await must('GET', '/labels')).data).toHaveLength(1);
    });

    test('one new label created concurrently by tasks and label requests exists once', async () => {
      const answers = await times(10, (i) =>
        i % 2
          ? ask('POST', '/labels', { name: 'bug' })
          : ask('POST', '/tasks', { title: `Task ${i}`, labels: ['Bug'], createMissing: true }),
      );
      for (const [i, { status }] of answers.entries()) if (i % 2 === 0) expect(status).toBe(201);
      expect((await must('GET', '/labels')).data).toHaveLength(1);
    });

    test('concurrent updates of different fields lose nothing', async () => {
      const project = await must('POST', '/projects', { title: 'Launch' });
      for (let round = 0; round < 10; round++) {
        const { taskNumber } = await create('Before');
        const changes = [
          { title: 'After' },
          { description: 'Text' },
          { priority: 'p0' },
          { assignedTo: 'ada' },
          { projectId: project.id },
          { tags: ['web'] },
          { labels: ['bug'], createMissing: true },
          { dueDate: 0 },
          { effort: 'xl' },
        ];
        await Promise.all([
          ...changes.map((change) => must('PATCH', `/tasks/${taskNumber}`, change)),
          must('POST', `/tasks/${taskNumber}/transition`, { to: 'waiting' }),
          must('POST', `/tasks/${taskNumber}/archive`),
        ]);
        expect(await must('GET', `/tasks/${taskNumber}`)).toMatchObject({
          title: 'After',
          description: 'Text',
          priority: 'p0',
          assignedTo: 'ada',
          project: { id: project.id },
          tags: ['web'],
          labels: [{ name: 'bug' }],
          dueDate: '1970-01-01T00:00:00.000Z',
          effort: 'xl',
          status: 'waiting',
          archived: true,
        });
      }
      expect((await must('GET', `/projects/${project.id}`)).taskCounts.total).toBe(0);
    });

    test('of 8 concurrent new members with one name, people and agents, one is created', async () => {
      const answers = await times(8, (i) =>
        i % 2
          ? ask('POST', '/members', { name: 'Sam', displayName: `Sam ${i}` })
          : ask('POST', '/agents', { name: 'sam', displayName: `Sam ${i}`, emoji: '🤖', model: 'm' }),
      );
      expect(statuses(answers)).toEqual([201, ...Array(7).fill(409)]);
    });

    test('an invitation accepted 5 times at once yields one key', async () => {
      const { invitation } = await must('POST', '/members', { name: 'bob', displayName: 'Bob' });
      const answers = await times(5, () => ask('POST', '/invitations/accept', { code: invitation.code }));
      expect(statuses(answers)).toEqual([201, 404, 404, 404, 404]);
    });

    test('of two admins who demote each other at once one stays an admin', async () => {
      const { id: bob } = await must('POST', '/members', { name: 'bob', displayName: 'Bob', role: 'admin' });
      const { caller } = await must('GET', '/me');
      const answers = await Promise.all([
        ask('PATCH', `/members/${bob}`, { role: 'member' }),
        ask('PATCH', `/members/${caller.id}`, { role: 'member' }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const { data } = await must('GET', '/members?type=human');
      expect(data.filter(({ role }: Body) => role === 'admin')).toHaveLength(1);
    });

    test('the counts of a project are correct after 60 concurrent changes', async () => {
      const { id: projectId } = await must('POST', '/projects', { title: 'Launch' });
      const tasks = await times(30, (i) => create(`Task ${i}`, { projectId }));
      await Promise.all(
        tasks.flatMap(({ taskNumber }, i) => [
          ask('POST', `/tasks/${taskNumber}/transition`, { to: i % 2 ? 'in_progress' : 'waiting' }),
          i % 3
            ? ask('POST', `/tasks/${taskNumber}/archive`)
            : ask('PATCH', `/tasks/${taskNumber}`, { effort: 's' }),
        ]),
      );
      const { data } = await must('GET', `/tasks?projectId=${projectId}&limit=100`);
      const count = (status: string) => data.filter((task: Body) => task.status === status).length;
      expect((await must('GET', `/projects/${projectId}`)).taskCounts).toEqual({
        total: 10,
        backlog: 0,
        todo: 0,
        in_progress: count('in_progress'),
        waiting: count('waiting'),
        done: 0,
        canceled: 0,
      });
      expect(data).toHaveLength(10);
    });
  });

  test('a new user creates three tasks, moves and blocks them, completes them and verifies a goal', async () => {
    const agent = await agentKey();
    const goal = await must('POST', '/goals', { title: 'We have launched' });
    const project = await must('POST', '/projects', { title: 'Launch', goalId: goal.id });
    const [plan, build, ship] = [
      await create('Plan', { projectId: project.id }),
      await create('Build', { projectId: project.id, assignedTo: 'scout' }),
      await create('Ship', { projectId: project.id }),
    ];
    expect([plan, build, ship].map(({ taskNumber }) => taskNumber)).toEqual([1, 2, 3]);

    await must('POST', '/tasks/1/relations', { type: 'blocks', taskNumber: 2 });
    const refused = await ask('POST', '/tasks/2/transition', { to: 'in_progress' }, agent);
    expect(refused).toMatchObject({
      status: 422,
      body: {
        error: {
          code: 'TASK_BLOCKED',
          blockers: [{ taskNumber: 1, title: 'Plan', status: 'todo', assignedTo: null }],
        },
      },
    });
    expect((await must('POST', '/tasks/2/transition', { to: 'in_progress' })).status).toBe('in_progress');

    const stopped = await ask('POST', '/tasks/2/transition', { to: 'done' }, agent);
    expect(stopped).toMatchObject({ status: 403, body: { error: { code: 'AGENT_COMPLETION_DISABLED' } } });
    await must('POST', '/tasks/2/transition', { to: 'waiting', reason: 'Please look' }, agent);
    await must('POST', '/tasks/2/transition', { to: 'done' });
    for (const task of [1, 3]) {
      await must('POST', `/tasks/${task}/transition`, { to: 'in_progress' });
      expect((await must('POST', `/tasks/${task}/transition`, { to: 'done' })).completedAt).not.toBeNull();
    }
    expect((await must('GET', `/projects/${project.id}`)).taskCounts).toMatchObject({ total: 3, done: 3 });

    const proposed = await must(
      'POST',
      `/goals/${goal.id}/verify`,
      { passed: true, evidence: 'It is live' },
      agent,
    );
    expect(proposed).toMatchObject({ status: 'verification_pending', lastVerification: { byType: 'agent' } });
    const met = await must('POST', `/goals/${goal.id}/verify`, { passed: true, evidence: 'I have seen it' });
    expect(met).toMatchObject({ status: 'met', lastVerification: { byName: 'ada', byType: 'human' } });
  });
}

describe('on SQLite', () => {
  let folder: string;
  races(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tandem-races-'));
    return [sqliteStorage({ file: join(folder, 'tandem.db') })];
  });
  afterEach(() => rmSync(folder, { recursive: true }));
});

onPostgres('on three servers of a PostgreSQL', ({ newDatabase }) => {
  const open = (url: string) => postgresStorage({ url, connections: 4, allowUnsafe: true });
  const make = async (url: string) => (await open(url)).close();
  races(async () => {
    const url = await newDatabase({ name: `tandem_races_${process.pid}`, make });
    return Promise.all([open(url), open(url), open(url)]);
  });
});
