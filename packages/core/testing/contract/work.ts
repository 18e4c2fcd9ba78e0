import type { Caller, NewAgent, Position, Storage, Tandem } from '../../src/index.ts';
import { begun } from './begun.ts';

type World = Awaited<ReturnType<typeof begun>>;

const agentNamed = (name: string): NewAgent => ({ name, displayName: name, emoji: '*', model: 'm' });

/** The contract of every Storage for claims and results that the rules about agents depend on. */
export function work(open: () => Promise<Storage>): void {
  const asAgent = async ({ tandem, me }: World, name: string): Promise<Caller> => {
    await tandem.agents.create(me, agentNamed(name));
    const caller = await tandem.operator.callerFor(me.workspaceId, name);
    return { ...caller, key: { ...caller.key, kind: 'agent' } };
  };
  const report = (tandem: Tandem, by: Caller, to: 'none' | null = null) =>
    tandem.results.post(by, 1, { outcome: 'succeeded', summary: 'Done', to });

  test('the last claim of a task is the newest, living or ended', async () => {
    const w = await begun(await open());
    const { tandem, me, storage } = w;
    const lastOf = (number: number) =>
      storage.read(me.workspaceId, async ({ claims }) => (await claims.lastOf(number))?.agent.name);
    for (const title of ['One', 'Two']) await tandem.tasks.create(me, { title });
    expect(await lastOf(1)).toBeUndefined();
    for (const name of ['ant', 'bee']) {
      const agent = await asAgent(w, name);
      const { lease } = await tandem.claims.claim(agent, 1, {});
      expect(await lastOf(1)).toBe(name);
      await tandem.claims.release(agent, 1, { token: lease.token });
      expect(await lastOf(1)).toBe(name);
    }
    expect(await lastOf(2)).toBeUndefined();
  });

  test('an ended run key keeps its end until it is forgotten, and other keys are not affected', async () => {
    const w = await begun(await open());
    const { tandem, me, storage } = w;
    const { workspaceId } = me;
    const agent = await asAgent(w, 'ant');
    await tandem.agents.update(me, agent.id, { maxClaims: 2 });
    const claims: string[] = [];
    for (const title of ['One', 'Two']) {
      const { taskNumber } = await tandem.tasks.create(me, { title });
      const { task } = await tandem.claims.claim(agent, taskNumber, { runKey: true });
      claims.push(task.claim?.id as string);
    }
    const [first = ''] = claims;
    const ends = () =>
      Promise.all(
        claims.map(async (id) => {
          const found = await storage.directory.keyholder(id);
          return found && [found.key.kind, found.key.taskNumber, found.key.expiresAt];
        }),
      );
    const before = await ends();
    const at = 1_700_000_000_000;
    await storage.write(workspaceId, ({ keys }) => keys.endRun(first, at));
    await storage.write(workspaceId, ({ keys }) => keys.endRun('none', at));
    expect(await ends()).toEqual([['run', 1, at], before[1]]);
    const forget = (until: number) => storage.write(workspaceId, ({ keys }) => keys.forgetRuns(until, 10));
    expect([await forget(at), await ends()]).toEqual([0, [['run', 1, at], before[1]]]);
    expect([await forget(at + 1), await ends()]).toEqual([1, [null, before[1]]]);
    await tandem.claims.release(agent, 2, {
      token: (await storage.read(workspaceId, ({ claims }) => claims.lastOf(2)))?.lease.token,
    });
    expect((await ends())[1]).toEqual(['run', 2, expect.any(Number)]);
  });

  test('attempts are numbered for the life of the task, newest first, and deleted with it', async () => {
    const w = await begun(await open());
    const { tandem, me, storage } = w;
    for (const title of ['One', 'Two']) await tandem.tasks.create(me, { title });
    const [ant, bee] = [await asAgent(w, 'ant'), await asAgent(w, 'bee')];
    const failure = { class: 'tool_error', message: 'No compiler' } as const;
    for (const [agent, number] of [
      [ant, 1],
      [bee, 2],
      [bee, 1],
    ] as const) {
      const { lease } = await tandem.claims.claim(agent, number, {});
      await tandem.claims.release(agent, number, { token: lease.token, failure, notBefore: 0 });
      await tandem.tasks.transition(me, number, { to: 'backlog' });
      await tandem.tasks.transition(me, number, { to: 'todo' });
    }
    const { lease } = await tandem.claims.claim(ant, 1, {});
    const artifact = {
      kind: 'git',
      repository: 'file:///srv/site',
      commit: 'a'.repeat(40),
      branch: 'b',
    } as const;
    const { id } = await tandem.results.post(ant, 1, {
      token: lease.token,
      outcome: 'succeeded',
      summary: 'Done',
      usage: { tokens: 5 },
      artifact,
    });
    const page = (limit: number, after?: Position) =>
      storage.read(me.workspaceId, ({ attempts }) => attempts.list(1, { limit, after }));
    const first = await page(2);
    expect(first.items).toMatchObject([
      { ordinal: 3, claim: { agent: { name: 'ant' }, attempt: 1 }, resultId: id, artifact, failure: null },
      { ordinal: 2, claim: { agent: { name: 'bee' }, attempt: 1 }, resultId: null, artifact: null, failure },
    ]);
    expect(first.items.map(({ usage }) => usage.reported)).toEqual([{ tokens: 5 }, {}]);
    const rest = await page(2, first.next ?? undefined);
    expect([rest.items.map(({ ordinal }) => ordinal), rest.next]).toEqual([[1], null]);
    await tandem.tasks.archive(me, 1);
    await tandem.tasks.delete(me, 1);
    expect((await page(10)).items).toEqual([]);
  });

  test('the last result that succeeded is neither interim nor followed by a failure', async () => {
    const w = await begun(await open());
    const { tandem, me, storage } = w;
    await tandem.tasks.create(me, { title: 'One' });
    const last = () => storage.read(me.workspaceId, ({ results }) => results.lastSucceeded(1));
    expect(await last()).toBeNull();
    await report(tandem, me);
    const second = await report(tandem, me);
    await report(tandem, me, 'none');
    await tandem.results.post(me, 1, { outcome: 'failed', summary: 'No' });
    expect(await last()).toEqual(second);
  });

  test('the time that a task waits counts once, for its last attempt', async () => {
    const w = await begun(await open());
    const { tandem, me, storage } = w;
    await tandem.tasks.create(me, { title: 'One' });
    const waits = (): Promise<(number | null)[][]> =>
      storage.read(me.workspaceId, async ({ attempts }) =>
        (await attempts.list(1, { limit: 9, after: undefined })).items.map((each) => [
          each.waitedMs,
          each.waitingSince,
        ]),
      );
    const wait = (what: 'beginWait' | 'endWait', at: number) =>
      storage.write(me.workspaceId, ({ attempts }) => attempts[what](1, at));
    await wait('beginWait', 5);
    const ant = await asAgent(w, 'ant');
    const { lease } = await tandem.claims.claim(ant, 1, {});
    await tandem.claims.release(ant, 1, { token: lease.token });
    await tandem.claims.claim(ant, 1, {});
    await wait('endWait', 10);
    for (const [from, again, to] of [
      [20, 25, 30],
      [40, 41, 39],
      [50, 50, 52],
    ] as const) {
      await wait('beginWait', from);
      await wait('beginWait', again);
      expect((await waits())[0]?.[1]).toBe(from);
      await wait('endWait', to);
      await wait('endWait', to + 5);
    }
    expect(await waits()).toEqual([
      [12, null],
      [0, null],
    ]);
  });

  test('hasOthers counts results by another author and reviewed ones, and a withdrawn result stays withdrawn', async () => {
    const w = await begun(await open());
    const { tandem, me, storage } = w;
    const [ant, bee] = [await asAgent(w, 'ant'), await asAgent(w, 'bee')];
    const others = ({ id }: Caller) =>
      storage.read(me.workspaceId, ({ results }) => results.hasOthers(1, id));
    await tandem.tasks.create(me, { title: 'One', status: 'in_progress' });
    expect(await others(ant)).toBe(false);
    const { id } = await report(tandem, ant);
    expect([await others(ant), await others(bee)]).toEqual([false, true]);
    await tandem.tasks.transition(ant, 1, { to: 'in_progress' });
    const stored = await storage.read(me.workspaceId, ({ results }) => results.byId(id));
    expect(stored?.part).toBe('withdrawn');
    await report(tandem, ant);
    await tandem.results.review(me, 1, { verdict: 'accepted' });
    expect(await others(ant)).toBe(true);
  });
}
