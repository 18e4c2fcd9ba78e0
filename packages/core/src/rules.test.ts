import { refusal, world } from '../testing/world.ts';
import type { Criterion } from './results/criteria.ts';
import {
  canMove,
  checkMove,
  checkProof,
  explain,
  type MovableTask,
  nextMoves,
  TASK_MOVES,
  TASK_STATUSES,
  type TaskStatus,
} from './rules.ts';
import type { Briefing } from './steps/briefing.ts';

const workspace = { agentCompletion: false, agentIntake: 'backlog', proofOfDone: 'agents' } as const;
const task = (status: TaskStatus, more: Partial<MovableTask> = {}): MovableTask => ({
  status,
  blocked: false,
  fromAgent: false,
  ...more,
});
const person = { type: 'human' } as const;
const agent = { type: 'agent' } as const;
const criterion: Criterion = {
  id: 'c1',
  text: 'The page loads',
  check: null,
  status: 'open',
  evidence: [],
  proven: false,
  by: null,
  at: null,
};

test('next moves depend on the caller, on blockers, on intake and on the settings', () => {
  expect(nextMoves(task('todo', { blocked: true }), agent, workspace)).toEqual([
    'backlog',
    'waiting',
    'canceled',
  ]);
  expect(nextMoves(task('todo', { blocked: true }), person, workspace)).toContain('in_progress');
  expect(nextMoves(task('backlog', { fromAgent: true }), agent, workspace)).toEqual([]);
  expect(
    nextMoves(task('backlog', { fromAgent: true }), agent, { ...workspace, agentIntake: 'open' }),
  ).toEqual(['todo', 'in_progress', 'canceled']);
  expect(canMove(task('waiting'), 'done', agent, workspace)).toBe(false);
  expect(canMove(task('waiting'), 'done', agent, { ...workspace, agentCompletion: true })).toBe(true);
});

test('a forbidden move is refused with its reason, and an allowed one is not', async () => {
  const refused = await refusal(() => checkMove(task('done'), 'todo', agent, workspace));
  expect([refused.code, explain(refused)]).toEqual([
    'HUMANS_ONLY',
    'Only people may reopen a task. You may not move it anywhere from here.',
  ]);
  expect(() => checkMove(task('done'), 'todo', person, workspace)).not.toThrow();
});

test.each(TASK_STATUSES)('a refused move from %s lists the next moves', async (from) => {
  for (const blocked of [false, true])
    for (const caller of [person, agent, { type: 'service' }] as const) {
      const moved = task(from, { blocked, children: { open: 1 } });
      const next = nextMoves(moved, caller, workspace);
      const to = TASK_STATUSES.find((each) => !(each in TASK_MOVES[from])) as TaskStatus;
      const { details, message } = await refusal(() => checkMove(moved, to, caller, workspace));
      expect(details.validTransitions).toEqual(next);
      expect(message).toContain(next.join(', '));
    }
});

test('a task with open sub-tasks can not be completed', async () => {
  const parent = task('in_progress', { children: { open: 1 } });
  expect(canMove(parent, 'done', person, workspace)).toBe(false);
  expect((await refusal(() => checkMove(parent, 'done', person, workspace))).code).toBe('CHILDREN_OPEN');
  expect(canMove({ ...parent, children: { open: 0 } }, 'done', person, workspace)).toBe(true);
});

test('the explanation of a blocked move names the blockers', async () => {
  const blocker = { taskNumber: 3, title: 'Order the parts', status: 'todo', assignedTo: null } as const;
  const blocked = { ...task('todo', { blocked: true }), openBlockers: [blocker] };
  const refused = await refusal(() => checkMove(blocked, 'in_progress', agent, workspace));
  expect(explain(refused)).toMatch(/^Unfinished tasks block this one\..*\nBlocked by: #3 Order the parts$/);
});

test('proof of done needs a result since the start, with evidence for each criterion', async () => {
  const proof = { criteria: [criterion], startedAt: 5, succeededAt: 6 };
  const missing = await refusal(() => checkProof(proof, agent, workspace));
  expect([missing.code, explain(missing)]).toEqual([
    'PROOF_MISSING',
    expect.stringContaining('Not proven: The page'),
  ]);
  expect(() => checkProof({ ...proof, criteria: [], succeededAt: 4 }, agent, workspace)).toThrow('result');
  expect(() => checkProof({ ...proof, criteria: [] }, agent, workspace)).not.toThrow();
  expect(() => checkProof(proof, person, workspace)).not.toThrow();
});

test('a verified proof needs a verification that passed at the commit of the result', async () => {
  const w = await world();
  const { tandem, admin } = w;
  await tandem.workspace.update(admin, { proofOfDone: 'verified' });
  const criteria = [{ text: 'The tests pass', check: { command: 'npm test' } }];
  await tandem.tasks.create(admin, { title: 'A', criteria });
  const { task: claimed, lease } = (await tandem.claims.next(w.agent, {})) as Briefing;
  const artifact = { kind: 'git', repository: 'https://git.example/a.git', commit: 'a'.repeat(40) } as const;
  const evidence = [{ criterionId: claimed.criteria?.[0]?.id as string, text: 'Ran them' }];
  await tandem.results.post(w.agent, 1, {
    token: lease.token,
    outcome: 'succeeded',
    summary: 'S',
    evidence,
    artifact,
  });
  const proof = async () => {
    const task = await tandem.tasks.get(admin, 1);
    const { items: verifications } = await tandem.verifications.ofTask(admin, 1, {});
    const [result] = (await tandem.results.list(admin, 1, {})).items;
    return {
      criteria: task.criteria ?? [],
      startedAt: task.work.startedAt,
      succeededAt: result?.createdAt ?? null,
      artifact: result?.artifact,
      verifications,
    };
  };
  const check = async (change: object = {}) =>
    checkProof({ ...(await proof()), ...change }, person, await tandem.workspace.get(admin));
  const reason = async (change?: object) => (await refusal(() => check(change))).details.missing;
  expect(await reason()).toMatchObject([{ reason: 'unverified' }]);
  const [pending] = (await proof()).verifications;
  const verified = (state: string) => ({ verifications: [{ ...pending, state }] });
  expect(await reason(verified('failed'))).toMatchObject([{ reason: 'failed' }]);
  await check(verified('passed'));
  const other = { ...artifact, commit: 'b'.repeat(40) };
  expect(await reason({ ...verified('passed'), artifact: other })).toMatchObject([{ reason: 'unverified' }]);
  const past = { ...pending, state: 'void', report: { outcome: 'passed' } };
  expect(await reason({ verifications: [past], artifact: other })).toMatchObject([
    { reason: 'stale_commit' },
  ]);
});

test('an explanation shows the problems of fields that the message lacks', () => {
  expect(explain({ message: 'Correct the request.', fields: { title: ['must not be blank'] } })).toBe(
    'Correct the request.\ntitle must not be blank',
  );
});
