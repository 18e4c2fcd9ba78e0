import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import { inMemoryStorage } from '@tandem/core/in-memory';
import { held } from '../testing/conversation.ts';
import { runningAgain } from '../testing/running-again.ts';
import { type Holder, outcome, type World, world } from '../testing/world.ts';

const HOUR = 60 * 60 * 1000;
const REPLAYED = 'idempotent-replayed';

let w: World;
beforeEach(async () => {
  w = await world();
});
afterEach(() => expect(w.faults).toEqual([]));

const post = (by: Holder, path: string, body: object, key = 'k') =>
  by.request('post', path).set('Idempotency-Key', key).send(body);
const titles = async () => (await w.admin.readsAll('/tasks')).map(({ title }) => title).reverse();

describe('an idempotency key', () => {
  test('an idempotency key is separate for each path', async () => {
    const { id } = await w.admin.creates('/tasks', { title: 'A' });
    const { id: other } = await w.admin.creates('/tasks', { title: 'B' });
    const answers = [
      await post(w.admin, `/tasks/${id}/comments`, { body: 'Hello' }),
      await post(w.admin, `/tasks/${other}/comments`, { body: 'Hello' }),
      await post(w.admin, `/tasks/1/comments`, { body: 'Hello' }),
    ];
    expect(answers.map(({ status, headers }) => [status, headers[REPLAYED]])).toEqual(
      Array(3).fill([201, undefined]),
    );
    expect((await w.admin.reads(`/tasks/${id}/comments`)).data).toHaveLength(2);
  });

  test('an idempotency key is shared by the keys of a member, and separate for a service', async () => {
    const path = '/tasks';
    await post(w.person, path, { title: 'A' });
    const replayed = async (by: Holder) => (await post(by, path, { title: 'A' })).headers[REPLAYED] ?? 'made';
    expect(await replayed(w.actingAsPerson)).toBe('true');
    expect(await replayed(await w.keyFor('bob', 'person', ['tasks:write']))).toBe('true');
    for (const other of [w.admin, w.service, w.runtime, w.agent, w.other.person]) {
      expect(await replayed(other)).toBe('made');
    }
  });

  test('an idempotency key replays nothing to a revoked key, or one without the scope', async () => {
    const writer = await w.keyFor('bob', 'person', ['tasks:write']);
    await post(writer, '/tasks', { title: 'A' });
    const reader = await w.keyFor('bob', 'person', ['tasks:read']);
    expect(outcome(await post(reader, '/tasks', { title: 'A' }))).toBe('403 INSUFFICIENT_SCOPE');
    await w.admin.delete(`/keys/${writer.secret.split('_')[1]}`);
    expect(outcome(await post(writer, '/tasks', { title: 'A' }))).toBe('401 UNAUTHENTICATED');
  });

  test('an invalid idempotency key is 400 before any other refusal', async () => {
    for (const key of [' ', 'x'.repeat(256)]) {
      const answer = await post(w.admin, '/tasks/99/comments', { body: 'Hello' }, key);
      expect([outcome(answer), Object.keys(answer.body.error.fields)]).toEqual([
        '400 VALIDATION_ERROR',
        ['Idempotency-Key'],
      ]);
    }
  });

  test('the order of fields and ignored fields do not change the payload of an idempotency key', async () => {
    await post(w.admin, '/tasks', { title: 'A', priority: 'p1' });
    const again = await post(w.admin, '/tasks', { ignored: 1, priority: 'p1', title: 'A' });
    expect([again.status, again.headers[REPLAYED]]).toEqual([201, 'true']);
  });

  test('a replay returns the original response, even after a deletion', async () => {
    const first = await post(w.admin, '/projects', { title: 'P' });
    await w.admin.delete(`/projects/${first.body.id}`);
    expect((await post(w.admin, '/projects', { title: 'P' })).body).toEqual(first.body);
    expect(await w.admin.readsAll('/projects')).toEqual([]);
  });

  test('a replayed or refused upload leaves no file', async () => {
    const upload = (text: string) =>
      w.admin
        .request('post', '/files')
        .set('Idempotency-Key', 'k')
        .attach('file', Buffer.from(text), 'a.txt');
    const first = await upload('Hello');
    const again = await upload('Hello');
    expect([again.body, again.headers[REPLAYED]]).toEqual([first.body, 'true']);
    expect(outcome(await upload('Something else'))).toBe('409 IDEMPOTENCY_KEY_REUSED');
    w.clock.advance(2 * HOUR);
    expect(await w.tandem.files.sweep()).toBe(0);
    const content = await w.admin.request('get', `/files/${first.body.id}/content`).responseType('blob');
    expect([content.status, String(content.body)]).toEqual([200, 'Hello']);
  });

  test('a replayed waiting claim has the same token, and a repeat without a result waits again', async () => {
    let listeners = 0;
    w.server.prependListener('request', (_req, res) => {
      res.once('finish', () => {
        listeners = Math.max(listeners, res.listenerCount('close'));
      });
    });
    const claim = () => post(w.agent, '/tasks/claim', { wait: 25, priority: ['p0'] });
    const waiting = claim().then((answer) => answer);
    await held(w.tandem, 1);
    await w.admin.patch(`/agents/${w.agent.id}`, { paused: true });
    for (let i = 0; i < 15; i++) await w.admin.creates('/tasks', { title: `T${i}`, priority: 'p0' });
    await w.admin.patch(`/agents/${w.agent.id}`, { paused: false });
    const first = await waiting;
    const again = await claim();
    expect([first.status, first.body.task.title]).toEqual([200, 'T0']);
    expect([again.text, again.headers[REPLAYED]]).toEqual([first.text, 'true']);
    expect(listeners).toBeLessThan(5);
  });

  test('creating an existing relation under an idempotency key is refused, and counts for the person who asked', async () => {
    for (const title of ['A', 'B']) await w.agent.creates('/tasks', { title });
    const relation = await w.agent.creates('/tasks/1/relations', { type: 'blocks', taskNumber: 2 });
    const asked = await post(w.admin, '/tasks/1/relations', { type: 'blocks', taskNumber: 2 });
    expect(outcome(asked)).toBe('409 DUPLICATE_RELATION');
    expect(outcome(await w.agent.delete(`/tasks/1/relations/${relation.id}`))).toBe('403 HUMANS_ONLY');
  });
});

