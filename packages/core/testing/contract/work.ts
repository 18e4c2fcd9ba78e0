import type { Caller, NewAgent, Storage, Tandem } from '../../src/index.ts';
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

  test('forgetting claims keeps the last claim of every task', async () => {
    const w = await begun(await open());
    const { tandem, me, storage } = w;
    const lastOf = (number: number) =>
      storage.read(me.workspaceId, async ({ claims }) => (await claims.lastOf(number))?.agent.name);
    const forget = (atMost = 10) =>
      storage.write(me.workspaceId, ({ claims }) => claims.forget(Number.MAX_SAFE_INTEGER, atMost));
    for (const title of ['One', 'Two', 'Three']) await tandem.tasks.create(me, { title });
    const [ant, bee, cat] = [await asAgent(w, 'ant'), await asAgent(w, 'bee'), await asAgent(w, 'cat')];
    const hold = async (agent: Caller, number: number) => {
      const { lease } = await tandem.claims.claim(agent, number, {});
      return () => tandem.claims.release(agent, number, { token: lease.token });
    };
    for (const agent of [ant, bee, cat]) await (await hold(agent, 1))();
    await (await hold(ant, 2))();
    await (await hold(ant, 3))();
    const release = await hold(bee, 3);
    expect([await forget(1), await forget(), await forget()]).toEqual([1, 2, 0]);
    await release();
    expect(await forget()).toBe(0);
    expect([await lastOf(1), await lastOf(2), await lastOf(3)]).toEqual(['cat', 'ant', 'bee']);
    await tandem.tasks.archive(me, 1);
    await tandem.tasks.delete(me, 1);
    expect(await lastOf(1)).toBeUndefined();
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
