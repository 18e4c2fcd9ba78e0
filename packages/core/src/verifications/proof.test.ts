import { outcome, refusal, type World, world } from '../../testing/world.ts';
import type { Caller } from '../access/caller.ts';
import type { NewReview } from '../results/result.ts';
import type { VerificationOutcome } from './verification.ts';

let w: World;
let owl: Caller;
beforeEach(async () => {
  w = await world();
  await w.tandem.workspace.update(w.admin, { proofOfDone: 'verified', agentCompletion: true });
  owl = await w.newAgent('owl');
  await w.tandem.agents.update(w.admin, owl.id, { verifier: true });
  await w.tandem.tasks.create(w.admin, {
    title: 'A task',
    status: 'in_progress',
    criteria: [
      { id: 'a', text: 'It works', check: { command: 'npm test' } },
      { id: 'b', text: 'It is pretty' },
    ],
  });
});

const commit = (digit: string) => digit.repeat(40);
const post = (
  digit = 'a',
  criteria = ['a', 'b'],
  { by = w.agent, to }: { readonly by?: Caller; readonly to?: 'done' } = {},
) =>
  w.tandem.results.post(by, 1, {
    to,
    outcome: 'succeeded',
    summary: 'Done',
    evidence: criteria.map((criterionId) => ({ criterionId, text: 'Seen' })),
    artifact: { kind: 'git', repository: 'https://git.example.org/a.git', commit: commit(digit) },
  });
const verify = async (result: VerificationOutcome) => {
  const claim = await w.tandem.verifications.next(owl, {});
  const { verification, lease } = claim ?? { verification: { id: '' }, lease: { token: '' } };
  await w.tandem.verifications.report(owl, verification.id, {
    token: lease.token,
    outcome: result,
    durationMs: 1,
  });
};
const accept = (input: Partial<NewReview> = {}, by: Caller = w.admin) =>
  w.tandem.results.review(by, 1, { verdict: 'accepted', ...input });
const missing = async () => (await refusal(() => accept())).details.missing;
const gap = (reason: string) => [{ id: 'a', text: 'It works', reason }];

test('a result with evidence and passed checks is accepted', async () => {
  await post();
  await verify('passed');
  expect(await accept({ override: 'Not needed' })).toMatchObject({ verdict: 'accepted', override: null });
  expect((await w.tandem.tasks.get(w.admin, 1)).status).toBe('done');
  expect((await w.tandem.workspace.get(w.member)).overrides).toBe(0);
});

test('the refusal says what every criterion lacks', async () => {
  await post('a', ['b']);
  expect(await missing()).toEqual(gap('no_evidence'));
  await w.tandem.tasks.transition(w.admin, 1, { to: 'in_progress' });
  await post();
  expect(await missing()).toEqual(gap('unverified'));
  await verify('failed');
  expect(await missing()).toEqual(gap('failed'));
  await w.tandem.verifications.retry(
    w.admin,
    (await w.tandem.verifications.ofTask(w.admin, 1, {})).items[0]?.id ?? '',
  );
  await verify('tampered');
  expect(await missing()).toEqual(gap('tampered'));
  await w.tandem.tasks.transition(w.admin, 1, { to: 'in_progress' });
  await post('b');
  await verify('passed');
  await w.tandem.tasks.transition(w.admin, 1, { to: 'in_progress' });
  await post('c');
  expect(await missing()).toEqual(gap('stale_commit'));
});

test('nobody moves the task to done without verified proof', async () => {
  await post();
  await w.tandem.tasks.transition(w.admin, 1, { to: 'in_progress' });
  for (const by of [w.admin, w.agent, w.service])
    expect(await outcome(() => w.tandem.tasks.transition(by, 1, { to: 'done' }))).toBe('PROOF_MISSING');
  await post();
  await verify('passed');
  await w.tandem.tasks.transition(w.admin, 1, { to: 'done' });
});

test('a result does not move the task to done with a verification that it voids', async () => {
  const { secret } = await w.tandem.keys.create(w.admin, {
    name: 'second',
    kind: 'agent',
    memberId: owl.id,
    scopes: ['full'],
  });
  owl = await w.tandem.authenticate(secret);
  await post();
  await verify('passed');
  const own = () => post('a', ['a', 'b'], { by: w.admin, to: 'done' });
  expect(await outcome(own)).toBe('PROOF_MISSING');
  expect((await w.tandem.tasks.get(w.admin, 1)).status).toBe('waiting');
});

test('a criterion without a check, or with a proposed one, needs no verification', async () => {
  await w.tandem.tasks.create(w.agent, {
    title: 'Another',
    status: 'in_progress',
    criteria: [{ id: 'c', text: 'C', check: { command: 'true' } }],
  });
  await w.tandem.results.post(w.agent, 2, {
    outcome: 'succeeded',
    summary: 'Done',
    evidence: [{ criterionId: 'c', text: 'Seen' }],
  });
  await w.tandem.results.review(w.admin, 2, { verdict: 'accepted' });
});

test('a person accepts all the same with a reason, which is kept and counted for 30 days', async () => {
  await post();
  const override = 'The machine of the verifier is broken';
  expect(await outcome(() => accept())).toBe('PROOF_MISSING');
  expect(await outcome(() => accept({ override: ' ' }))).toBe('VALIDATION_ERROR');
  expect(await outcome(() => accept({ override: 'x'.repeat(501) }))).toBe('VALIDATION_ERROR');
  expect(await outcome(() => accept({ verdict: 'returned', comment: 'No', override }))).toBe(
    'VALIDATION_ERROR',
  );
  expect(await outcome(() => accept({ override }, w.actingAsMember))).toBe('FORBIDDEN');
  await accept({ override });
  const [result] = (await w.tandem.results.list(w.member, 1, {})).items;
  expect(result?.review).toMatchObject({ override });
  expect((await w.tandem.workspace.get(w.member)).overrides).toBe(1);
  w.time.advance(31 * 24 * 60 * 60_000);
  expect((await w.tandem.workspace.get(w.member)).overrides).toBe(0);
});

test('evidence alone is enough where proof need not be verified', async () => {
  await w.tandem.workspace.update(w.admin, { proofOfDone: 'everyone' });
  await post();
  await w.tandem.tasks.transition(w.admin, 1, { to: 'in_progress' });
  await w.tandem.tasks.transition(w.admin, 1, { to: 'done' });
});
