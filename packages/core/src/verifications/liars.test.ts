import { outcome, type World, world } from '../../testing/world.ts';
import type { Caller } from '../access/caller.ts';
import type { NewResult } from '../results/result.ts';
import type { NewReport } from './report.ts';
import type { ClaimedVerification } from './use-cases/claim.ts';

const COUNT = 50;
const CHECK = { command: 'npm test', protect: ['test/**'] };
const CRITERIA = [{ id: 'a', text: 'It works', check: CHECK }];
const hex = (digit: string) => digit.repeat(40);

let w: World;
/** A verifier that tells the truth, and agents. */
let owl: Caller;
let agents: Caller[];

beforeAll(async () => {
  w = await world();
  await w.tandem.workspace.update(w.admin, { proofOfDone: 'verified', agentCompletion: true });
  owl = await w.newAgent('owl');
  await w.tandem.agents.update(w.admin, owl.id, { verifier: true });
  agents = [];
  for (let n = 0; n < COUNT; n++) agents.push(await w.newAgent(`agent${n}`));
});

const post = (by: Caller, number: number, input: Partial<NewResult> = {}) =>
  w.tandem.results.post(by, number, {
    outcome: 'succeeded',
    summary: 'Done',
    evidence: [{ criterionId: 'a', command: 'npm test', output: 'ok 1', exitCode: 0 }],
    artifact: { kind: 'git', repository: 'https://git.example/a', commit: hex('a'), branch: 'work' },
    ...input,
  });
const commit = (digit: string): Partial<NewResult> => ({
  artifact: { kind: 'git', repository: 'https://git.example/a', commit: hex(digit), branch: 'work' },
});
const idOf = async (number: number) =>
  (await w.tandem.verifications.ofTask(w.admin, number, {})).items[0]?.id ?? '';
const claim = async (number: number, by = owl): Promise<ClaimedVerification> =>
  w.tandem.verifications.claim(by, await idOf(number), { takeOver: true });
const report = (
  { verification, lease }: ClaimedVerification,
  result: NewReport['outcome'] = 'passed',
  by = owl,
) =>
  w.tandem.verifications.report(by, verification.id, {
    token: lease.token,
    outcome: result,
    durationMs: 1,
  });
const passed = async (number: number) => report(await claim(number));
const accept = (number: number) => w.tandem.results.review(w.admin, number, { verdict: 'accepted' });
const criteria = (by: Caller, number: number, given: readonly object[]) =>
  w.tandem.tasks.update(by, number, { criteria: given as never });
/** Tries something that has to be refused. */
const refused = async (act: () => Promise<unknown>) => expect(await outcome(act)).not.toBe('ok');

/** A task that the agent works on. */
async function begun({ id: assignedTo }: Caller): Promise<number> {
  const task = { title: 'A task', status: 'in_progress', assignedTo, criteria: CRITERIA } as const;
  return (await w.tandem.tasks.create(w.admin, task)).taskNumber;
}

/** The task after all ways to done without an override. */
async function statusAfterAll(by: Caller, number: number): Promise<string> {
  await outcome(() => accept(number));
  for (const who of [by, w.admin]) {
    await outcome(() => w.tandem.tasks.transition(who, number, { to: 'in_progress' }));
    await outcome(() => w.tandem.tasks.transition(who, number, { to: 'done' }));
    await outcome(() => post(who, number, { to: 'done', outcome: 'partial' }));
  }
  return (await w.tandem.tasks.get(w.admin, number)).status;
}

