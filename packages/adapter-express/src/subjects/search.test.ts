import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const search = (query: string): Promise<Body> => w.admin.reads(`/search?${query}`);
const titles = (page: Body): string[] => page.data.map((hit: Body) => hit.title);

test('a task in search results has its number, status, assignee and snippet', async () => {
  const task = await w.admin.creates('/tasks', {
    title: 'Repair the boiler',
    description: 'The valve leaks.\n\nAgain.',
    assignedTo: w.agent.name,
  });
  expect(await search('q=VALV')).toStrictEqual({
    data: [
      {
        type: 'task',
        id: task.id,
        taskNumber: task.taskNumber,
        title: 'Repair the boiler',
        status: 'todo',
        assignedTo: w.agent.name,
        snippet: { text: 'The valve leaks. Again.', marks: [[4, 8]] },
      },
    ],
    cursor: null,
    hasMore: false,
    complete: true,
  });
});

test('other search results have neither number nor assignee', async () => {
  const project = await w.admin.creates('/projects', { title: 'Heating' });
  const { data } = await search('q=heating');
  expect(data).toStrictEqual([
    {
      type: 'project',
      id: project.id,
      title: 'Heating',
      status: project.status,
      snippet: { text: 'Heating', marks: [[0, 7]] },
    },
  ]);
});

test('search is filtered by type, and includes archived results on request', async () => {
  const { id } = await w.admin.creates('/tasks', { title: 'Kettle, old' });
  await w.admin.does('post', `/tasks/${id}/archive`);
  for (const [path, body] of [
    ['/tasks', { title: 'Kettle' }],
    ['/projects', { title: 'Kettle project' }],
    ['/goals', { title: 'Kettle goal' }],
    ['/initiatives', { name: 'Kettle initiative' }],
  ] as const)
    await w.admin.creates(path, body);
  expect(titles(await search('q=kettle'))).toEqual([
    'Kettle initiative',
    'Kettle goal',
    'Kettle project',
    'Kettle',
  ]);
  expect(titles(await search('q=kettle&types=task,goal'))).toEqual(['Kettle goal', 'Kettle']);
  expect(titles(await search('q=kettle&types=task&archived=true'))).toEqual(['Kettle', 'Kettle, old']);
  expect(outcome(await w.admin.get('/search?q=kettle&types=chat'))).toBe('400 VALIDATION_ERROR');
});

test('search results are paged by a cursor for the same query', async () => {
  for (let i = 1; i <= 5; i++) await w.admin.creates('/tasks', { title: `Kettle ${i}` });
  const first = await search('q=kettle&limit=2');
  expect([titles(first), first.hasMore]).toEqual([['Kettle 5', 'Kettle 4'], true]);
  const second = await search(`q=kettle&limit=2&cursor=${first.cursor}`);
  expect(titles(second)).toEqual(['Kettle 3', 'Kettle 2']);
  expect(outcome(await w.admin.get(`/search?q=pot&cursor=${first.cursor}`))).toBe('400 INVALID_CURSOR');
});

test.each(['', 'q=', 'q=%20%09', `q=${'x'.repeat(501)}`, 'q=a%00b', 'q=a&q=b', 'q=a&limit=0'])(
  'search is refused for ?%s',
  async (query) => {
    expect(outcome(await w.admin.get(`/search?${query}`))).toBe('400 VALIDATION_ERROR');
  },
);

test.each(['"', '*', '%', '_', "'", '\\', '(', 'NEAR(', '🔥', '日', '-', 'x OR', ':', '&', '\u202e', '|'])(
  'searching for %s returns no results without an error',
  async (q) => {
    await w.admin.creates('/tasks', { title: 'Kettle' });
    expect((await search(`q=${encodeURIComponent(q)}`)).data).toEqual([]);
  },
);

test('search never finds messages of chats', async () => {
  const chat = await w.admin.creates('/chats', { agentId: w.agent.id, body: 'kettle' });
  expect(chat.thread).toBeDefined();
  expect((await search('q=kettle')).data).toEqual([]);
});
