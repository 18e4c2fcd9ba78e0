import { startChat, upload } from '../testing/conversation.ts';
import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
let path: string;
beforeEach(async () => {
  w = await world();
  const { id } = await w.admin.creates('/tasks', { title: 'Plan' });
  path = `/tasks/${id}/attachments`;
});

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('attaching a file to a task', () => {
  test('answers 201 with the attachment, which is then listed', async () => {
    const file = await upload(w.admin, 'The plan', 'plan.txt');
    w.clock.advance(1000);
    const attachment = await w.admin.creates(path, { fileId: file.id });
    expect(attachment).toStrictEqual({
      id: expect.any(String),
      fileId: file.id,
      fileName: 'plan.txt',
      mimeType: 'text/plain',
      size: 8,
      addedBy: { id: w.admin.id, name: 'ada', displayName: 'Ada Lovelace', type: 'human' },
      createdAt: '2026-03-01T09:00:01.000Z',
    });
    expect(attachment.id).not.toBe(file.id);
    expect(await w.admin.reads(path)).toStrictEqual({ data: [attachment], cursor: null, hasMore: false });
  });

  test.each([
    ['person', { name: 'bob', displayName: 'Bob Stone', type: 'human' }],
    ['agent', { name: 'scout', displayName: 'Scout', type: 'agent' }],
    ['service', { name: 'CI', displayName: 'CI', type: 'service' }],
    ['runtime', { name: 'Host', displayName: 'Host', type: 'service' }],
    ['actingAsAgent', { name: 'scout', displayName: 'Scout', type: 'agent' }],
  ] as const)('by the key %s says who added it', async (kind, author) => {
    const file = await upload(w[kind]);
    const { addedBy } = await w[kind].creates(path, { fileId: file.id });
    expect(addedBy).toEqual({ id: w[kind].id, ...author });
  });

  test('works by the task’s number as by its id', async () => {
    const file = await upload(w.admin);
    await w.admin.creates('/tasks/1/attachments', { fileId: file.id });
    expect((await w.admin.reads(path)).data).toHaveLength(1);
  });

  test('again leaves the one attachment that it is', async () => {
    const file = await upload(w.admin);
    const first = await w.admin.creates(path, { fileId: file.id });
    expect(await w.person.creates(path, { fileId: file.id })).toEqual(first);
    expect((await w.admin.reads(path)).data).toEqual([first]);
  });

  test('puts it on several tasks, each with an attachment of its own', async () => {
    const other = await w.admin.creates('/tasks', { title: 'Other' });
    const file = await upload(w.admin);
    const one = await w.admin.creates(path, { fileId: file.id });
    const two = await w.admin.creates(`/tasks/${other.id}/attachments`, { fileId: file.id });
    expect(one.id).not.toBe(two.id);
  });

  test('that one may not read is 400 at fileId, as for a file that is not there', async () => {
    const foreign = [UNKNOWN, (await upload(w.person)).id, (await upload(w.other.admin)).id];
    const told = new Set<string>();
    for (const fileId of foreign) {
      const answer = await w.admin.post(path, { fileId });
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      told.add(JSON.stringify(answer.body.error.fields));
    }
    expect([...told]).toEqual([expect.stringMatching(/^{"fileId":/)]);
    expect((await w.admin.reads(path)).data).toEqual([]);
  });

  test.each([{}, { fileId: null }, { fileId: 5 }])('without a fileId is 400: %j', async (body) => {
    const answer = await w.admin.post(path, body);
    expect(Object.keys(answer.body.error.fields)).toEqual(['fileId']);
  });

  test('lets the whole workspace read it from then on, and nobody else', async () => {
    const file = await upload(w.admin, 'The plan');
    expect(outcome(await w.person.get(`/files/${file.id}`))).toBe('404 NOT_FOUND');
    await w.admin.creates(path, { fileId: file.id });
    for (const by of [w.person, w.service, w.runtime, w.agent, w.actingAsPerson, w.actingAsAgent]) {
      expect(await by.reads(`/files/${file.id}`)).toEqual(file);
      expect((await by.request('get', `/files/${file.id}/content`)).text).toBe('The plan');
    }
    expect(outcome(await w.other.admin.get(`/files/${file.id}`))).toBe('404 NOT_FOUND');
  });

  test('takes a file of a chat by those who may read it there, and leaves the chat private', async () => {
    const file = await upload(w.admin, 'The plan');
    const { thread } = await startChat(w.admin, w.agent.id, 'See', { fileIds: [file.id] });
    await w.agent.creates(path, { fileId: file.id });
    expect(await w.person.reads(`/files/${file.id}`)).toEqual(file);
    expect(outcome(await w.person.get(`/chats/${thread.id}`))).toBe('404 NOT_FOUND');
  });

  test('does not change the task’s own fields', async () => {
    const before = await w.admin.reads('/tasks/1');
    await w.admin.creates(path, { fileId: (await upload(w.admin)).id });
    expect(await w.admin.reads('/tasks/1')).toEqual(before);
  });
});

describe('the attachments of a task', () => {
  test('are oldest first, in pages, also when made in one millisecond', async () => {
    const all: string[] = [];
    for (let n = 0; n < 27; n++) {
      const { id } = await upload(w.admin, `${n}`);
      all.push((await w.admin.creates(path, { fileId: id })).id);
    }
    const first = await w.admin.reads(path);
    expect(first.data.map(({ id }: Body) => id)).toEqual(all.slice(0, 25));
    const rest = await w.admin.reads(path, { cursor: first.cursor });
    expect(rest.data.map(({ id }: Body) => id)).toEqual(all.slice(25));
  });

  test('show a member’s present name', async () => {
    await w.person.creates(path, { fileId: (await upload(w.person)).id });
    await w.admin.does('patch', `/members/${w.person.id}`, { name: 'robert' });
    expect((await w.admin.reads(path)).data[0].addedBy.name).toBe('robert');
  });
});

describe('taking a file from a task', () => {
  test('answers 200 { id, deleted: true }; it is not listed any more', async () => {
    const attachment = await w.admin.creates(path, { fileId: (await upload(w.admin)).id });
    const answer = await w.admin.delete(`${path}/${attachment.id}`);
    expect([answer.status, answer.body]).toStrictEqual([200, { id: attachment.id, deleted: true }]);
    expect((await w.admin.reads(path)).data).toEqual([]);
    expect(outcome(await w.admin.delete(`${path}/${attachment.id}`))).toBe('404 NOT_FOUND');
  });

  test('leaves the file, which can be attached again', async () => {
    const file = await upload(w.admin, 'The plan');
    const first = await w.admin.creates(path, { fileId: file.id });
    await w.admin.delete(`${path}/${first.id}`);
    expect(await w.admin.reads(`/files/${file.id}`)).toEqual(file);
    expect((await w.admin.request('get', `/files/${file.id}/content`)).text).toBe('The plan');
    const second = await w.admin.creates(path, { fileId: file.id });
    expect(second.id).not.toBe(first.id);
  });

  test('leaves it on the other tasks that have it', async () => {
    const other = await w.admin.creates('/tasks', { title: 'Other' });
    const file = await upload(w.admin);
    const attachment = await w.admin.creates(path, { fileId: file.id });
    await w.admin.creates(`/tasks/${other.id}/attachments`, { fileId: file.id });
    await w.admin.delete(`${path}/${attachment.id}`);
    expect((await w.admin.reads(`/tasks/${other.id}/attachments`)).data).toHaveLength(1);
    expect(await w.person.reads(`/files/${file.id}`)).toEqual(file);
  });

  test('may be done by others than who added it', async () => {
    const attachment = await w.admin.creates(path, { fileId: (await upload(w.admin)).id });
    expect((await w.agent.delete(`${path}/${attachment.id}`)).status).toBe(200);
  });

  test('an attachment of another task is 404, and stays', async () => {
    const other = await w.admin.creates('/tasks', { title: 'Other' });
    const attachment = await w.admin.creates(path, { fileId: (await upload(w.admin)).id });
    for (const wrong of [`/tasks/${other.id}/attachments/${attachment.id}`, `${path}/${UNKNOWN}`]) {
      expect(outcome(await w.admin.delete(wrong))).toBe('404 NOT_FOUND');
    }
    expect((await w.admin.reads(path)).data).toEqual([attachment]);
  });
});

test('a task that is deleted takes its attachments with it, but not the files', async () => {
  const file = await upload(w.admin);
  await w.admin.creates(path, { fileId: file.id });
  await w.admin.does('post', '/tasks/1/archive');
  await w.admin.delete('/tasks/1');
  expect(outcome(await w.admin.get(path))).toBe('404 NOT_FOUND');
  expect(await w.admin.reads(`/files/${file.id}`)).toEqual(file);
});

test('reading attachments needs tasks:read, changing them tasks:write', async () => {
  const [reader, writer] = [await w.adminWith('tasks:read'), await w.adminWith('tasks:write')];
  const { id: fileId } = await upload(w.admin);
  expect(outcome(await reader.post(path, { fileId }))).toBe('403 INSUFFICIENT_SCOPE');
  const { id } = await writer.creates(path, { fileId });
  expect(outcome(await writer.get(path))).toBe('403 INSUFFICIENT_SCOPE');
  expect((await reader.reads(path)).data).toHaveLength(1);
  expect(outcome(await reader.delete(`${path}/${id}`))).toBe('403 INSUFFICIENT_SCOPE');
  expect(outcome(await writer.delete(`${path}/${id}`))).toBe('200');
});
