import {
  dayOf,
  NO_USAGE,
  type Page,
  type PageRequest,
  type Position,
  type Storage,
  type UsageFilter,
  type UsageGroup,
  type UsageSum,
} from '../../src/index.ts';
import { AT, aClaim, anAgent, aProject, aTask, aWorkspace } from './rows.ts';

/** The contract of every Storage for usage sums. */
export function usage(open: () => Promise<Storage>): void {
  /** Two agents, two projects and three tasks, on days of several months. */
  async function counted(): Promise<Storage> {
    const storage = await open();
    for (const ws of ['w', 'v']) {
      await storage.write(ws, async ({ workspace, members, projects }) => {
        await workspace.insert(aWorkspace(ws));
        for (const id of ['ann', 'bob']) await members.insert(anAgent(`${ws}-${id}`, { name: id }));
        for (const id of ['one', 'two']) await projects.insert(aProject(`${ws}-${id}`, { title: id }));
      });
    }
    await storage.write('w', async (stores) => {
      const add = (
        day: string,
        agentId: string | null,
        projectId: string | null,
        taskNumber: number | null,
      ) => stores.usage.add(day, { agentId, projectId, taskNumber }, { n: 1, [day.slice(0, 7)]: 0.1 });
      await add('2026-01-31', 'w-ann', 'w-one', 1);
      await add('2026-02-01', 'w-ann', 'w-two', 10);
      await add('2026-02-28', 'w-bob', 'w-two', 2);
      await add('2026-02-28', 'w-bob', null, 2);
      await add('2026-03-31', null, null, null);
      await stores.usage.add(
        '2026-02-01',
        { agentId: 'w-ann', projectId: 'w-two', taskNumber: 10 },
        { n: -1 },
      );
    });
    return storage;
  }
  const filtered = async (storage: Storage, by: UsageGroup, filter: UsageFilter) =>
    (await storage.read('w', (stores) => stores.usage.sums(by, filter, { limit: 100, after: undefined })))
      .items;
  const all = (storage: Storage, by: UsageGroup, from?: string, to?: string) =>
    filtered(storage, by, { from, to });
  /** Every page of one row. */
  const onePerPage = async (storage: Storage, by: UsageGroup, filter: UsageFilter): Promise<UsageSum[]> => {
    const seen: UsageSum[] = [];
    for (let after: Position | null | undefined; after !== null; ) {
      const slice = { limit: 1, after };
      const page: Page<UsageSum> = await storage.read('w', ({ usage: store }) =>
        store.sums(by, filter, slice),
      );
      expect(page.items).toHaveLength(1);
      seen.push(...page.items);
      after = page.next;
    }
    return seen;
  };

  test('usage is summed by agent, project, task and day, over whole months and parts of them', async () => {
    const storage = await counted();
    const [ann, bob] = [
      { id: 'w-ann', name: 'ann' },
      { id: 'w-bob', name: 'bob' },
    ];
    expect(await all(storage, 'agent')).toEqual([
      { agent: bob, usage: { n: 2, '2026-02': 0.2 } },
      { agent: ann, usage: { n: 1, '2026-01': 0.1, '2026-02': 0.1 } },
      { agent: null, usage: { n: 1, '2026-03': 0.1 } },
    ]);
    expect(await all(storage, 'agent', '2026-02-01', '2026-02-27')).toEqual([
      { agent: ann, usage: { n: 0, '2026-02': 0.1 } },
    ]);
    expect(await all(storage, 'project', '2026-01-01', '2026-02-28')).toEqual([
      { project: { id: 'w-two', title: 'two' }, usage: { n: 1, '2026-02': 0.2 } },
      { project: { id: 'w-one', title: 'one' }, usage: { n: 1, '2026-01': 0.1 } },
      { project: null, usage: { n: 1, '2026-02': 0.1 } },
    ]);
    expect((await all(storage, 'task')).map(({ taskNumber }) => taskNumber)).toEqual([10, 2, 1, null]);
    expect((await all(storage, 'task', '2026-02-28')).map(({ taskNumber }) => taskNumber)).toEqual([2, null]);
    expect(await all(storage, 'day', '2026-02-01', '2026-03-30')).toEqual([
      { day: '2026-02-28', usage: { n: 2, '2026-02': 0.2 } },
      { day: '2026-02-01', usage: { n: 0, '2026-02': 0.1 } },
    ]);
    expect(await all(storage, 'day', '2027-01-01')).toEqual([]);
    expect(await all(storage, 'agent', '0000-01-01', '9999-12-31')).toHaveLength(3);
    expect(await all(storage, 'agent', '2026-03-01', '2026-02-01')).toEqual([]);
  });

  test('pages of sums continue after any sum', async () => {
    const storage = await counted();
    const list = (by: UsageGroup, { limit = 100, after }: PageRequest) =>
      storage.read('w', (stores) => stores.usage.sums(by, {}, { limit, after }));
    for (const by of ['agent', 'project', 'task', 'day'] as const) {
      const { items, positions } = await list(by, {});
      for (const [i, after] of positions.entries()) {
        expect((await list(by, { after })).items).toEqual(items.slice(i + 1));
      }
      expect(await onePerPage(storage, by, {})).toEqual(items);
    }
  });

  test('sums by one agent are paged like those by all', async () => {
    const storage = await counted();
    const ann = { id: 'w-ann', name: 'ann' };
    const project = (title: string) => ({ id: `w-${title}`, title });
    const rows: Record<string, readonly UsageSum[]> = {
      agent: [{ agent: ann, usage: { n: 1, '2026-01': 0.1, '2026-02': 0.1 } }],
      project: [
        { project: project('two'), usage: { n: 0, '2026-02': 0.1 } },
        { project: project('one'), usage: { n: 1, '2026-01': 0.1 } },
      ],
      task: [
        { taskNumber: 10, usage: { n: 0, '2026-02': 0.1 } },
        { taskNumber: 1, usage: { n: 1, '2026-01': 0.1 } },
      ],
      day: [
        { day: '2026-02-01', usage: { n: 0, '2026-02': 0.1 } },
        { day: '2026-01-31', usage: { n: 1, '2026-01': 0.1 } },
      ],
    };
    for (const [by, expected] of Object.entries(rows)) {
      const filter = { agentId: 'w-ann' };
      expect(await filtered(storage, by as UsageGroup, filter)).toEqual(expected);
      expect(await onePerPage(storage, by as UsageGroup, filter)).toEqual(expected);
      expect(await filtered(storage, by as UsageGroup, { agentId: 'v-ann' })).toEqual([]);
    }
    expect(await filtered(storage, 'task', { agentId: 'w-ann', from: '2026-02-01' })).toEqual(
      rows.task?.slice(0, 1),
    );
  });

  test('attempts are listed by the time they began, with the larger of both sources', async () => {
    const storage = await counted();
    await storage.write('w', async ({ tasks, claims, usage: store }) => {
      for (const [number, agentId, claimedAt] of [
        [1, 'w-ann', AT],
        [2, 'w-bob', AT + 86_400_000],
        [3, 'w-ann', AT],
      ] as const) {
        await tasks.insert(aTask(number, { creatorId: 'w-ann' }));
        await claims.insert({ ...aClaim(number, { id: agentId, name: '' }), claimedAt });
      }
      expect(await store.ofClaim('claim1')).toEqual(NO_USAGE);
      await store.keepOfClaim('claim1', { reported: { n: 1 }, measured: { n: 2, m: 0.5 } });
      await store.keepOfClaim('claim3', { reported: { n: 1 }, measured: { n: 1.05 } });
    });
    const row = (taskNumber: number, name: string, usage: object, usageSources: object | null = null) => ({
      taskNumber,
      attempt: 1,
      agent: { id: `w-${name}`, name },
      usage,
      usageSources,
    });
    const sources = { reported: { n: 1 }, measured: { n: 2, m: 0.5 } };
    const rows = [row(2, 'bob', {}), row(3, 'ann', { n: 1.05 }), row(1, 'ann', { n: 2, m: 0.5 }, sources)];
    expect(await filtered(storage, 'attempt', {})).toEqual(rows);
    expect(await onePerPage(storage, 'attempt', {})).toEqual(rows);
    expect(await onePerPage(storage, 'attempt', { agentId: 'w-ann' })).toEqual(rows.slice(1));
    const [first, second] = [dayOf(AT), dayOf(AT + 86_400_000)];
    expect(await filtered(storage, 'attempt', { to: first })).toEqual(rows.slice(1));
    expect(await filtered(storage, 'attempt', { from: second })).toEqual(rows.slice(0, 1));
    const ofClaim = (id: string) => storage.read('w', ({ usage: store }) => store.ofClaim(id));
    expect(await ofClaim('claim1')).toEqual(sources);
  });

  test('seen points are kept by owner until they are forgotten', async () => {
    const storage = await counted();
    const point = (key: string, value: number) => ({ key, time: '1800000000000000000', value });
    await storage.write('w', async ({ usage: store }) => {
      await store.seePoints('ann', [point('a', 1), point('b', 0.1)], 10);
      await store.seePoints('ann', [point('a', 2)], 20);
      await store.seePoints('bob', [point('a', 9)], 30);
    });
    const seen = (ws: string, owner: string) =>
      storage.read(ws, ({ usage: store }) => store.seenPoints(owner, ['a', 'b', 'c']));
    expect(await seen('w', 'ann')).toEqual([point('a', 2), point('b', 0.1)]);
    expect(await seen('w', 'bob')).toEqual([point('a', 9)]);
    expect(await seen('v', 'ann')).toEqual([]);
    const forget = (before: number, atMost: number) =>
      storage.write('w', ({ usage: store }) => store.forgetPoints(before, atMost));
    expect(await forget(10, 5)).toBe(0);
    expect(await forget(20, 5)).toBe(1);
    expect(await seen('w', 'ann')).toEqual([point('a', 2)]);
    expect(await forget(31, 1)).toBe(1);
    expect(await forget(31, 5)).toBe(1);
    expect([...(await seen('w', 'ann')), ...(await seen('w', 'bob'))]).toEqual([]);
  });

  test("an agent's first time over a limit on a day is kept until it is forgotten", async () => {
    const storage = await counted();
    const reached = (ws: string, day: string) =>
      storage.read(ws, ({ usage: sums }) => sums.limitsReached(day));
    await storage.write('w', async ({ usage: sums }) => {
      await sums.noteLimit('2026-02-01', 'w-bob', 7);
      await sums.noteLimit('2026-02-01', 'w-ann', 8);
      await sums.noteLimit('2026-02-01', 'w-bob', 9);
      await sums.noteLimit('2026-02-02', 'w-bob', 9);
      await sums.forgetLimit('2026-02-02', 'w-ann');
    });
    const both = [
      { agentId: 'w-bob', since: 7 },
      { agentId: 'w-ann', since: 8 },
    ];
    expect(await reached('w', '2026-02-01')).toEqual(both);
    expect(await reached('v', '2026-02-01')).toEqual([]);
    await storage.write('w', ({ usage: sums }) => sums.forgetLimit('2026-02-01', 'w-bob'));
    expect(await reached('w', '2026-02-01')).toEqual(both.slice(1));
    expect(await reached('w', '2026-02-02')).toEqual([{ agentId: 'w-bob', since: 9 }]);
  });

  test('the sums of a day and of a month cover one workspace only', async () => {
    const storage = await counted();
    const found = (ws: string) =>
      storage.read(ws, async (stores) => [
        await stores.usage.inMonthOf('2026-02-14'),
        await stores.usage.ofAgent('w-bob', '2026-02-28'),
        await stores.usage.ofAgent('w-bob', '2026-02-27'),
      ]);
    expect(await found('w')).toEqual([{ n: 2, '2026-02': 0.3 }, { n: 2, '2026-02': 0.2 }, {}]);
    expect(await found('v')).toEqual([{}, {}, {}]);
  });
}
