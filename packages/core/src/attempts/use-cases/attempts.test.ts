import { outcome, type World, world } from '../../../testing/world.ts';
import type { NewResult } from '../../results/result.ts';
import type { Briefing } from '../../steps/briefing.ts';

let w: World;
beforeEach(async () => {
  w = await world();
  await w.tandem.tasks.create(w.admin, { title: 'A task' });
});

const claimed = async (): Promise<Briefing> => w.tandem.claims.claim(w.agent, 1, { leaseSeconds: 60 });
const listed = async () => (await w.tandem.attempts.list(w.member, 1, {})).items;
const newest = async () => (await listed())[0];
const tokenOf = ({ lease }: Briefing) => ({ token: lease.token });
const finish = (briefing: Briefing, input: Partial<NewResult> = {}) =>
  w.tandem.results.post(w.agent, 1, {
    ...tokenOf(briefing),
    outcome: 'succeeded',
    summary: 'Done',
    ...input,
  });
const move = (to: 'todo' | 'waiting' | 'canceled') => w.tandem.tasks.transition(w.admin, 1, { to });

describe('the attempts of a task', () => {
  test('an attempt is listed from its claim on, with what it used and produced', async () => {
    expect(await listed()).toStrictEqual([]);
    const held = await claimed();
    const startedAt = w.time.now();
    const running = {
      attempt: 1,
      agent: { id: w.agent.id, name: 'scout' },
      startedAt,
      endedAt: null,
      end: null,
      failure: null,
      waitedMs: 0,
      usage: {},
      usageSources: null,
      resultId: null,
      branch: null,
      commit: null,
      transcript: null,
    };
    expect(await listed()).toStrictEqual([running]);
    w.time.advance(5_000);
    const commit = 'a'.repeat(40);
    const artifact = { kind: 'git', repository: 'file:///srv/site', commit, branch: 'tandem/1' } as const;
    await finish(held, { to: 'none', summary: 'Half', usage: { tokens: 3 } });
    expect(await newest()).toStrictEqual({ ...running, usage: { tokens: 3 } });
    const { id: resultId } = await finish(held, { usage: { tokens: 7 }, artifact });
    const endedAt = w.time.now();
    const ended = { endedAt, end: 'finished', usage: { tokens: 7 }, resultId, branch: 'tandem/1', commit };
    expect(await listed()).toStrictEqual([{ ...running, ...ended }]);
  });

  test('attempts are numbered for the life of the task and kept, newest first', async () => {
    for (let i = 0; i < 3; i++) {
      const briefing = await claimed();
      expect(briefing.task.claim?.attempt).toBe(1);
      await w.tandem.claims.release(w.agent, 1, tokenOf(briefing));
      await w.tandem.tasks.transition(w.admin, 1, { to: 'backlog' });
      await move('todo');
      w.time.advance(365 * 24 * 3_600_000);
    }
    const first = await w.tandem.attempts.list(w.agent, 1, { limit: 2 });
    expect(first.items.map(({ attempt }) => attempt)).toStrictEqual([3, 2]);
    const rest = await w.tandem.attempts.list(w.agent, 1, { limit: 2, after: first.next ?? undefined });
    expect(rest.items.map(({ attempt }) => attempt)).toStrictEqual([1]);
    expect(await outcome(() => w.tandem.attempts.list(w.agent, 2, {}))).toBe('NOT_FOUND');
  });

  // biome-ignore format: a table
  test.each<[string, (held: Briefing) => Promise<unknown>, failure: object | null]>([
    ['finished',      (held) => finish(held), null],
    ['released',      (held) => w.tandem.claims.release(w.agent, 1, tokenOf(held)), null],
    ['released',      (held) => w.tandem.claims.release(w.agent, 1, { ...tokenOf(held), failure: { class: 'quota', message: 'Resets at 5' } }), { class: 'quota', message: 'Resets at 5' }],
    ['finished',      (held) => finish(held, { outcome: 'failed', failure: { class: 'agent_error', message: 'Exit code 1' } }), { class: 'agent_error', message: 'Exit code 1' }],
    ['expired',       async () => w.time.advance(60_000), { class: 'lost_lease', message: 'The lease expired: no heartbeat arrived in time.' }],
    ['taken_over',    () => w.tandem.claims.claim(w.agent, 1, { takeOver: true }), null],
    ['stopped',       () => w.tandem.claims.stop(w.admin, w.agent.id), null],
    ['agent_removed', () => w.tandem.agents.delete(w.admin, w.agent.id), null],
    ['agent_paused',  async () => { await w.tandem.agents.update(w.admin, w.agent.id, { paused: true }); w.time.advance(60_000); }, null],
    ['asked',         (held) => w.tandem.questions.ask(w.agent, 1, { ...tokenOf(held), kind: 'text', text: 'How?', blocking: true }), null],
    ['delegated',     (held) => w.tandem.tasks.split({ ...w.agent, claimToken: held.lease.token }, 1, { tasks: [{ title: 'Part' }], then: 'wait' }), null],
    ['over_budget',   async (held) => { await w.tandem.tasks.update(w.admin, 1, { budget: { usd: 1 } }); await w.tandem.claims.heartbeat(w.agent, 1, { ...tokenOf(held), usage: { usd: 2 } }); }, null],
    ['moved',         () => move('canceled'), null],
    ['reassigned',    () => w.tandem.tasks.update(w.admin, 1, { assignedTo: 'ada' }), null],
    ['archived',      () => w.tandem.tasks.archive(w.admin, 1), null],
  ])('an attempt can end as %s', async (end, by, failure) => {
    const held = await claimed();
    await by(held);
    const before = (await listed()).at(-1);
    await w.tandem.claims.tidy();
    const after = (await listed()).at(-1);
    expect([before?.end, after?.end]).toStrictEqual([end, end]);
    expect(after).toMatchObject({ attempt: 1, endedAt: w.time.now(), failure });
  });
});

