import { startChat, upload } from '../testing/conversation.ts';
import { outcome, type World, world } from '../testing/world.ts';

let w: World;
let path: string;
beforeEach(async () => {
  w = await world();
  const { id } = await w.admin.creates('/tasks', { title: 'Plan' });
  path = `/tasks/${id}/attachments`;
});

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('attaching a file to a task', () => {
  test('attaching a file returns 201 with the attachment, which is then listed', async () => {
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

  test('a file in a chat can be attached by those who can read it, and the chat stays private', async () => {
    const file = await upload(w.admin, 'The plan');
    const { thread } = await startChat(w.admin, w.agent.id, 'See', { fileIds: [file.id] });
    await w.agent.creates(path, { fileId: file.id });
    expect(await w.person.reads(`/files/${file.id}`)).toEqual(file);
    expect(outcome(await w.person.get(`/chats/${thread.id}`))).toBe('404 NOT_FOUND');
  });
});

describe('the attachments of a task', () => {
  test('attachments show a member’s current name', async () => {
    await w.person.creates(path, { fileId: (await upload(w.person)).id });
    await w.admin.does('patch', `/members/${w.person.id}`, { name: 'robert' });
    expect((await w.admin.reads(path)).data[0].addedBy.name).toBe('robert');
  });
});

describe('taking a file from a task', () => {
  test('deleting an attachment returns { id, deleted: true }', async () => {
    const attachment = await w.admin.creates(path, { fileId: (await upload(w.admin)).id });
    const answer = await w.admin.delete(`${path}/${attachment.id}`);
    expect([answer.status, answer.body]).toStrictEqual([200, { id: attachment.id, deleted: true }]);
    expect((await w.admin.reads(path)).data).toEqual([]);
    expect(outcome(await w.admin.delete(`${path}/${attachment.id}`))).toBe('404 NOT_FOUND');
  });

  test('anyone can delete an attachment that another member added', async () => {
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

test('deleting a task deletes its attachments and keeps the files', async () => {
  const file = await upload(w.admin);
  await w.admin.creates(path, { fileId: file.id });
  await w.admin.does('post', '/tasks/1/archive');
  await w.admin.delete('/tasks/1');
  expect(outcome(await w.admin.get(path))).toBe('404 NOT_FOUND');
  expect(await w.admin.reads(`/files/${file.id}`)).toEqual(file);
});
