import { outcome, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import type { WorkQuery } from './work.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = async (input: object = {}) =>
  (await w.tandem.tasks.create(w.admin, { title: 'A task', ...input })).taskNumber;
const mention = (task: number, body: string) => w.tandem.comments.create(w.admin, task, { body });
const next = (query: WorkQuery = {}, by: Caller = w.agent, gone?: AbortSignal) =>
  w.tandem.work.next(by, w.agent.id, { mentions: true, ...query }, gone);
const textOf = (work: Awaited<ReturnType<typeof next>>) =>
  work?.kind === 'mention' ? work.mention.text : (work?.kind ?? null);
const textsIn = ({ mentions }: { readonly mentions: readonly { readonly text: string }[] }) =>
  mentions.map(({ text }) => text);

describe('mentions in a briefing', () => {
  test('the next briefing has the unread mentions, oldest first, and only that one', async () => {
    const [other, task] = [await create({ title: 'Other', description: 'By @scout' }), await create()];
    const { id } = await mention(other, '@scout, look');
    const { mentions, lease } = await w.tandem.claims.claim(w.agent, task, {});
    const by = { name: 'ada', type: 'human' };
    const common = { id: expect.any(String), taskNumber: other, title: 'Other', by };
    expect(mentions).toStrictEqual([
      { ...common, commentId: null, text: 'By @scout', createdAt: w.time.now() },
      { ...common, commentId: id, text: '@scout, look', createdAt: w.time.now() },
    ]);
    const shown = (await w.tandem.notifications.list(w.agent, {})).items;
    expect(shown.filter(({ kind, readAt }) => kind === 'mentioned' && readAt === null)).toEqual([]);
    await w.tandem.claims.release(w.agent, task, { token: lease.token });
    expect((await w.tandem.claims.claim(w.agent, task, {})).mentions).toEqual([]);
  });

  test('a briefing has 20 mentions, the next one the others', async () => {
    const [other, task] = [await create(), await create()];
    for (let i = 0; i < 21; i++) await mention(other, `@scout ${i}`);
    const { mentions, lease } = await w.tandem.claims.claim(w.agent, task, {});
    expect([mentions.length, mentions.at(-1)?.text]).toEqual([20, '@scout 19']);
    await w.tandem.claims.release(w.agent, task, { token: lease.token });
    expect(textsIn(await w.tandem.claims.claim(w.agent, task, {}))).toEqual(['@scout 20']);
  });

  test('deleted comments and tasks are left out, and long texts cut', async () => {
    const [other, gone, task] = [await create(), await create({ description: '@scout' }), await create()];
    await w.tandem.comments.delete(w.admin, other, (await mention(other, '@scout')).id);
    await mention(other, `@scout ${'x'.repeat(9_000)}`);
    await w.tandem.tasks.archive(w.admin, gone);
    await w.tandem.tasks.delete(w.admin, gone);
    const { mentions } = await w.tandem.claims.claim(w.agent, task, {});
    expect(mentions.map(({ text }) => text.length)).toEqual([4_000]);
  });

  test('mentions that were edited away are left out, however long the text is', async () => {
    const long = 'x '.repeat(3_000);
    const described = await create({ description: '@scout' });
    const [other, task] = [await create({ description: `${long} @scout` }), await create()];
    const edit = (id: string, body: string) => w.tandem.comments.update(w.admin, other, id, { body });
    const [first, second, third] = [
      await mention(other, '@scout 1'),
      await mention(other, `${long} @scout 2`),
      await mention(other, '@scout 3'),
    ];
    await w.tandem.tasks.update(w.admin, described, { description: 'For `@scout`' });
    await edit(first.id, '1 for @ada');
    await edit(second.id, `${long} 2`);
    await edit(third.id, 'Three times @scout');
    await edit(first.id, '@scout, 1 again');
    await edit(first.id, '1 for nobody');
    const { mentions, lease } = await w.tandem.claims.claim(w.agent, task, {});
    expect(mentions.map(({ taskNumber, commentId }) => [taskNumber, commentId])).toEqual([
      [other, null],
      [other, third.id],
    ]);
    await w.tandem.claims.release(w.agent, task, { token: lease.token });
    expect((await w.tandem.claims.claim(w.agent, task, {})).mentions).toEqual([]);
  });

  test('a text that mentions an agent again after an edit is handed out once', async () => {
    const [other, task] = [await create(), await create()];
    const { id } = await mention(other, '@scout');
    for (const body of ['Nobody', '@scout again'])
      await w.tandem.comments.update(w.admin, other, id, { body });
    expect(textsIn(await w.tandem.claims.claim(w.agent, task, {}))).toEqual(['@scout again']);
  });

  test('an agent that was renamed since gets the mentions of its earlier name', async () => {
    const [other, task] = [await create(), await create()];
    await mention(other, '@scout');
    await w.tandem.agents.update(w.admin, w.agent.id, { name: 'fox' });
    await mention(other, '@fox, after @scout');
    expect(textsIn(await w.tandem.claims.claim(w.agent, task, {}))).toEqual(['@scout', '@fox, after @scout']);
  });

  test.each<[string, (task: number, token: string) => Promise<unknown>, boolean]>([
    ['that expires', async () => w.time.advance(400_000), true],
    ['that a person ends', async (task) => w.tandem.tasks.transition(w.admin, task, { to: 'todo' }), true],
    ['that was taken over', async () => undefined, true],
    ['that the run releases', (task, token) => w.tandem.claims.release(w.agent, task, { token }), false],
    [
      'that expires after a heartbeat',
      async (task, token) => {
        w.time.advance(1_000);
        await w.tandem.claims.heartbeat(w.agent, task, { token });
        w.time.advance(400_000);
      },
      false,
    ],
  ])('a claim %s returns the mentions of its briefing: unless it was heard from', async (_, end, again) => {
    const [other, task] = [await create(), await create()];
    await mention(other, '@scout');
    const { lease } = await w.tandem.claims.claim(w.agent, task, {});
    await end(task, lease.token);
    await w.tandem.claims.tidy();
    w.time.advance(60_000);
    await w.tandem.claims.tidy();
    const { mentions } = await w.tandem.claims.claim(w.agent, task, { takeOver: true });
    expect(mentions).toHaveLength(again ? 1 : 0);
  });
});

describe('mentions as work', () => {
  test('an agent gets its mentions one by one, after turns and before tasks, and only if it asks', async () => {
    const task = await create();
    await mention(task, '@scout 1');
    await mention(task, '@scout 2');
    await w.tandem.chats.start(w.admin, { agentId: w.agent.id, body: 'Hello' });
    expect(await outcome(() => next({ mentions: false, kinds: ['turn'] }))).toBe('ok');
    const taken = [textOf(await next()), textOf(await next()), textOf(await next()), await next()];
    expect(taken).toEqual(['@scout 1', '@scout 2', 'task', null]);
  });

  test('a mention wakes the agent that waits for work, also at its claim limit', async () => {
    const task = await create();
    expect((await next())?.kind).toBe('task');
    const waiting = next({ wait: 25 }, w.runtime);
    await w.held(1);
    await mention(task, 'Hey @scout');
    expect(textOf(await waiting)).toBe('Hey @scout');
    expect(await next()).toBeNull();
  });

  test('a mention that was edited away is not work', async () => {
    const task = await create({ assignedTo: 'bob' });
    const { id } = await mention(task, '@scout 1');
    await mention(task, '@scout 2');
    await w.tandem.comments.update(w.admin, task, id, { body: '1' });
    expect([textOf(await next()), textOf(await next())]).toEqual(['@scout 2', null]);
  });

  test('a mention for a client that has left stays unread', async () => {
    await mention(await create({ assignedTo: 'bob' }), '@scout');
    expect(await next({}, w.agent, AbortSignal.abort())).toBeNull();
    expect(textOf(await next())).toBe('@scout');
  });

  test('a paused agent gets no mentions', async () => {
    await mention(await create(), '@scout');
    await w.tandem.agents.update(w.admin, w.agent.id, { paused: true });
    expect(await next()).toBeNull();
    await w.tandem.agents.update(w.admin, w.agent.id, { paused: false });
    expect(textOf(await next())).toBe('@scout');
  });

  test('mentions need tasks:write', async () => {
    const by = await w.caller('scout', 'agent', ['agents:write']);
    expect(await outcome(() => next({}, by))).toBe('INSUFFICIENT_SCOPE');
  });

  test('a repeated request gets the same mention again', async () => {
    await mention(await create({ assignedTo: 'bob' }), '@scout');
    const once = () =>
      w.tandem.requests.once(
        w.agent,
        { key: 'k', request: 'POST /work', payload: '{}' },
        async ({ work }) => {
          const found = await work.next(w.agent, w.agent.id, { mentions: true });
          return { status: 200, body: JSON.stringify(found) };
        },
      );
    const first = await once();
    expect('answer' in first && first.answer.body).toContain('@scout');
    expect(await once()).toMatchObject({ replay: 'answer' in first && first.answer });
  });
});
