import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresStorage } from '@tandem/adapter-postgres';
import { onPostgres } from '@tandem/adapter-postgres/testing';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import { IMPORTED_TYPES, type Storage } from '@tandem/core';
import { type Seed, seed } from '../testing/seed.ts';
import { type Api, type Body, type World, world } from '../testing/world.ts';

/** What isn't imported (docs/export.md). */
const LEFT_OUT = [
  'attempt',
  'checkpoint',
  'subscription',
  'usage',
  'preferences',
  'chat',
  'message',
  'event',
];

/** Records per request. */
const AT_ONCE = 40;

const folder = mkdtempSync(join(tmpdir(), 'tandem-round-trip-'));
afterAll(() => rmSync(folder, { recursive: true }));

const binary = (api: Api, path: string) =>
  api
    .request('get', path)
    .buffer(true)
    .parse((res, done) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => done(null, Buffer.concat(chunks)));
    });

async function exported(api: Api): Promise<Body[]> {
  const { text } = await api.request('get', '/export');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Body);
}

/** The content of an export, without what differs between workspaces: ids of files, and of the admin who imports. */
function canonical(records: readonly Body[]): string[] {
  const names = new Map<string, string>();
  for (const record of records) {
    if (record.type === 'member' && record.name === 'ada') names.set(record.id, 'ADA');
    if (record.type === 'file') names.set(record.id, `FILE ${record.sha256} ${record.fileName}`);
  }
  const transcripts = records.flatMap(({ type, transcript }) =>
    type === 'attempt' ? transcript?.fileId : [],
  );
  return records
    .filter(({ type }) => type !== undefined && type !== 'end' && !LEFT_OUT.includes(type))
    .filter(({ id, type }) => type !== 'file' || !transcripts.includes(id))
    .map((record) =>
      record.name === 'ada' ? { ...record, createdAt: null, updatedAt: null, email: null } : record,
    )
    .map((record) =>
      [...names].reduce((text, [id, name]) => text.replaceAll(id, name), JSON.stringify(record)),
    )
    .sort();
}

async function copyTo(target: Api, source: Api, records: readonly Body[]): Promise<Body> {
  const { id } = await target.creates('/imports', { source: 'tandem' });
  const uploads = new Map<string, string>();
  for (let i = 0; i < records.length; i += AT_ONCE) {
    const some = records
      .slice(i, i + AT_ONCE)
      .filter(({ type }) => (IMPORTED_TYPES as readonly string[]).includes(type));
    for (const record of some)
      if (record.type === 'file') {
        const { body } = await binary(source, `/files/${record.id}/content`);
        const upload = await target.request('post', '/files').attach('file', body, record.fileName);
        uploads.set(record.id, upload.body.id);
      }
    const sent = some.map((record) => ({ ...record, uploadId: uploads.get(record.id) }));
    if (some.length > 0) await target.does('post', `/imports/${id}/records`, { records: sent });
  }
  return target.does('post', `/imports/${id}/finish`);
}

/** An empty workspace of the service, with the admin ada. */
async function emptyWorkspace(w: World): Promise<Api> {
  const { workspace } = await w.tandem.operator.createWorkspace({
    name: 'Copy',
    admin: { name: 'ada', displayName: 'Ada Lovelace' },
  });
  const key = { name: 'Own', kind: 'person', scopes: ['full'] } as const;
  return w.as((await w.tandem.operator.createKey(workspace.id, 'ada', key)).secret);
}

/** Adds what the seed lacks: sub-tasks, reviews, answers, removed members, other alphabets. */
async function grow({ admin, person, agent, service }: World, seeded: Seed): Promise<void> {
  const below = await admin.creates('/tasks', { title: 'Below' });
  const above = await admin.creates('/tasks', { title: 'Above' });
  await admin.does('patch', `/tasks/${below.id}`, {
    parentTaskNumber: above.taskNumber,
    description: 'Ünïcode \u2028 "quoted"\n🌱 עברית',
  });
  await admin.creates(`/tasks/${seeded.provenTaskId}/reviews`, {
    verdict: 'returned',
    comment: 'Show more 🔍',
    criteria: [{ id: seeded.provenCriterionId, status: 'returned', comment: 'No' }],
  });
  await admin.does('post', `/questions/${seeded.questionId}/answer`, { choice: '2', comment: 'それ' });
  const bud = await admin.creates('/agents', { name: 'bud', displayName: 'Bud', emoji: '🌿', model: 'm' });
  await admin.creates('/tasks', { title: 'Closed by a removed one', assignedTo: 'bud', status: 'done' });
  await admin.delete(`/agents/${bud.id}`);
  await admin.does('patch', `/agents/${seeded.agentId}`, {
    reportsTo: 'bob',
    limits: { usage: { cost: { perDay: 3 } } },
  });
  await admin.does('patch', '/tasks/2', { budget: { cost: 5 }, metadata: { team: 'Gärten' }, after: 1 });
  await admin.does('post', `/goals/${seeded.goalId}/verify`, { passed: false, evidence: 'Not yet ⏳' });
  await person.creates('/tasks/2/comments', { body: 'Ελληνικά' });
  await agent.creates('/tasks/2/relations', { type: 'duplicate_of', taskNumber: 3 });
  await service.creates('/tasks/2/comments', { body: 'By a service' });
}

/** Exports a workspace, imports it into an empty one twice, undoes that, and compares the exports. */
async function roundTrip(storage?: Storage): Promise<void> {
  const w = await world(storage && { storage });
  await grow(w, await seed(w));
  const { id } = await w.admin.creates('/imports', { source: 'linear' });
  const foreign = { type: 'task', externalId: 'ENG-1', title: 'Foreign', createdBy: 'grace@example.com' };
  await w.admin.does('post', `/imports/${id}/records`, { records: [foreign] });
  const before = await exported(w.admin);
  expect(before).toContainEqual(
    expect.objectContaining({ memberType: 'external', name: 'grace-example.com' }),
  );
  const target = await emptyWorkspace(w);
  const empty = canonical(await exported(target));
  const first = await copyTo(target, w.admin, before);
  expect(first.warnings).toEqual([]);
  const after = await exported(target);
  expect(canonical(after)).toEqual(canonical(before));
  const again = await copyTo(target, w.admin, await exported(w.admin));
  const outcomes = Object.values(again.counts as Body).flatMap((counts) => Object.keys(counts as Body));
  expect(new Set(outcomes)).toEqual(new Set(['unchanged']));
  expect(canonical(await exported(target))).toEqual(canonical(before));
  for (const { id } of [again, first]) {
    const undone = await target.does('post', `/imports/${id}/undo`);
    expect(undone).toMatchObject({ state: 'undone', undo: { left: [] } });
  }
  expect(canonical(await exported(target))).toEqual(empty);
  expect(w.faults).toEqual([]);
}

test(
  'an export that is imported into an empty workspace, once or twice, is exported as it was',
  () => roundTrip(),
  60_000,
);

test('an export is imported as it was on SQLite', async () => {
  const storage = sqliteStorage({ file: join(folder, 'data.db') });
  await roundTrip(storage);
  await storage.close();
}, 60_000);

onPostgres('on PostgreSQL', ({ newDatabase }) => {
  test('an export is imported as it was', async () => {
    const storage = await postgresStorage({ url: await newDatabase(), connections: 3, allowUnsafe: true });
    await roundTrip(storage);
    await storage.close();
  }, 60_000);
});
