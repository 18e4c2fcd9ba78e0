import { createHash } from 'node:crypto';
import { exportEnd, exportHeader, exportRecord } from '@tandem/contract';
import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const exported = async (query: Body = {}) => {
  const { text, headers, status } = await w.admin.request('get', '/export').query(query);
  const lines = text.trimEnd().split('\n');
  return {
    status,
    type: headers['content-type'],
    text,
    records: lines.map((line) => JSON.parse(line) as Body),
  };
};

test('exports a header, records that refer only to earlier ones, and an end with counts and a digest', async () => {
  const project = await w.admin.creates('/projects', { title: 'Gärten 🌱' });
  await w.admin.creates('/tasks', { title: 'First' });
  await w.admin.creates('/tasks', {
    title: 'Second',
    projectId: project.id,
    assignedTo: 'scout',
    labels: ['red'],
    createMissing: true,
    criteria: [{ text: 'It grows' }],
  });
  await w.admin.does('patch', '/tasks/1', { parentTaskNumber: 2 });
  await w.admin.creates('/tasks/1/comments', { body: 'Ünïcode \u2028 "quoted"\nlines' });
  const upload = await w.admin
    .request('post', '/files')
    .attach('file', Buffer.from('x'), { filename: 'ä.txt' });
  await w.admin.creates('/tasks/1/attachments', { fileId: upload.body.id });
  const { token } = (await w.agent.does('post', '/tasks/1/claim')).lease;
  await w.agent.creates('/tasks/1/results', { token, outcome: 'succeeded', summary: 'Grown' });

  const { status, type, text, records } = await exported();
  expect([status, type]).toEqual([200, 'application/x-ndjson']);
  const [header, ...rest] = records;
  const end = rest.pop() as Body;
  expect(exportHeader.strict().parse(header)).toEqual(header);
  for (const record of rest) expect(exportRecord.parse(record)).toEqual(record);
  expect(exportEnd.parse(end)).toEqual(end);
  const before = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1);
  expect(end.sha256).toBe(createHash('sha256').update(before).digest('hex'));
  expect(end.counts).toMatchObject({
    task: 2,
    comment: 1,
    file: 1,
    attachment: 1,
    criterion: 1,
    result: 1,
    wait: 1,
  });
  expect(header?.seq).toBe(rest.filter(({ type }) => type === 'event').at(-1)?.seq);

  const known = new Set<unknown>();
  const references = ['projectId', 'initiativeId', 'goalId', 'fileId', 'assignedTo', 'reportsTo', 'resultId'];
  for (const record of rest) {
    if (record.type === 'event') continue;
    for (const name of references) if (record[name]) expect(known).toContain(record[name]);
    for (const label of record.labels ?? []) expect(known).toContain(label);
    const { type, taskNumber, parentTaskNumber } = record;
    if (type !== 'task' && taskNumber) expect(known).toContain(taskNumber);
    if (parentTaskNumber) expect(known).toContain(parentTaskNumber);
    known.add(record.id);
    if (type === 'task') known.add(taskNumber);
  }
  expect(text).not.toMatch(/tdm_|secret|hash/i);
});

test('exports chats only to their own person, and only if asked for', async () => {
  const chat = { agentId: w.agent.id, clientMessageId: 'one' };
  await w.person.creates('/chats', { ...chat, body: 'Private to Bob' });
  await w.admin.creates('/chats', { ...chat, body: 'Private to Ada' });
  const plain = await exported();
  expect(plain.text).not.toContain('Private');
  expect(plain.records.filter(({ entity }) => entity?.type === 'chat')).toEqual([]);
  const mine = await exported({ include: 'my-chats' });
  expect(mine.text).toContain('Private to Ada');
  expect(mine.text).not.toContain('Private to Bob');
  const chats = new Set(
    mine.records.filter(({ entity }) => entity?.type === 'chat').map(({ entity }) => entity.id),
  );
  expect(chats.size).toBe(1);
});

test('refuses everyone but admins with their own keys and the scope full', async () => {
  for (const by of [w.person, w.service, w.actingAsPerson])
    expect(outcome(await by.get('/export'))).toBe('403 FORBIDDEN');
  expect(outcome(await (await w.adminWith('tasks:read')).get('/export'))).toBe('403 INSUFFICIENT_SCOPE');
  expect(outcome(await w.admin.get('/export', { include: 'all' }))).toBe('400 VALIDATION_ERROR');
});
