import { type CallerName, outcome, refusal, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import type { Briefing } from '../../steps/briefing.ts';
import type { NewTask } from '../../tasks/task.ts';
import type { Failure } from '../failure.ts';
import type { ClaimQuery } from './next.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = async (input: Partial<NewTask> = {}) =>
  (await w.tandem.tasks.create(w.admin, { title: 'A task', ...input })).taskNumber;
const next = (query: ClaimQuery = {}, by: Caller = w.agent) => w.tandem.claims.next(by, query);
const claimed = async (query: ClaimQuery = {}, by: Caller = w.agent): Promise<Briefing> => {
  const briefing = await next(query, by);
  if (!briefing) throw new Error('Nothing is ready');
  return briefing;
};
const numberOf = async (query: ClaimQuery = {}, by: Caller = w.agent) =>
  (await next(query, by))?.task.taskNumber ?? null;
const claim = (number: number, by: Caller = w.agent, takeOver = false) =>
  w.tandem.claims.claim(by, number, { takeOver });
const release = ({ task, lease }: Briefing, more: object = {}, by: Caller = w.agent) =>
  w.tandem.claims.release(by, task.taskNumber, { token: lease.token, ...more });
const heartbeat = ({ task, lease }: Briefing, more: object = {}, by: Caller = w.agent) =>
  w.tandem.claims.heartbeat(by, task.taskNumber, { token: lease.token, ...more });
const task = (number: number) => w.tandem.tasks.get(w.admin, number);
const move = (number: number, to: 'todo' | 'waiting' | 'done' | 'in_progress' | 'canceled', by = w.admin) =>
  w.tandem.tasks.transition(by, number, { to });
const withToken = (by: Caller, token: string): Caller => ({ ...by, claimToken: token });
const hand = (agentId: string, change: { paused?: boolean; maxClaims?: number }) =>
  w.tandem.agents.update(w.admin, agentId, change);
/** The reason in the details of a refused token. */
const lostBecause = async (briefing: Briefing, by: Caller = w.agent) => {
  const { code, details } = await refusal(() => heartbeat(briefing, {}, by));
  return `${code} ${details.reason}`;
};

describe('callers that can claim tasks', () => {
  // biome-ignore format: a table
  test.each<[CallerName, string]>([
    ['agent',          'ok'],
    ['runtime',        'ok'],
    ['admin',          'FORBIDDEN'],
    ['member',         'FORBIDDEN'],
    ['service',        'FORBIDDEN'],
    ['actingAsMember', 'FORBIDDEN'],
    ['actingAsAgent',  'FORBIDDEN'],
  ])('a claim by %s: %s', async (who, expected) => {
    const number = await create();
    const agentId = w.agent.id;
    expect(await outcome(() => next({ agentId }, w[who]))).toBe(expected);
    await w.tandem.agents.update(w.admin, agentId, { maxClaims: 2 });
    const other = await create();
    expect(await outcome(() => w.tandem.claims.claim(w[who], other, { agentId }))).toBe(expected);
    const held = expected === 'ok' ? await task(number) : null;
    expect(held?.claim?.agent ?? null).toStrictEqual(held && { id: agentId, name: 'scout' });
  });

  test("an agent's key claims only for itself, and a runtime key names the agent", async () => {
    await create();
    const fox = await w.newAgent('fox');
    expect(await outcome(() => next({ agentId: fox.id }))).toBe('FORBIDDEN');
    expect(await outcome(() => next({}, w.runtime))).toBe('VALIDATION_ERROR');
    expect(await outcome(() => next({ agentId: w.admin.id }, w.runtime))).toBe('VALIDATION_ERROR');
    expect((await claimed({ agentId: fox.id }, w.runtime)).task.claim?.agent.name).toBe('fox');
  });
});

describe('a claim', () => {
  test('a claim assigns the agent, moves the task to in_progress, and shows its holder and end', async () => {
    await create();
    const { task: seen, lease } = await claimed({ leaseSeconds: 60 });
    expect(seen).toMatchObject({ status: 'in_progress', assignee: { name: 'scout' }, taskNumber: 1 });
    expect(seen.claim).toStrictEqual({
      id: expect.any(String),
      agent: { id: w.agent.id, name: 'scout' },
      attempt: 1,
      claimedAt: w.time.now(),
      expiresAt: w.time.now() + 60_000,
      heardAt: w.time.now(),
      progress: null,
    });
    expect(lease.expiresAt).toBe(w.time.now() + 60_000);
    expect((await task(1)).claim).toStrictEqual(seen.claim);
    expect(JSON.stringify(await w.tandem.tasks.list(w.admin, {}))).not.toContain(lease.token);
    const [entry] = (await w.tandem.tasks.activity(w.admin, 1, {})).items;
    expect(entry).toMatchObject({
      action: 'transitioned',
      newValue: 'in_progress',
      actor: { name: 'scout' },
    });
  });

  test('concurrent claims of one task go to exactly one run', async () => {
    await hand(w.agent.id, { maxClaims: 100 });
    for (let i = 0; i < 5; i++) await create();
    const got = await Promise.all(Array.from({ length: 20 }, () => numberOf()));
    expect(got.filter((number) => number !== null).sort()).toStrictEqual([1, 2, 3, 4, 5]);
  });

  test('a lease lasts as long as requested, within limits', async () => {
    await create();
    for (const leaseSeconds of [29, 3_601, 60.5, Number.NaN]) {
      expect(await outcome(() => next({ leaseSeconds }))).toBe('VALIDATION_ERROR');
    }
    expect((await claimed()).lease.expiresAt).toBe(w.time.now() + 300_000);
  });

  test('heartbeats extend a claim and report progress', async () => {
    await create();
    const held = await claimed({ leaseSeconds: 30 });
    for (let i = 1; i <= 5; i++) {
      w.time.advance(29_000);
      const { expiresAt, directive } = await heartbeat(held, { progress: { percent: i * 10 } });
      expect([expiresAt, directive]).toStrictEqual([w.time.now() + 30_000, 'continue']);
    }
    await heartbeat(held, { progress: { note: 'Nearly' } });
    expect((await task(1)).claim?.progress).toStrictEqual({ note: 'Nearly', percent: 50, at: w.time.now() });
    expect(await outcome(() => heartbeat(held, { progress: { percent: 101 } }))).toBe('VALIDATION_ERROR');
  });

  test('every heartbeat updates heardAt, even without progress', async () => {
    await create();
    const held = await claimed();
    const claimedAt = w.time.now();
    w.time.advance(20_000);
    expect((await task(1)).claim?.heardAt).toBe(claimedAt);
    await heartbeat(held);
    expect((await task(1)).claim).toMatchObject({ heardAt: w.time.now(), progress: null, claimedAt });
  });

  test('a heartbeat counts the comments of others since the last one', async () => {
    await create();
    const held = await claimed();
    w.time.advance(1);
    await w.tandem.comments.create(w.admin, 1, { body: 'Look here' });
    await w.tandem.comments.create(w.agent, 1, { body: 'I do' });
    expect((await heartbeat(held)).newComments).toBe(1);
    w.time.advance(1);
    expect((await heartbeat(held)).newComments).toBe(0);
  });

  test('a checkpoint is passed to the next run', async () => {
    await create();
    const held = await claimed();
    await heartbeat(held, { checkpoint: 'Half of it is done' });
    await release(held);
    const fox = await w.newAgent('fox');
    expect((await claimed({}, fox)).checkpoint).toBe('Half of it is done');
  });

  test('releasing a claim returns the task to todo with its previous assignee', async () => {
    await create();
    await create({ assignedTo: 'scout' });
    await hand(w.agent.id, { maxClaims: 2 });
    const [own, free] = [await claimed(), await claimed()];
    expect([own.task.taskNumber, free.task.taskNumber]).toStrictEqual([2, 1]);
    expect(await release(own, { note: 'Later' })).toMatchObject({
      status: 'todo',
      assignee: { name: 'scout' },
    });
    expect(await release(free)).toMatchObject({ status: 'todo', assignee: null, claim: null });
    expect(await lostBecause(own)).toBe('LEASE_LOST released');
  });

  test('a task released with notBefore is not offered before', async () => {
    await create();
    await release(await claimed(), { notBefore: w.time.now() + 5_000 });
    expect(await numberOf()).toBeNull();
    w.time.advance(5_000);
    expect(await numberOf()).toBe(1);
  });

  test('a declined task is hidden from this agent until a person changes it', async () => {
    await create();
    await release(await claimed(), { declined: true });
    expect(await numberOf()).toBeNull();
    const fox = await w.newAgent('fox');
    await release(await claimed({}, fox), {}, fox);
    await w.tandem.tasks.update(fox, 1, { title: 'By an agent' });
    expect(await numberOf()).toBeNull();
    await w.tandem.tasks.update(w.admin, 1, { title: 'By a person' });
    expect(await numberOf()).toBe(1);
  });
});

describe('readiness', () => {
  test.each([
    ['another status', { status: 'backlog' as const }],
    ['another assignee', { assignedTo: 'bob' }],
  ])('a task with %s is not ready', async (_, input) => {
    await create(input);
    expect(await numberOf()).toBeNull();
  });

  test('a task that is archived, blocked or claimed is not ready', async () => {
    await create();
    await w.tandem.tasks.archive(w.admin, 1);
    await create();
    await create();
    await w.tandem.relations.relate(w.admin, 2, { type: 'blocks', taskNumber: 3 });
    expect(await numberOf()).toBe(2);
    await hand(w.agent.id, { maxClaims: 9 });
    expect(await numberOf()).toBeNull();
    await move(2, 'done');
    expect(await numberOf()).toBe(3);
  });

  test('reopening a blocker blocks the task again, and removing the relation or the blocker unblocks it', async () => {
    await create();
    await create();
    const relation = await w.tandem.relations.relate(w.admin, 1, { type: 'blocks', taskNumber: 2 });
    await move(1, 'in_progress');
    await move(1, 'done');
    await move(1, 'todo');
    await move(1, 'in_progress');
    expect(await numberOf()).toBeNull();
    await w.tandem.relations.unrelate(w.admin, 2, relation.id);
    expect(await numberOf()).toBe(2);
    await create();
    await w.tandem.relations.relate(w.admin, 1, { type: 'blocks', taskNumber: 3 });
    await w.tandem.tasks.archive(w.admin, 1);
    await w.tandem.tasks.delete(w.admin, 1);
    await hand(w.agent.id, { maxClaims: 9 });
    expect(await numberOf()).toBe(3);
  });

  test('ready tasks are ordered: assigned first, then by priority, due date with none last, and number', async () => {
    await hand(w.agent.id, { maxClaims: 9 });
    await create({ title: 'plain' });
    await create({ dueDate: 200 });
    await create({ dueDate: 100 });
    await create({ priority: 'p0' });
    await create({ assignedTo: 'scout', priority: 'p3' });
    await create({ dueDate: 100 });
    const order = [];
    for (let i = 0; i < 6; i++) order.push(await numberOf());
    expect(order).toStrictEqual([5, 4, 3, 6, 2, 1]);
  });

  test('claiming can be limited to a project, labels and priorities', async () => {
    await hand(w.agent.id, { maxClaims: 9 });
    const { id: projectId } = await w.tandem.projects.create(w.admin, { title: 'Garden' });
    await create();
    await create({ projectId });
    await create({ labels: ['ui'], createMissing: true });
    await create({ labels: ['API'], createMissing: true });
    await create({ priority: 'p3' });
    expect(await numberOf({ projectId })).toBe(2);
    expect(await numberOf({ labels: ['api', 'none'] })).toBe(4);
    expect(await numberOf({ priority: ['p3'] })).toBe(5);
    expect(await numberOf({ labels: ['none'] })).toBeNull();
    expect(await outcome(() => next({ projectId: 'none' }))).toBe('VALIDATION_ERROR');
    expect(await numberOf({ projectId, labels: ['ui'] })).toBeNull();
  });
});

describe('the limit of an agent', () => {
  test('an agent may hold one claim by default; above its limit 409 lists its claims', async () => {
    for (let i = 0; i < 3; i++) await create({ title: `Task ${i + 1}` });
    await claimed();
    const { code, details } = await refusal(() => next());
    expect([code, details.claims]).toStrictEqual([
      'CLAIM_LIMIT',
      [{ taskNumber: 1, title: 'Task 1', claim: expect.objectContaining({ attempt: 1 }) }],
    ]);
    expect(await outcome(() => claim(2))).toBe('CLAIM_LIMIT');
    await hand(w.agent.id, { maxClaims: 2 });
    expect(await numberOf()).toBe(2);
  });

  test.each(['agent', 'runtime', 'service', 'actingAsAgent'] as const)(
    '%s cannot set the claim limit or pause an agent',
    async (who) => {
      for (const change of [{ maxClaims: 5 }, { paused: false }]) {
        expect(await outcome(() => w.tandem.agents.update(w[who], w.agent.id, change))).toBe('HUMANS_ONLY');
      }
    },
  );

  test.each([0, 101, 1.5])('the claim limit cannot be %p', async (maxClaims) => {
    expect(await outcome(() => hand(w.agent.id, { maxClaims }))).toBe('VALIDATION_ERROR');
  });
});

describe('claiming a task by name', () => {
  test('a task can be claimed by number regardless of order, notBefore and declines', async () => {
    await create();
    await create();
    await release(await claim(2), { declined: true, notBefore: w.time.now() + 60_000 });
    expect((await claim(2)).task).toMatchObject({ taskNumber: 2, status: 'in_progress' });
  });

  // biome-ignore format: a table
  test.each<[string, () => Promise<unknown>, string]>([
    ['another assignee',            () => w.tandem.tasks.update(w.admin, 1, { assignedTo: 'bob' }), 'TASK_ASSIGNED'],
    ['a blocker',                   async () => w.tandem.relations.relate(w.admin, await create(), { type: 'blocks', taskNumber: 1 }), 'TASK_BLOCKED'],
    ['another status',              () => move(1, 'waiting'),                  'INVALID_TRANSITION'],
    ['another’s work in progress',  () => move(1, 'in_progress'),              'INVALID_TRANSITION'],
    ['an archived task',            () => w.tandem.tasks.archive(w.admin, 1),  'INVALID_TRANSITION'],
    ['a pause of the agent',        () => hand(w.agent.id, { paused: true }),  'AGENT_PAUSED'],
    ['another’s claim',             async () => claim(1, await w.newAgent('fox')), 'TASK_CLAIMED'],
    ['the agent’s own claim',       () => claim(1),                            'TASK_CLAIMED'],
  ])('claiming a task by number is refused: %s', async (_, before, code) => {
    await create();
    await before();
    expect(await outcome(() => claim(1))).toBe(code);
  });

  test("claiming continues the agent's own unclaimed task in progress", async () => {
    await create({ assignedTo: 'scout' });
    await move(1, 'in_progress', w.agent);
    const { task: seen } = await claim(1);
    expect(seen).toMatchObject({ status: 'in_progress', claim: { attempt: 1 } });
  });

  test("resume at the claim limit continues the agent's oldest task", async () => {
    await hand(w.agent.id, { maxClaims: 2 });
    for (let i = 0; i < 3; i++) await create();
    const old = await claimed({ resume: true });
    expect((await claimed({ resume: true })).task.taskNumber).toBe(2);
    const resumed = await claimed({ resume: true });
    expect(resumed.task).toMatchObject({ taskNumber: 1, claim: { attempt: 2 }, status: 'in_progress' });
    expect(await lostBecause(old)).toBe('LEASE_LOST taken_over');
    expect((await heartbeat(resumed)).directive).toBe('continue');
    await release(resumed);
    expect((await task(1)).assignee).toBeNull();
  });

  test("resume does nothing for another agent's task, a paused agent, or without the option", async () => {
    const fox = await w.newAgent('fox');
    await create();
    await create({ assignedTo: 'fox' });
    await claimed();
    expect(await outcome(() => next())).toBe('CLAIM_LIMIT');
    expect(await numberOf({ resume: true }, fox)).toBe(2);
    await hand(w.agent.id, { paused: true });
    expect(await numberOf({ resume: true })).toBeNull();
  });

  test('resume moves a task claimed ten times within a day to waiting for attention', async () => {
    const number = await create();
    for (let i = 0; i < 10; i++) expect(await numberOf({ resume: true })).toBe(number);
    expect(await numberOf({ resume: true })).toBeNull();
    expect(await task(number)).toMatchObject({ waitingFor: { kind: 'attention' }, claim: null });
  });

  test("takeOver replaces the agent's own claim, and the old token stops working", async () => {
    await create();
    const old = await claimed();
    const taken = await claim(1, w.agent, true);
    expect(taken.task.claim?.attempt).toBe(2);
    expect(await lostBecause(old)).toBe('LEASE_LOST taken_over');
    expect((await heartbeat(taken)).directive).toBe('continue');
    await release(taken);
    expect((await task(1)).assignee).toBeNull();
    await claim(1);
    const fox = await w.newAgent('fox');
    expect(await outcome(() => claim(1, fox, true))).toBe('TASK_CLAIMED');
  });
});

describe('while a claim lives', () => {
  const changes: [string, (by: Caller) => Promise<unknown>][] = [
    ['moving', (by) => w.tandem.tasks.transition(by, 1, { to: 'waiting' })],
    ['changing', (by) => w.tandem.tasks.update(by, 1, { title: 'New' })],
    ['archiving', (by) => w.tandem.tasks.archive(by, 1)],
    ['relating', (by) => w.tandem.relations.relate(by, 1, { type: 'related', taskNumber: 2 })],
    [
      'reporting on',
      (by) => w.tandem.results.post(by, 1, { outcome: 'partial', summary: 'Half', to: 'none' }),
    ],
    [
      'asking about',
      (by) => w.tandem.questions.ask(by, 1, { kind: 'text', text: 'Which?', blocking: false }),
    ],
  ];

  test.each(changes)('%s a claimed task requires its token, except from people', async (_, change) => {
    await create();
    await create();
    const { lease } = await claimed();
    for (const by of [w.agent, w.service, w.runtime, w.actingAsAgent]) {
      const { code, details } = await refusal(() => change(by));
      expect([code, details.claim]).toStrictEqual([
        'TASK_CLAIMED',
        expect.objectContaining({ agent: { id: w.agent.id, name: 'scout' } }),
      ]);
    }
    expect(await outcome(() => change(withToken(w.agent, 'none')))).toBe('LEASE_LOST');
    expect(await outcome(() => change(withToken(w.agent, lease.token)))).toBe('ok');
  });

  test('a missing right is refused before the token is checked', async () => {
    await create();
    await claimed();
    const criteria = [{ text: 'Easy' }];
    expect(await outcome(() => w.tandem.tasks.update(w.agent, 1, { criteria }))).toBe('HUMANS_ONLY');
    expect(await outcome(() => w.tandem.results.review(w.agent, 1, { verdict: 'accepted' }))).toBe(
      'HUMANS_ONLY',
    );
    expect(await outcome(() => move(1, 'done', w.agent))).toBe('AGENT_COMPLETION_DISABLED');
  });

  test('comments do not require the token', async () => {
    await create();
    await claimed();
    expect(await outcome(() => w.tandem.comments.create(w.service, 1, { body: 'Hello' }))).toBe('ok');
  });

  test('an unknown token is refused even on an unclaimed task', async () => {
    await create();
    const { details } = await refusal(() =>
      w.tandem.tasks.update(withToken(w.agent, 'none'), 1, { title: 'New' }),
    );
    expect(details.reason).toBe('unknown');
  });

  // biome-ignore format: a table
  test.each<[string, string, (number: number) => Promise<unknown>]>([
    ['a move by a person',     'moved',      (number) => move(number, 'todo')],
    ['a new assignee',         'reassigned', (number) => w.tandem.tasks.update(w.admin, number, { assignedTo: 'bob' })],
    ['archiving by a person',  'archived',   (number) => w.tandem.tasks.archive(w.admin, number)],
    ['a person’s result',      'moved',      () => w.tandem.results.post(w.admin, 1, { outcome: 'partial', summary: 'Half' })],
    ['a move to waiting',      'moved',      (number) => move(number, 'waiting')],
    ['a stop of the agent',    'paused',     () => w.tandem.claims.stop(w.admin, w.agent.id)],
  ])('%s ends a claim with the reason %s', async (_, reason, act) => {
    await create();
    const held = await claimed();
    await act(1);
    expect(await lostBecause(held)).toBe(`LEASE_LOST ${reason}`);
    expect((await task(1)).claim).toBeNull();
  });

  test('other changes by a person keep the claim', async () => {
    await create();
    const held = await claimed();
    await w.tandem.tasks.update(w.admin, 1, { title: 'New', priority: 'p0' });
    expect(await outcome(() => heartbeat(held))).toBe('ok');
  });
});

describe('an expired claim', () => {
  test('an expired claim is over for everyone at once, before the clean-up', async () => {
    await create();
    const held = await claimed({ leaseSeconds: 30 });
    w.time.advance(30_000);
    expect((await task(1)).claim).toBeNull();
    expect(await lostBecause(held)).toBe('LEASE_LOST expired');
    expect(await outcome(() => w.tandem.tasks.update(w.service, 1, { title: 'New' }))).toBe('ok');
  });

  test('an expired claim returns the task on behalf of the service, with a growing delay', async () => {
    await create();
    for (const rest of [10_000, 20_000]) {
      await claimed({ leaseSeconds: 30 });
      w.time.advance(30_000);
      await w.tandem.claims.tidy();
      expect(await task(1)).toMatchObject({ status: 'todo', assignee: null });
      w.time.advance(rest - 1);
      expect(await numberOf()).toBeNull();
      w.time.advance(1);
    }
    const [entry] = (await w.tandem.tasks.activity(w.admin, 1, {})).items;
    expect(entry).toMatchObject({ actor: { type: 'service', name: 'Tandem' }, newValue: 'todo' });
  });

  test('the next run gets the outcome and reason of earlier attempts', async () => {
    await create();
    await claimed({ leaseSeconds: 30 });
    w.time.advance(30_000);
    await w.tandem.claims.tidy();
    w.time.advance(10_000);
    await release(await claimed(), { note: 'Needs the archive key' });
    const { taskNumber, lease } = { taskNumber: 1, ...(await claimed()) };
    await w.tandem.comments.create(w.admin, 1, { body: 'Hello' });
    await w.tandem.results.post(withToken(w.agent, lease.token), taskNumber, {
      outcome: 'failed',
      summary: 'No network\nCould not resolve the host.',
    });
    w.time.advance(300_000);
    const { attempts } = await claimed();
    expect(attempts.map(({ by, endedBy, to, reason }) => [by.name, endedBy.name, to, reason])).toStrictEqual([
      ['scout', 'scout', 'todo', 'No network'],
      ['scout', 'scout', 'todo', 'Needs the archive key'],
      ['scout', 'Tandem', 'todo', 'The lease expired: no heartbeat arrived in time.'],
    ]);
  });

  test('a briefing cuts a long reason to 4 KiB and reports it as truncated', async () => {
    await create();
    await release(await claimed(), { note: 'é'.repeat(50_000) });
    const { attempts, truncated } = await claimed();
    expect(attempts[0]?.reason).toBe('é'.repeat(2_048));
    expect(truncated).toStrictEqual(['attempts']);
  });

  // biome-ignore format: a table
  test.each<[Failure['class'], failures: number, restSeconds: number]>([
    ['agent_error', 1, 10],
    ['tool_error',  1, 10],
    ['lost_lease',  1, 10],
    ['other',       1, 10],
    ['quota',       0, 300],
    ['stopped',     0, 0],
    ['restart',     0, 0],
  ])('a release after %s counts %i failed attempts and rests for %i seconds', async (why, failures, rest) => {
    await create();
    const failure = { class: why, message: 'Exit code 1' };
    const { work } = await release(await claimed(), { failure });
    expect(work).toMatchObject({ failures, notBefore: rest === 0 ? null : w.time.now() + rest * 1_000 });
    const later = w.time.now() + 3_600_000;
    w.time.advance(rest * 1_000);
    await w.tandem.claims.tidy();
    const again = await claimed();
    expect(again.attempts[0]?.reason).toBe('Exit code 1');
    expect((await release(again, { failure, notBefore: later })).work.notBefore).toBe(later);
  });

  test("the third expiry asks for attention, and a person's move resets the count", async () => {
    await create();
    for (let i = 1; i <= 3; i++) {
      expect((await claimed({ leaseSeconds: 30 })).task.claim?.attempt).toBe(i);
      w.time.advance(30_000);
      await w.tandem.claims.tidy();
      w.time.advance(300_000);
    }
    const seen = await task(1);
    expect([seen.status, seen.waitingFor?.kind]).toStrictEqual(['waiting', 'attention']);
    expect(await numberOf()).toBeNull();
    await move(1, 'todo');
    expect((await claimed()).task.claim?.attempt).toBe(1);
  });

  test('a task with an expired claim can be claimed by number, however many have expired at once', async () => {
    const fox = await w.newAgent('fox');
    await hand(w.agent.id, { maxClaims: 100 });
    for (let i = 1; i <= 100; i++) await w.tandem.claims.claim(w.agent, await create(), { leaseSeconds: 30 });
    const mine = await create({ assignedTo: 'fox' });
    await w.tandem.claims.claim(fox, mine, { leaseSeconds: 31 });
    w.time.advance(31_000);
    expect((await claim(mine, fox)).task.claim?.attempt).toBe(2);
    expect((await task(mine)).claim?.agent.name).toBe('fox');
  });

  test('claiming handles expired leases without waiting for the clean-up', async () => {
    await create();
    await claimed({ leaseSeconds: 30 });
    w.time.advance(30_000);
    expect(await numberOf()).toBeNull();
    expect((await task(1)).status).toBe('todo');
  });
});

describe('an agent that is paused', () => {
  test('a paused agent gets no tasks, and must release its claims within one more lease', async () => {
    await create();
    await create();
    const held = await claimed({ leaseSeconds: 60 });
    await hand(w.agent.id, { paused: true });
    expect(await next()).toBeNull();
    expect(await heartbeat(held)).toMatchObject({ directive: 'stop', reason: 'paused' });
    w.time.advance(59_000);
    expect((await heartbeat(held)).expiresAt).toBe(w.time.now() + 1_000);
    w.time.advance(1_000);
    expect(await lostBecause(held)).toBe('LEASE_LOST paused');
    await w.tandem.claims.tidy();
    await hand(w.agent.id, { paused: false });
    expect((await claimed()).task).toMatchObject({ taskNumber: 1, claim: { attempt: 2 } });
  });

  test('a paused agent gets no turns; they stay queued', async () => {
    await w.tandem.chats.start(w.admin, { agentId: w.agent.id, body: 'Hello' });
    await hand(w.agent.id, { paused: true });
    expect(await w.tandem.turns.claim(w.agent, w.agent.id, {})).toBeNull();
    await hand(w.agent.id, { paused: false });
    expect(await w.tandem.turns.claim(w.agent, w.agent.id, {})).not.toBeNull();
  });

  test('only people can stop an agent, which ends its claims and turns at once', async () => {
    await create();
    await w.tandem.chats.start(w.admin, { agentId: w.agent.id, body: 'Hello' });
    await claimed();
    await w.tandem.turns.claim(w.agent, w.agent.id, {});
    for (const by of [w.agent, w.service, w.runtime]) {
      expect(await outcome(() => w.tandem.claims.stop(by, w.agent.id))).toBe('HUMANS_ONLY');
    }
    expect((await w.tandem.claims.stop(w.member, w.agent.id)).paused).toBe(true);
    expect(await task(1)).toMatchObject({ status: 'todo', assignee: null, claim: null });
    expect(await w.tandem.openTurns()).toStrictEqual({ queued: 1, running: 0 });
  });
});

// biome-ignore format: a table
test.each<[string, (number: number) => Promise<unknown>]>([
  ['by name',   (number) => claim(number)],
  ['by taking it over', async (number) => { await claim(number); return claim(number, w.agent, true); }],
])('the eleventh claim within a day %s is refused too, and the task waits for attention', async (_, act) => {
  const number = await create();
  for (let i = 0; i < (_ === 'by name' ? 10 : 9); i++) {
    const held = await claim(number);
    await release(held);
  }
  const { code, details } = await refusal(() => act(number));
  expect([code, details.validTransitions]).toStrictEqual([
    'INVALID_TRANSITION',
    ['backlog', 'todo', 'in_progress', 'canceled'],
  ]);
  expect(await task(number)).toMatchObject({ status: 'waiting', waitingFor: { kind: 'attention' }, claim: null });
  await move(number, 'todo', w.agent);
  expect(await outcome(() => claim(number))).toBe('INVALID_TRANSITION');
  await move(number, 'todo');
  expect(await outcome(() => claim(number))).toBe('ok');
});

test("the eleventh claim within a day without a person's change is refused, and the task waits for attention", async () => {
  await create();
  for (let i = 0; i < 10; i++) {
    await release(await claimed());
    w.time.advance(60_000);
  }
  expect(await numberOf()).toBeNull();
  expect(await task(1)).toMatchObject({ status: 'waiting', waitingFor: { kind: 'attention' } });
  await move(1, 'todo');
  expect(await numberOf()).toBe(1);
});

test('tasks of a removed agent can be claimed by others', async () => {
  await create();
  await claimed();
  await w.tandem.agents.delete(w.admin, w.agent.id);
  expect(await task(1)).toMatchObject({ status: 'todo', assignee: null, claim: null });
});

describe('waiting for work', () => {
  const waiting = (query: ClaimQuery = {}, by: Caller = w.agent) => {
    const answer = numberOf({ wait: 25, ...query }, by);
    const state = { answer, over: false };
    void answer.then(() => {
      state.over = true;
    });
    return state;
  };

  let fox: Caller;

  // biome-ignore format: a table
  test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['is created',              async () => undefined,                         () => create()],
    ['is moved to todo',        () => create({ status: 'backlog' }),           () => move(1, 'todo')],
    ['is assigned to it',       () => create({ assignedTo: 'bob' }),           () => w.tandem.tasks.update(w.admin, 1, { assignedTo: 'scout' })],
    ['is brought back',         async () => w.tandem.tasks.archive(w.admin, await create()), () => w.tandem.tasks.unarchive(w.admin, 1)],
    ['rests no longer',         async () => release(await claim(await create()), { notBefore: w.time.now() + 1_000 }), async () => { w.time.advance(1_000); await w.tandem.claims.tidy(); }],
    ['is given back by another', async () => { fox = await w.newAgent('fox'); await claim(await create(), fox); }, () => w.tandem.claims.stop(w.admin, fox.id)],
  ])('waiting for work ends when a task %s', async (_, before, act) => {
    await before();
    const request = waiting();
    await w.held(1);
    await act();
    expect(await request.answer).toBe(1);
  });

  test('waiting for work ends when the last blocker is closed', async () => {
    await create({ status: 'backlog' });
    await create();
    await w.tandem.relations.relate(w.admin, 1, { type: 'blocks', taskNumber: 2 });
    const request = waiting();
    await w.held(1);
    await move(1, 'canceled');
    expect(await request.answer).toBe(2);
  });

  test('waiting for work ends when the agent is resumed', async () => {
    await create();
    await hand(w.agent.id, { paused: true });
    const request = waiting();
    await w.held(1);
    await hand(w.agent.id, { paused: false });
    expect(await request.answer).toBe(1);
  });

  test('a ready task wakes only matching waiters, and reaches one of them', async () => {
    const { id: projectId } = await w.tandem.projects.create(w.admin, { title: 'Garden' });
    const fox = await w.newAgent('fox');
    const other = waiting({ projectId });
    await w.held(1);
    const any = waiting({}, fox);
    await w.held(2);
    await create();
    expect(await any.answer).toBe(1);
    expect(other.over).toBe(false);
    await create({ projectId });
    expect(await other.answer).toBe(2);
  });

  test('a ready task goes to the next waiter when the first cannot take it', async () => {
    await create();
    await release(await claimed(), { declined: true });
    const fox = await w.newAgent('fox');
    await claimed({}, fox).then((held) => release(held, { notBefore: w.time.now() + 1_000 }, fox));
    const declining = waiting();
    await w.held(1);
    const willing = waiting({}, fox);
    await w.held(2);
    w.time.advance(1_000);
    await w.tandem.claims.tidy();
    expect(await willing.answer).toBe(1);
    expect(declining.over).toBe(false);
  });

  test("an agent's own change does not wake its wait, which finds the task at its end", async () => {
    await hand(w.agent.id, { maxClaims: 3 });
    await create();
    const held = await claimed();
    for (const act of [() => w.tandem.tasks.create(w.agent, { title: 'Its own' }), () => release(held)]) {
      const waiting = next({ wait: 1 });
      await w.held(1);
      await act();
      await new Promise((resolve) => setImmediate(resolve));
      expect(w.tandem.waiting()).toBe(1);
      w.time.advance(1_000);
      expect(await waiting).not.toBeNull();
    }
  });

  test("waiting for work ends when the agent itself closes another task's blocker", async () => {
    await hand(w.agent.id, { maxClaims: 2 });
    const [one, two] = [await create(), await create()];
    await w.tandem.relations.relate(w.agent, one, { type: 'blocks', taskNumber: two });
    const { lease } = await claimed();
    const waiting = next({ wait: 20 });
    await w.held(1);
    await w.tandem.tasks.transition(withToken(w.agent, lease.token), one, { to: 'canceled' });
    expect((await waiting)?.task.taskNumber).toBe(two);
  });

  test("waiting for work ends when a removed member's tasks become unassigned", async () => {
    const fox = await w.newAgent('fox');
    await create({ assignedTo: 'fox' });
    const waiting = next({ wait: 20 });
    await w.held(1);
    await w.tandem.agents.delete(w.admin, fox.id);
    expect((await waiting)?.task.taskNumber).toBe(1);
  });

  test('waiting for work ends when a label in the filter is created', async () => {
    const waiting = next({ wait: 20, labels: ['new'] });
    await w.held(1);
    await create({ labels: ['other'], createMissing: true });
    await w.held(1);
    await create({ labels: ['new'], createMissing: true });
    expect((await waiting)?.task.taskNumber).toBe(2);
  });

  test('a disconnected client that waits for work takes no task', async () => {
    const client = new AbortController();
    const answer = w.tandem.claims.next(w.agent, { wait: 25 }, client.signal);
    await w.held(1);
    client.abort();
    await create();
    expect(await answer).toBeNull();
    expect((await task(1)).status).toBe('todo');
  });
});