describe('the time that a task waits for people', () => {
  const waited = async () => (await listed()).map(({ waitedMs }) => waitedMs / 1_000);

  test('a wait counts for the attempt before it, also while it goes on', async () => {
    await move('waiting');
    w.time.advance(7_000);
    await move('todo');
    await finish(await claimed());
    w.time.advance(10_000);
    expect(await waited()).toStrictEqual([10]);
    await w.tandem.results.review(w.admin, 1, { verdict: 'returned', comment: 'Not yet' });
    w.time.advance(20_000);
    const again = await claimed();
    await w.tandem.questions.ask(w.agent, 1, {
      ...tokenOf(again),
      kind: 'text',
      text: 'How?',
      blocking: true,
    });
    w.time.advance(30_000);
    await w.tandem.tasks.archive(w.admin, 1);
    w.time.advance(40_000);
    await w.tandem.tasks.unarchive(w.admin, 1);
    w.time.advance(50_000);
    const [question] = (await w.tandem.questions.list(w.admin, {})).items;
    await w.tandem.questions.answer(w.admin, question?.id ?? '', { text: 'So' });
    w.time.advance(60_000);
    expect(await waited()).toStrictEqual([80, 10]);
  });

  test('a run that asks while it holds the task waits until its last question is closed', async () => {
    const held = await claimed();
    const ask = () =>
      w.tandem.questions.ask(w.agent, 1, { ...tokenOf(held), kind: 'text', text: 'How?', blocking: false });
    const first = await ask();
    w.time.advance(1_000);
    const second = await ask();
    w.time.advance(2_000);
    await w.tandem.questions.answer(w.admin, first.id, { text: 'So' });
    w.time.advance(3_000);
    expect(await waited()).toStrictEqual([6]);
    await w.tandem.questions.withdraw(w.agent, second.id);
    w.time.advance(4_000);
    expect(await waited()).toStrictEqual([6]);
    await ask();
    w.time.advance(5_000);
    await finish(held);
    w.time.advance(6_000);
    expect(await waited()).toStrictEqual([17]);
  });

  test('a wait for sub-tasks does not count, nor a question after the end of its run', async () => {
    const held = await claimed();
    await w.tandem.questions.ask(w.agent, 1, {
      ...tokenOf(held),
      kind: 'text',
      text: 'How?',
      blocking: false,
    });
    w.time.advance(10_000);
    await w.tandem.tasks.split({ ...w.agent, claimToken: held.lease.token }, 1, {
      tasks: [{ title: 'Part' }],
      then: 'wait',
    });
    w.time.advance(10_000);
    expect(await waited()).toStrictEqual([10]);
  });
});
