import type { Caller, Storage, TaskVerification } from '../../src/index.ts';
import type { WantedPending } from '../../src/verifications/store.ts';
import { begun } from './begun.ts';

type World = Awaited<ReturnType<typeof begun>>;

const COMMIT = 'a'.repeat(40);
const repository = (name: string) => `https://git.example.org/${name}.git`;

/** The contract of every Storage for the verifications of tasks. */
export function verifications(open: () => Promise<Storage>): void {
  const agent = async ({ tandem, me }: World, name: string): Promise<Caller> => {
    await tandem.agents.create(me, { name, displayName: name, emoji: '*', model: 'm' });
    const caller = await tandem.operator.callerFor(me.workspaceId, name);
    return { ...caller, key: { ...caller.key, kind: 'agent' } };
  };
  const verifier = async (w: World, name: string): Promise<Caller> => {
    const caller = await agent(w, name);
    await w.tandem.agents.update(w.me, caller.id, { verifier: true });
    return caller;
  };
  /** A task with a result of Ant and two verifications. */
  const requested = async ({ tandem, me }: World, by: Caller, name = 'site'): Promise<number> => {
    const criteria = ['A', 'B'].map((text) => ({ text, check: { command: 'make', protect: ['test/*'] } }));
    const { taskNumber } = await tandem.tasks.create(me, { title: name, status: 'in_progress', criteria });
    const artifact = { kind: 'git', repository: repository(name), commit: COMMIT } as const;
    await tandem.results.post(by, taskNumber, { outcome: 'succeeded', summary: 'Done', artifact });
    return taskNumber;
  };
  const stored = ({ storage, me }: World, number: number): Promise<readonly TaskVerification[]> =>
    storage.read(me.workspaceId, (stores) => stores.verifications.currentOf(number));

  test('a verification is kept as it was saved', async () => {
    const w = await begun(await open());
    const [ant, owl] = [await agent(w, 'ant'), await verifier(w, 'owl')];
    await requested(w, ant);
    const claim = await w.tandem.verifications.next(owl, { leaseSeconds: 60 });
    const id = claim?.verification.id ?? '';
    const token = claim?.lease.token ?? '';
    await w.tandem.verifications.heartbeat(owl, id, { token, output: '1 of 2 ü' });
    const [running, pending] = await stored(w, 1);
    expect(running).toMatchObject({
      id,
      taskNumber: 1,
      taskTitle: 'site',
      criterion: { text: 'A' },
      check: { command: 'make', timeoutSeconds: 600, protect: ['test/*'] },
      artifact: { kind: 'git', repository: repository('site'), commit: COMMIT },
      state: 'running',
      verifier: { id: owl.id, name: 'owl' },
      lease: { token, seconds: 60 },
      progress: { output: '1 of 2 ü' },
      report: null,
    });
    expect(pending).toMatchObject({ state: 'pending', verifier: null, makers: [], lease: null });
    const report = {
      outcome: 'failed',
      exitCode: 2,
      output: 'No',
      outputLength: 9 ** 12,
      outputDigest: 'a'.repeat(64),
      durationMs: 12,
      environment: { os: 'linux' },
      files: ['a'],
    } as const;
    await w.tandem.verifications.report(owl, id, { token, ...report });
    const [failed] = await stored(w, 1);
    expect(failed).toMatchObject({
      state: 'failed',
      failedOnce: true,
      expiresAt: null,
      progress: null,
      report,
    });
    const byId = await w.storage.read(w.me.workspaceId, (stores) => stores.verifications.byId(id));
    expect(byId).toEqual(failed);
  });

  test('lists hold those of a task or in a state, newest first, and no void ones where they would mislead', async () => {
    const w = await begun(await open());
    const ant = await agent(w, 'ant');
    await requested(w, ant);
    await requested(w, ant, 'shop');
    const { tandem, me, storage } = w;
    const texts = (items: readonly { taskTitle: string; criterion: { text: string } }[]) =>
      items.map(({ taskTitle, criterion }) => `${taskTitle} ${criterion.text}`);
    expect(texts((await tandem.verifications.ofTask(me, 1, {})).items)).toEqual(['site B', 'site A']);
    const first = await tandem.verifications.list(me, { state: 'pending', limit: 3 });
    expect(texts(first.items)).toEqual(['shop B', 'shop A', 'site B']);
    const rest = await tandem.verifications.list(me, { state: 'pending', after: first.next ?? 0 });
    expect([texts(rest.items), rest.next]).toEqual([['site A'], null]);
    const pending = (...prefixes: string[]) =>
      storage.read(me.workspaceId, async ({ verifications: all }) =>
        texts((await all.pending({ prefixes, verifying }, { limit: 3, after: undefined })).items),
      );
    let verifying: WantedPending['verifying'] = { verifierId: 'owl', makers: [] };
    expect(await pending()).toEqual(['site A', 'site B', 'shop A']);
    expect(await pending(repository('shop'), 'http://')).toEqual(['shop A', 'shop B']);
    expect(await pending(`${repository('shop')}/`)).toEqual(['shop A', 'shop B']);
    expect(await pending('%', '_')).toEqual([]);
    for (const ids of [[ant.id], ['owl', ant.id]]) {
      verifying = { verifierId: ids[0] ?? '', makers: ids };
      expect(await pending()).toEqual([]);
    }
    verifying = { verifierId: me.id, makers: [me.id] };
    await tandem.results.post(me, 2, { outcome: 'partial', summary: 'More' });
    expect(await pending()).toEqual(['site A', 'site B']);
    verifying = { verifierId: 'owl', makers: [] };
    await tandem.tasks.archive(me, 1);
    expect(await stored(w, 1)).toEqual([]);
    const voided = await storage.read(me.workspaceId, ({ verifications: all }) => all.voidOf(1));
    expect(texts(voided)).toEqual(['site A', 'site B']);
    expect(await pending()).toEqual(['shop A', 'shop B']);
    await tandem.tasks.delete(me, 1);
    await tandem.removals.clear();
    expect((await tandem.verifications.list(me, { state: 'void' })).items).toEqual([]);
  });

  test('those who worked on a task are its claimers, its authors and the members behind them', async () => {
    const w = await begun(await open());
    const { tandem, me, storage } = w;
    const [ant, bee] = [await agent(w, 'ant'), await agent(w, 'bee')];
    await requested(w, ant);
    await tandem.results.post(me, 1, { outcome: 'partial', summary: 'More' });
    await tandem.tasks.create(me, { title: 'Two' });
    await tandem.claims.claim(bee, 2, {});
    const workers = (number: number) =>
      storage.read(me.workspaceId, async (stores) =>
        [...(await stores.verifications.workersOf(number))].sort(),
      );
    expect(await workers(1)).toEqual([ant.id, me.id].sort());
    expect(await workers(2)).toEqual([bee.id]);
    expect(await workers(3)).toEqual([]);
  });

  test('results that were accepted without their proof are counted from a time on', async () => {
    const w = await begun(await open());
    const { tandem, me, storage } = w;
    await tandem.workspace.update(me, { proofOfDone: 'verified' });
    await requested(w, await agent(w, 'ant'));
    const accepted = { verdict: 'accepted', override: 'Seen' } as const;
    const { createdAt } = await tandem.results.review(me, 1, accepted);
    const count = (since: number) =>
      storage.read(me.workspaceId, ({ results }) => results.countOverridden(since));
    expect([await count(createdAt), await count(createdAt + 1)]).toEqual([1, 0]);
    const [result] = (await tandem.results.list(me, 1, {})).items;
    expect(result?.review?.override).toBe('Seen');
  });

  test('a workspace with an expired lease of a verification is found', async () => {
    const w = await begun(await open());
    const [ant, owl] = [await agent(w, 'ant'), await verifier(w, 'owl')];
    await requested(w, ant);
    await w.tandem.verifications.next(owl, {});
    const over = (at: number) => w.storage.directory.workspacesWithExpiredLeases(at);
    const running = await w.storage.read(w.me.workspaceId, (stores) =>
      stores.verifications.runningOf(owl.id),
    );
    const end = running[0]?.lease?.expiresAt ?? 0;
    expect([await over(end - 1), await over(end)]).toEqual([[], [w.me.workspaceId]]);
    const expired = (at: number) =>
      w.storage.read(w.me.workspaceId, (stores) => stores.verifications.expired(at));
    expect([(await expired(end - 1)).length, (await expired(end)).length]).toEqual([0, 1]);
  });
}