describe('many requests at once on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-terms-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('concurrent requests on SQLite are each executed once, and refused ones not at all', async () => {
    w = await world({ storage: sqliteStorage({ file: join(folder, 'tandem.db') }) });
    await w.admin.creates('/tasks', { title: 'Taken' });
    const creations = Array.from({ length: 12 }, (_, i) =>
      post(w.admin, '/tasks', { title: `T${i % 4}` }, `k${i % 4}`),
    );
    const stale = Array.from({ length: 4 }, () =>
      w.admin.request('patch', '/tasks/1').set('If-Match', '"old"').send({ title: 'No' }),
    );
    const answers = await Promise.all([...creations, ...stale]);
    expect(answers.map(({ status }) => status)).toEqual([...Array(12).fill(201), ...Array(4).fill(412)]);
    const made = answers.slice(0, 12);
    expect(made.filter(({ headers }) => headers[REPLAYED] === undefined)).toHaveLength(4);
    expect((await titles()).sort()).toEqual(['T0', 'T1', 'T2', 'T3', 'Taken']);
    await w.tandem.close();
  });

  test('of two concurrent changes of one state on SQLite one succeeds', async () => {
    w = await world({ storage: sqliteStorage({ file: join(folder, 'two.db') }) });
    await w.admin.creates('/tasks', { title: 'A' });
    const { headers } = await w.admin.get('/tasks/1');
    const change = (title: string) =>
      w.admin
        .request('patch', '/tasks/1')
        .set('If-Match', headers.etag as string)
        .send({ title });
    const answers = await Promise.all(['B', 'C', 'D'].map(change));
    expect(answers.map(outcome).sort()).toEqual([
      '200',
      '412 PRECONDITION_FAILED',
      '412 PRECONDITION_FAILED',
    ]);
    await w.tandem.close();
  });
});

test('a unit of work that runs twice reports Preference-Applied once', async () => {
  w = await world({ storage: runningAgain(inMemoryStorage()) });
  const { id } = await w.admin.creates('/members', { name: 'carl', displayName: 'Carl' });
  const removed = await w.admin
    .request('delete', `/members/${id}`)
    .set({ 'Idempotency-Key': 'k', Prefer: 'return=representation' });
  expect([removed.status, removed.headers['preference-applied']]).toEqual([200, 'return=representation']);
});

