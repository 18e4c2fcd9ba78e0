import type { Caller, ExportBatch, Storage, Tandem } from '../../src/index.ts';
import { begun } from './begun.ts';
import { aClaim } from './rows.ts';

/** The records of an export as `type id` or `type number`, and their batches. */
async function exported(tandem: Tandem, me: Caller, include: readonly 'my-chats'[] = []) {
  const { batches } = await tandem.exports.read(me, { include });
  const found: ExportBatch[] = [];
  for await (const batch of batches) if ('type' in batch) found.push(batch);
  const of = <Type extends ExportBatch['type']>(type: Type) =>
    found.flatMap((batch) => (batch.type === type ? [...batch.items] : [])) as Extract<
      ExportBatch,
      { type: Type }
    >['items'][number][];
  return { of };
}

/** The contract of every Storage for snapshots and exports. */
export function snapshots(open: () => Promise<Storage>): void {
  const begin = async () => begun(await open());

  test('a snapshot sees no later change, and delays none', async () => {
    const { tandem, me, storage } = await begin();
    await tandem.tasks.create(me, { title: 'Before' });
    const snapshot = await storage.snapshot(me.workspaceId);
    await tandem.tasks.create(me, { title: 'After' });
    await tandem.tasks.update(me, 1, { title: 'Changed' });
    const titleOf = (number: number) =>
      snapshot.read(async ({ tasks }) => (await tasks.byNumber(number))?.title ?? null);
    expect([await titleOf(1), await titleOf(2)]).toEqual(['Before', null]);
    expect((await tandem.tasks.get(me, 1)).title).toBe('Changed');
    await snapshot.close();
    await snapshot.close();
  });

  test('an export has every entity that was not removed, archived ones included, over several pages', async () => {
    const { tandem, me } = await begin();
    const agent = await tandem.agents.create(me, { name: 'bot', displayName: 'Bot', emoji: '*', model: 'm' });
    const gone = await tandem.agents.create(me, { name: 'old', displayName: 'Old', emoji: '*', model: 'm' });
    const boss = await tandem.agents.create(me, {
      name: 'boss',
      displayName: 'Boss',
      emoji: '*',
      model: 'm',
    });
    await tandem.agents.update(me, agent.id, { reportsTo: boss.id });
    await tandem.agents.delete(me, gone.id);
    const initiative = await tandem.initiatives.create(me, { name: 'I' });
    const goal = await tandem.goals.create(me, { title: 'G', initiativeId: initiative.id });
    await tandem.goals.verify(me, goal.id, { passed: true, evidence: 'Seen' });
    const project = await tandem.projects.create(me, { title: 'P', goalId: goal.id });
    await tandem.projects.archive(me, project.id);
    for (let n = 1; n <= 120; n++)
      await tandem.tasks.create(me, {
        title: `Ünïcode 🎉 ${n}`,
        projectId: null,
        criteria: [{ text: `C${n}` }],
        labels: ['red'],
        createMissing: true,
      });
    await tandem.tasks.update(me, 1, { parentTaskNumber: 115 });
    await tandem.tasks.update(me, 115, { parentTaskNumber: 118 });
    await tandem.comments.create(me, 3, { body: 'Hello' });
    await tandem.comments.create(me, 4, { body: 'Gone with its task' });
    await tandem.relations.relate(me, 5, { type: 'blocks', taskNumber: 6 });
    await tandem.tasks.archive(me, 7, {});
    await tandem.tasks.archive(me, 4, {});
    await tandem.tasks.delete(me, 4);

    const { of } = await exported(tandem, me);
    const numbers = of('task').map(({ taskNumber }) => taskNumber);
    expect([...numbers].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 120 }, (_, i) => i + 1).filter((n) => n !== 4),
    );
    expect(numbers.slice(0, 4)).toEqual([118, 115, 1, 2]);
    expect(of('task').find(({ taskNumber }) => taskNumber === 7)?.archived).toBe(true);
    expect(of('criterion').map(({ taskNumber, text }) => [taskNumber, text])).toHaveLength(119);
    expect(of('comment').map(({ body }) => body)).toEqual(['Hello']);
    expect(of('relation')).toEqual([expect.objectContaining({ kind: 'blocks', from: 5, to: 6 })]);
    const names = of('member').map(({ name }) => name);
    expect(names.indexOf('boss')).toBeLessThan(names.indexOf('bot'));
    expect(of('member').find(({ name }) => name === 'old')).toMatchObject({ deleted: true });
    expect(of('label').map(({ name }) => name)).toEqual(['red']);
    expect(of('initiative').map(({ id }) => id)).toEqual([initiative.id]);
    expect(of('goal').map(({ id }) => id)).toEqual([goal.id]);
    expect(of('verification').map(({ evidence }) => evidence)).toEqual(['Seen']);
    expect(of('project')).toEqual([expect.objectContaining({ id: project.id, archived: true })]);
    const seqs = of('event').map(({ seq }) => seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    expect(of('event').length).toBeGreaterThan(125);
  });

  test('an export has results, reviews, questions and what their tasks wait for', async () => {
    const { tandem, me } = await begin();
    const file = await tandem.files.record(me, {
      id: 'f',
      fileName: 'ä.txt',
      mimeType: 'text/plain',
      size: 1,
      sha256: '0'.repeat(64),
      uploaderId: me.id,
      createdAt: 1_700_000_000_000,
    });
    const task = await tandem.tasks.create(me, { title: 'T', status: 'in_progress' });
    const result = await tandem.results.post(me, task.id, {
      outcome: 'succeeded',
      summary: 'Done',
      evidence: [{ fileId: file.id }],
    });
    const asked = await tandem.tasks.create(me, { title: 'Q', status: 'in_progress' });
    const question = await tandem.questions.ask(me, asked.id, {
      kind: 'text',
      text: 'Why?',
      blocking: false,
    });
    await tandem.views.create(me, {
      name: 'Mine',
      shared: false,
      query: { filters: {}, sort: 'created', order: 'desc', view: 'list', groupBy: 'none' },
    });
    await tandem.preferences.update(me, { theme: 'dark' });
    const { of } = await exported(tandem, me);
    expect(of('preferences')).toEqual([expect.objectContaining({ id: me.id, theme: 'dark' })]);
    expect(of('subscription')).toContainEqual({ taskNumber: 1, memberId: me.id });
    expect(of('file').map(({ id }) => id)).toEqual(['f']);
    expect(of('result')).toEqual([expect.objectContaining({ id: result.id, summary: 'Done' })]);
    expect(of('question').map(({ id }) => id)).toEqual([question.id]);
    expect(of('wait').map(({ taskNumber, waitingFor }) => [taskNumber, waitingFor?.resultId])).toEqual([
      [1, result.id],
    ]);
    expect(of('view').map(({ name }) => name)).toEqual(['Mine']);
  });

  test('an export has attempts, checkpoints and the usage of days, also of removed agents', async () => {
    const { tandem, me, storage } = await begin();
    const bot = await tandem.agents.create(me, { name: 'bot', displayName: 'Bot', emoji: '*', model: 'm' });
    const numbers: number[] = [];
    for (const title of ['One', 'Two', 'Gone'])
      numbers.push((await tandem.tasks.create(me, { title })).taskNumber);
    await storage.write(me.workspaceId, async ({ claims, usage }) => {
      for (const number of numbers) {
        const claim = aClaim(number, bot);
        await claims.insert(claim);
        await claims.leaveCheckpoint(number, `Left on ${number}`);
        await usage.keepOfClaim(claim.id, { reported: { tokens: number }, measured: {} });
        await claims.update({ ...claim, ended: { at: claim.claimedAt, reason: 'released' } });
      }
      const of = { projectId: null, taskNumber: null };
      await usage.add('2026-03-01', { ...of, agentId: bot.id }, { tokens: 1 });
      await usage.add('2026-03-02', { ...of, agentId: bot.id }, { tokens: 2 });
      await usage.add('2026-03-02', { ...of, agentId: null }, { tokens: 3 });
    });
    await tandem.tasks.archive(me, 3, {});
    await tandem.tasks.delete(me, 3);
    await tandem.agents.delete(me, bot.id);
    const { of } = await exported(tandem, me);
    expect(
      of('attempt').map(({ taskNumber, attempt, agent, end, usage }) => [
        taskNumber,
        attempt,
        agent.id,
        end,
        usage,
      ]),
    ).toEqual([
      [1, 1, bot.id, 'released', { tokens: 1 }],
      [2, 1, bot.id, 'released', { tokens: 2 }],
    ]);
    expect(of('checkpoint')).toEqual(
      [1, 2].map((taskNumber) => ({ taskNumber, text: `Left on ${taskNumber}` })),
    );
    expect(of('usage')).toEqual([
      { day: '2026-03-02', agentId: bot.id, usage: { tokens: 2 } },
      { day: '2026-03-02', agentId: null, usage: { tokens: 3 } },
      { day: '2026-03-01', agentId: bot.id, usage: { tokens: 1 } },
    ]);
  });
}