describe('a briefing', () => {
  test('a briefing has the purpose of the task and the last comments', async () => {
    const { initiatives, goals, projects, comments } = w.tandem;
    const initiative = await initiatives.create(w.admin, { name: 'Growth', description: 'More' });
    const goal = await goals.create(w.admin, { title: 'Fast', description: 'Under a second' });
    const { id: projectId } = await projects.create(w.admin, {
      title: 'Garden',
      description: 'Green',
      initiativeId: initiative.id,
      goalId: goal.id,
    });
    await create({ projectId, description: 'Do it' });
    for (let i = 1; i <= 22; i++) await comments.create(w.admin, 1, { body: `${i}` });
    const briefing = await claimed();
    expect(briefing).toMatchObject({
      project: { id: projectId, title: 'Garden', description: 'Green' },
      goal: { id: goal.id, title: 'Fast', description: 'Under a second' },
      initiative: { id: initiative.id, title: 'Growth', description: 'More' },
      task: { description: 'Do it', relations: [] },
      truncated: [],
    });
    expect(briefing.comments.map(({ body }) => body)).toStrictEqual(
      Array.from({ length: 20 }, (_, i) => `${i + 3}`),
    );
  });

  test('a briefing has at most 64 KiB of texts, the description and the newest comments first, and lists truncated ones', async () => {
    await create({ description: 'é'.repeat(20_000) });
    for (const body of ['old '.repeat(5_000), 'new '.repeat(5_000)]) {
      await w.tandem.comments.create(w.admin, 1, { body });
    }
    const { task: seen, comments, truncated } = await claimed();
    expect(seen.description).toHaveLength(20_000);
    expect(comments.map(({ body }) => body.length)).toStrictEqual([65_536 - 40_000 - 20_000, 20_000]);
    expect(truncated).toStrictEqual(['comments']);
  });
});