describe('an ETag', () => {
  const tagAt = async (path: string) => (await w.admin.get(path)).headers.etag as string;

  test('an ETag changes with what the resource shows, and with nothing else', async () => {
    const project = await w.admin.creates('/projects', { title: 'P' });
    const task = await w.admin.creates('/tasks', {
      title: 'A',
      assignedTo: 'scout',
      projectId: project.id,
      labels: ['l'],
      createMissing: true,
    });
    const { id: other } = await w.admin.creates('/tasks', { title: 'B' });
    const path = `/tasks/${task.id}`;
    const seen = [await tagAt(path)];
    const changes = [
      () => w.admin.patch(path, { title: 'C' }),
      () => w.admin.patch(`/agents/${w.agent.id}`, { name: 'spotter' }),
      () => w.admin.patch(`/labels/${task.labels[0].id}`, { color: 'red' }),
      () => w.admin.patch(`/projects/${project.id}`, { title: 'Q' }),
      () => w.admin.post(`${path}/relations`, { type: 'blocked_by', taskNumber: 2 }),
      () => w.admin.patch(`/tasks/${other}`, { title: 'D' }),
      () => w.admin.post(`/tasks/${other}/transition`, { to: 'canceled' }),
    ];
    for (const change of changes) {
      await change();
      seen.push(await tagAt(path));
    }
    expect(new Set(seen).size).toBe(seen.length);
    await w.admin.post(`${path}/comments`, { body: 'Hello' });
    await w.admin.patch(path, { title: 'C' });
    expect(await tagAt(path)).toBe(seen.at(-1));
  });

  test('the ETag of a response with a one-time secret is that of later reads', async () => {
    const member = await w.admin.post('/members', { name: 'carl', displayName: 'Carl' });
    expect(member.headers.etag).toBe(await tagAt(`/members/${member.body.id}`));
    const key = await w.admin.post('/keys', { name: 'CI', kind: 'service', scopes: ['tasks:read'] });
    const revoked = await w.admin
      .request('delete', `/keys/${key.body.id}`)
      .set('If-Match', key.headers.etag as string);
    expect(revoked.status).toBe(204);
  });

  test('the ETag of a created or changed task is valid for the next change', async () => {
    const made = await w.admin.post('/tasks', { title: 'A' });
    const change = (verb: 'patch' | 'post', path: string, body: object, tag: string) =>
      w.admin.request(verb, path).set('If-Match', tag).send(body);
    const changed = await change('patch', '/tasks/1', { title: 'B' }, made.headers.etag as string);
    const moved = await change(
      'post',
      '/tasks/1/transition',
      { to: 'waiting' },
      changed.headers.etag as string,
    );
    expect([changed.status, moved.status]).toEqual([200, 200]);
    expect(moved.headers.etag).toBe(await tagAt('/tasks/1'));
  });

  test('HEAD has the same ETag as GET', async () => {
    await w.admin.creates('/tasks', { title: 'A' });
    const head = await w.admin.request('head', '/tasks/1');
    expect(head.headers.etag).toBe(await tagAt('/tasks/1'));
    const known = await w.admin.request('head', '/tasks/1').set('If-None-Match', head.headers.etag as string);
    expect(known.status).toBe(304);
  });
});

describe('If-Match', () => {
  test('If-Match on a missing resource, or without the right, is refused as without it', async () => {
    const change = (by: Holder, path: string) =>
      by.request('patch', path).set('If-Match', '*').send({ displayName: 'X' });
    expect(outcome(await change(w.admin, '/members/none'))).toBe('404 NOT_FOUND');
    expect(outcome(await change(w.person, '/members/none'))).toBe('403 FORBIDDEN');
    expect(outcome(await change(w.person, `/members/${w.person.id}`))).toBe('403 FORBIDDEN');
  });

  test('with If-Match and an idempotency key, a replay ignores the current ETag', async () => {
    await w.admin.creates('/tasks', { title: 'A' });
    const { headers } = await w.admin.get('/tasks/1');
    const change = () =>
      w.admin
        .request('patch', '/tasks/1')
        .set({ 'If-Match': headers.etag as string, 'Idempotency-Key': 'k' })
        .send({ title: 'B' });
    const first = await change();
    const again = await change();
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    const stale = w.admin.request('patch', '/tasks/1').set({ 'If-Match': '"old"', 'Idempotency-Key': 'l' });
    expect(outcome(await stale.send({ title: 'C' }))).toBe('412 PRECONDITION_FAILED');
    const later = await w.admin.request('patch', '/tasks/1').set('Idempotency-Key', 'l').send({ title: 'D' });
    expect([later.status, later.body.title]).toEqual([200, 'D']);
  });
});
