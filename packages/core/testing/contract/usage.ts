import type { Page, PageRequest, Position, Storage, UsageGroup, UsageSum } from '../../src/index.ts';
import { anAgent, aProject, aWorkspace } from './rows.ts';

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
  const all = async (storage: Storage, by: UsageGroup, from?: string, to?: string) =>
    (
      await storage.read('w', (stores) =>
        stores.usage.sums(by, { from, to }, { limit: 100, after: undefined }),
      )
    ).items;

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
      const seen: UsageSum[] = [];
      for (let after: Position | null | undefined; after !== null; ) {
        const page: Page<UsageSum> = await list(by, { limit: 1, after });
        expect(page.items).toHaveLength(1);
        seen.push(...page.items);
        after = page.next;
      }
      expect(seen).toEqual(items);
    }
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
