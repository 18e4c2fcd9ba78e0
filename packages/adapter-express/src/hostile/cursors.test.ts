import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import { type Operation, operations } from '@tandem/contract';
import type { Storage } from '@tandem/core';
import { inMemoryStorage } from '@tandem/core/in-memory';
import { checkAnswer } from '../testing/check-answer.ts';
import type { Answer } from '../testing/client.ts';
import { type Example, exampleOf, holderFor, NEEDED, open } from '../testing/examples.ts';
import { type Seed, seed } from '../testing/seed.ts';
import { type Body, type Office, outcome, type World, world } from '../testing/world.ts';

const lists = operations.filter(({ query }) => 'cursor' in query.shape);

/** Queries that give each list more than one page of one item; the seed fills most lists. */
const QUERY: Record<string, Record<string, string>> = {
  ...NEEDED,
  'agents.telemetry': { history: 'true' },
};

let w: World;
let ours: Seed;
let theirs: Seed;

const folder = mkdtempSync(join(tmpdir(), 'tandem-cursors-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Ask = { office?: Office; seeded?: Seed; query?: Record<string, string> };

async function ask(
  operation: Operation,
  { office = w, seeded = ours, query = {} }: Ask = {},
): Promise<Answer> {
  const example: Example = { params: exampleOf(operation, seeded).params ?? {} };
  const test = open(holderFor(office, example), operation, example);
  const answer = await test.query({ ...QUERY[operation.id], ...query });
  checkAnswer(answer);
  return answer;
}

/** Creates two entries for every list, so that a page of one is followed by another. */
async function doubled(office: Office, s: Seed): Promise<void> {
  const { admin, runtime } = office;
  await admin.creates('/labels', { name: 'second' });
  await admin.does('post', `/verifications/${s.failedVerificationId}/retry`);
  await admin.creates('/sessions', { key: admin.secret });
  await admin.creates('/initiatives', { name: 'Second' });
  await admin.creates('/views', { name: 'Second' });
  await admin.creates('/goals', { title: 'Second', description: 'e' });
  await admin.creates('/goals', { title: 'Third', description: 'e' });
  for (const title of ['Second', 'Third'])
    await admin.creates('/projects', { title, initiativeId: s.initiativeId });
  for (const title of ['One', 'Two']) await admin.creates('/tasks', { title, projectId: s.projectId });
  await admin.creates(`/tasks/${s.taskId}/comments`, { body: 'Second' });
  const file = await admin.request('post', '/files').attach('file', Buffer.from('x'), 'x.txt');
  await admin.creates(`/tasks/${s.taskId}/attachments`, { fileId: file.body.id });
  for (const passed of [false, false])
    await admin.does('post', `/goals/${s.goalId}/verify`, { passed, evidence: 'x' });
  const point = { status: 'idle', model: 'm', contextTokens: 1, contextLimit: 1, activeSessions: 1 };
  for (const _ of [1, 2]) await runtime.creates(`/agents/${s.agentId}/telemetry`, point);
  for (const to of ['todo', 'waiting'])
    await office.agent.does('post', `/tasks/${s.taskId}/transition`, { to, reason: 'x' });
  await admin.does('post', `/tasks/${s.provenTaskId}/transition`, { to: 'in_progress' });
  const result = { outcome: 'succeeded', summary: 'x', usage: { cost: 1 } };
  await office.agent.creates(`/tasks/${s.provenTaskId}/results`, result);
  await runtime.does('post', `/tasks/${s.claimedTaskId}/claim/heartbeat`, {
    token: s.claimToken,
    usage: { cost: 1 },
  });
  const held = await admin.reads(`/tasks/${s.claimedTaskId}`);
  await runtime.does('post', `/tasks/${s.claimedTaskId}/claim`, {
    agentId: held.claim.agent.id,
    takeOver: true,
  });
  await admin.creates('/webhooks', { url: 'https://example.org/second', types: ['*'] });
  await admin.creates('/imports', { source: 'second' });
  await admin.creates(`/webhooks/${s.webhookId}/test`, {});
  const question = { kind: 'text', text: 'x' };
  await office.agent.creates(`/tasks/${s.provenTaskId}/questions`, question);
}

const cursors = new Map<string, string>();

async function begin(storage: Storage): Promise<void> {
  w = await world({ storage });
  ours = await seed(w);
  theirs = await seed(w.other);
  await doubled(w, ours);
  await doubled(w.other, theirs);
  for (const operation of lists) {
    const { body } = await ask(operation, { query: { limit: '1' } });
    cursors.set(operation.id, body.cursor);
  }
}

const STORAGES: [string, () => Storage][] = [
  ['in memory', inMemoryStorage],
  ['on SQLite', () => sqliteStorage({ file: join(folder, 'tandem.db') })],
];

describe.each(STORAGES)('%s', (_name, storage) => {
  beforeAll(() => begin(storage()));
  afterAll(() => w.tandem.close());
  afterEach(() => expect(w.faults).toEqual([]));

  test('every list of the contract returns a cursor when there are more items', () => {
    expect([...cursors].filter(([, cursor]) => typeof cursor !== 'string')).toEqual([]);
    expect(cursors.size).toBeGreaterThan(15);
  });

  test.each(lists.map((operation): [string, Operation] => [operation.id, operation]))(
    '%s accepts its own cursor, and rejects those of other lists, workspaces and filters',
    async (id, operation) => {
      const own = cursors.get(id) as string;
      expect((await ask(operation, { query: { cursor: own } })).status).toBe(200);
      for (const [other, cursor] of cursors) {
        if (other === id) continue;
        expect([other, outcome(await ask(operation, { query: { cursor } }))]).toEqual([
          other,
          '400 INVALID_CURSOR',
        ]);
      }
      const theirOwn = (await ask(operation, { office: w.other, seeded: theirs, query: { limit: '1' } })).body
        .cursor;
      expect(outcome(await ask(operation, { query: { cursor: theirOwn } }))).toBe('400 INVALID_CURSOR');
      for (const [name, values] of Object.entries(FILTERS)) {
        if (!(name in operation.query.shape)) continue;
        for (const value of values) {
          // The default changes nothing.
          if (operation.query.shape[name]?.safeParse(undefined).data === value) continue;
          const answer = await ask(operation, { query: { [name]: value, cursor: own } });
          expect([name, value, outcome(answer)]).toEqual([name, value, expect.stringMatching(/^400 /)]);
        }
      }
    },
  );

  /**
   * Cursors with a valid fingerprint and an arbitrary position, which anyone who knows the format can make.
   */
  const forgeries = (cursor: string): string[] => {
    const parts: Body = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const positions = [
      ...[0, -1, 1, 1.5, 2 ** 53 - 1, -(2 ** 53), 1e308, null, true, {}, [], [[]], { __proto__: null }],
      ...['', '0', '-1', 'a\0b', '\ud800', '\uffff', "' OR 1=1 --", '%', '🦉', 'x'.repeat(5_000)],
    ];
    return [
      ...positions.map((position) => inCursor([parts[0], position])),
      inCursor([parts[0]]),
      inCursor([...parts, ...parts]),
      inCursor({ 0: parts[0], 1: parts[1], length: 2 }),
      inCursor(parts[0]),
      `${cursor}===`,
      `${cursor}\n`,
      cursor.toUpperCase(),
    ];
  };

  test.each(lists.map((operation): [string, Operation] => [operation.id, operation]))(
    '%s discloses nothing to a forged cursor, and does not fail',
    async (id, operation) => {
      const mine = new Set(idsIn(await ask(operation, { query: { limit: '100' } })));
      for (const cursor of forgeries(cursors.get(id) as string)) {
        const answer = await ask(operation, { query: { cursor, limit: '100' } });
        expect([200, 400]).toContain(answer.status);
        if (answer.status === 400) expect(outcome(answer)).toMatch(/INVALID_CURSOR|VALIDATION_ERROR/);
        else expect(idsIn(answer).filter((each) => !mine.has(each))).toEqual([]);
      }
    },
  );
});

/** Alternative filter values for the lists that have filters. */
const FILTERS: Record<string, string[]> = {
  status: ['todo', 'idle', 'active,archived', 'archived', 'open'],
  priority: ['p0'],
  effort: ['xs'],
  archived: ['true'],
  assigned: ['ada', 'unassigned'],
  project: ['none'],
  labelMode: ['all'],
  ready: ['true'],
  sort: ['due'],
  waitingFor: ['review'],
  createdSince: ['1'],
  updatedSince: ['1'],
  completedSince: ['1'],
  dueAfter: ['1'],
  dueBefore: ['1'],
  blocked: ['true'],
  hasClaim: ['false'],
  tags: ['web'],
  label: ['seed'],
  createdBy: ['ada'],
  projectId: ['x'],
  initiativeId: ['x'],
  type: ['human'],
  unread: ['true'],
  order: ['asc', 'desc'],
  q: ['other'],
  types: ['goal'],
};

const inCursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const idsIn = ({ body }: Answer): string[] =>
  (body.data as Body[]).map((item) => item.id ?? JSON.stringify(item));
