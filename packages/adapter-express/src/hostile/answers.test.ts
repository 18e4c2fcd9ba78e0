import { answerNext, claim, startChat } from '../testing/conversation.ts';
import { type Api, type Body, type World, world } from '../testing/world.ts';

/** Large stored data is returned in small pages: a page ends at 1 MiB of JSON. */

const MIB = 1024 * 1024;
/** The longest possible text of a field, 400 kB as UTF-8. */
const LONGEST = '🦉'.repeat(100_000);
/** The longest JSON form of a text: 600 kB. */
const ESCAPED = '\u0001'.repeat(100_000);

let w: World;

beforeAll(async () => {
  w = await world();
});

afterEach(() => expect(w.faults).toEqual([]));

/** Reads a whole list and returns the number of items per page; no page exceeds 1 MiB. */
async function chunks(by: Api, path: string): Promise<{ sizes: number[]; ids: string[] }> {
  const sizes: number[] = [];
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await by.get(path, { limit: 100, ...(cursor && { cursor }) });
    expect(page.status).toBe(200);
    expect(Number(page.headers['content-length'])).toBeLessThanOrEqual(MIB);
    expect(page.body.hasMore).toBe(page.body.cursor !== null);
    sizes.push(page.body.data.length);
    ids.push(...page.body.data.map(({ id }: Body) => id));
    cursor = page.body.cursor;
  }
  return { sizes, ids };
}

test('a page of large tasks ends at 1 MiB, and the next continues with the task that did not fit', async () => {
  const made: string[] = [];
  for (let i = 0; i < 7; i++) {
    const task = await w.admin.creates('/tasks', { title: `Task ${i}`, description: LONGEST, tags: ['t'] });
    made.unshift(task.id);
  }
  expect(await chunks(w.admin, '/tasks')).toEqual({ sizes: [2, 2, 2, 1], ids: made });
});

test('items that just fit are one page', async () => {
  const { id } = await w.admin.creates('/tasks', { title: 'Discussed' });
  const made: string[] = [];
  for (let i = 0; i < 10; i++) {
    made.push((await w.admin.creates(`/tasks/${id}/comments`, { body: 'a'.repeat(100_000) })).id);
  }
  expect(await chunks(w.admin, `/tasks/${id}/comments`)).toEqual({ sizes: [10], ids: made });
  for (let i = 0; i < 2; i++) {
    made.push((await w.admin.creates(`/tasks/${id}/comments`, { body: 'a'.repeat(100_000) })).id);
  }
  expect(await chunks(w.admin, `/tasks/${id}/comments`)).toEqual({ sizes: [10, 2], ids: made });
});

test('an item larger than a page gets its own page', async () => {
  const made: string[] = [];
  for (let i = 0; i < 3; i++) {
    const goal = await w.admin.creates('/goals', { title: `Goal ${i}`, description: ESCAPED });
    await w.admin.does('patch', `/goals/${goal.id}`, { test: ESCAPED });
    made.unshift(goal.id);
  }
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await w.admin.reads('/goals', cursor === '' ? {} : { cursor });
    expect([page.data.length, page.total]).toEqual([1, 3]);
    ids.push(page.data[0].id);
    cursor = page.cursor;
  }
  expect(ids).toEqual(made);
});

test('a claim contains as many of the newest messages as fit into 1 MiB, always including the last', async () => {
  const { thread } = await startChat(w.person, w.agent.id, 'Question 0');
  for (let i = 1; i <= 4; i++) {
    await answerNext(w.agent, w.agent.id, LONGEST);
    await w.person.creates(`/chats/${thread.id}/messages`, { body: `Question ${i}` });
  }
  const answer = await w.agent.post(`/agents/${w.agent.id}/turns/claim`);
  expect(Number(answer.headers['content-length'])).toBeLessThanOrEqual(MIB);
  const { messages, turn, lease } = answer.body;
  expect(messages.map(({ body }: Body) => body)).toEqual([
    'Question 2',
    LONGEST,
    'Question 3',
    LONGEST,
    'Question 4',
  ]);
  // Suggestions can make a reply longer than anything else.
  const suggestions = Array.from({ length: 9 }, () => ({ kind: 'reply', text: '\u0001'.repeat(19_300) }));
  const reply = { token: lease.token, body: 'Choose', suggestions };
  await w.agent.does('post', `/agents/${w.agent.id}/turns/${turn.id}/reply`, reply);
  await w.person.creates(`/chats/${thread.id}/messages`, { body: 'Question 5' });
  const last = await claim(w.agent, w.agent.id);
  expect(last.messages.map(({ body }: Body) => body)).toEqual(['Question 5']);
});