// biome-ignore format: a table
const TRICKS: readonly (readonly [string, (liar: Caller, number: number) => Promise<unknown>])[] = [
  ['invents output and exit codes',          (liar, n) => post(liar, n)],
  ['names a commit that does not exist',     async (liar, n) => { await post(liar, n, commit('0')); await report(await claim(n), 'failed'); }],
  ['names a repository that is away',        async (liar, n) => { await post(liar, n); for (let i = 0; i < 3; i++) await report(await claim(n), 'error'); }],
  ['edits the tests',                        async (liar, n) => { await post(liar, n); await report(await claim(n), 'tampered'); }],
  ['edits the check',                        async (liar, n) => { await refused(() => criteria(liar, n, [{ ...CRITERIA[0], check: { command: 'true' } }])); await post(liar, n); }],
  ['proposes a check of its own',            async (liar, n) => { await refused(() => criteria(liar, n, [{ id: 'b', text: 'B', check: { command: 'true' } }])); await post(liar, n); }],
  ['deletes and adds the criterion',         async (liar, n) => { await refused(() => criteria(liar, n, [])); await post(liar, n); await passed(n); await criteria(w.admin, n, []); await criteria(w.admin, n, [{ text: 'It works', check: CHECK }]); }],
  ['commits after the verification',         async (liar, n) => { await post(liar, n); await passed(n); await w.tandem.tasks.transition(w.admin, n, { to: 'in_progress' }); await post(liar, n, commit('b')); }],
  ['pushes by force to another base',        async (liar, n) => { await post(liar, n); await passed(n); await w.tandem.tasks.transition(w.admin, n, { to: 'in_progress' }); await post(liar, n, { artifact: { kind: 'git', repository: 'https://git.example/a', commit: hex('a'), base: hex('b') } }); }],
  ['verifies its own work',                  async (liar, n) => { await post(liar, n); await refused(() => claim(n, liar)); }],
  ['calls itself a verifier',                async (liar, n) => { await refused(() => w.tandem.agents.update(liar, liar.id, { verifier: true })); await post(liar, n); await refused(() => claim(n, liar)); }],
  ['makes a key',                            async (liar, n) => { await refused(() => w.tandem.keys.create(liar, { name: 'k', kind: 'agent', memberId: owl.id, scopes: ['full'] })); await post(liar, n); }],
  ['registers an agent',                     async (liar, n) => { await refused(() => w.tandem.agents.create(liar, { name: `x${n}`, displayName: 'X', emoji: '🦊', model: 'm' })); await post(liar, n); }],
  ['becomes a verifier afterwards',          async (liar, n) => { await post(liar, n); await w.tandem.agents.update(w.admin, liar.id, { verifier: true }); await refused(() => claim(n, liar)); await w.tandem.agents.update(w.admin, liar.id, { verifier: false }); }],
  ['reports after its lease was lost',       async (liar, n) => { await post(liar, n); const lost = await claim(n); await claim(n); await refused(() => report(lost)); }],
  ['races a report with a new result',       async (liar, n) => { await post(liar, n); const held = await claim(n); await Promise.all([outcome(() => post(liar, n, commit('b'))), outcome(() => report(held))]); }],
  ['races an accept with a failed report',   async (liar, n) => { await post(liar, n); const held = await claim(n); await Promise.all([outcome(() => accept(n)), report(held, 'failed')]); }],
  ['moves evidence of another task',         async (liar, n) => { const other = await begun(liar); await post(liar, other); await passed(other); await post(liar, n); }],
  ['hides the commit in an interim result',  async (liar, n) => { await post(liar, n, { to: 'none', ...commit('b') }); await post(liar, n, { outcome: 'partial' }); }],
  ['loosens what done needs',                async (liar, n) => { await refused(() => w.tandem.workspace.update(liar, { proofOfDone: 'off' })); await post(liar, n); }],
  ['overrides the proof',                    async (liar, n) => { await post(liar, n); await refused(() => w.tandem.results.review(liar, n, { verdict: 'accepted', override: 'Trust me' })); }],
];

test.each(TRICKS)(`an agent that %s does not get its task done, ${COUNT} times`, async (_what, act) => {
  for (const liar of agents) {
    const number = await begun(liar);
    await act(liar, number);
    expect(await statusAfterAll(liar, number)).not.toBe('done');
    await w.tandem.tasks.transition(w.admin, number, { to: 'canceled' });
  }
});

test(`${COUNT} honest agents get their tasks done by a review alone`, async () => {
  for (const honest of agents) {
    const number = await begun(honest);
    await post(honest, number);
    await passed(number);
    await accept(number);
    expect((await w.tandem.tasks.get(w.admin, number)).status).toBe('done');
  }
});
