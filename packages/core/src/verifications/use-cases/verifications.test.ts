import { type CallerName, outcome, refusal, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import type { NewResult } from '../../results/result.ts';
import type { NewReport } from '../report.ts';
import type { SeenVerification } from '../seen.ts';
import type { ClaimedVerification, VerificationQuery } from './claim.ts';

let w: World;
/** A verifier whose key the operator created. */
let owl: Caller;
beforeEach(async () => {
  w = await world();
  owl = await verifier('owl');
});

const COMMIT = 'a'.repeat(40);
const OTHER_COMMIT = 'b'.repeat(40);
const REPOSITORY = 'https://git.example.org/acme/site.git';
const CHECK = { command: 'npm test' };
const CRITERIA = [{ id: 'a', text: 'It works', check: CHECK }];

const verifier = async (name: string): Promise<Caller> => {
  const caller = await w.newAgent(name);
  await w.tandem.agents.update(w.admin, caller.id, { verifier: true });
  return caller;
};
const artifactOf = (commit: string, repository = REPOSITORY) =>
  ({ kind: 'git', repository, commit }) as const;
const create = async (input: object = {}) =>
  (
    await w.tandem.tasks.create(w.admin, {
      title: 'A task',
      status: 'in_progress',
      criteria: CRITERIA,
      ...input,
    })
  ).taskNumber;
const post = (number = 1, input: Partial<NewResult> = {}, by: Caller = w.agent) =>
  w.tandem.results.post(by, number, {
    outcome: 'succeeded',
    summary: 'Done',
    artifact: artifactOf(COMMIT),
    ...input,
  });
const requested = async (by?: Caller) => {
  const number = await create();
  await post(number, {}, by);
  return number;
};
const next = (by: Caller = owl, query: VerificationQuery = {}) => w.tandem.verifications.next(by, query);
const claimed = async (by?: Caller, query?: VerificationQuery): Promise<ClaimedVerification> => {
  const claim = await next(by, query);
  if (!claim) throw new Error('There is no verification');
  return claim;
};
const report = (
  { verification, lease }: ClaimedVerification,
  input: Partial<NewReport> = {},
  by: Caller = owl,
): Promise<SeenVerification> =>
  w.tandem.verifications.report(by, verification.id, {
    token: lease.token,
    outcome: 'passed',
    durationMs: 1,
    ...input,
  });
const listed = async (number = 1) => (await w.tandem.verifications.ofTask(w.member, number, {})).items;
const states = async (number = 1) => (await listed(number)).map(({ state }) => state);

describe('which verifications a task has', () => {
  test('a succeeded result requests one for every confirmed check', async () => {
    await create({ criteria: [...CRITERIA, { id: 'b', text: 'It is pretty' }] });
    const { id: resultId } = await post();
    expect(await listed()).toEqual([
      {
        id: expect.any(String),
        taskNumber: 1,
        taskTitle: 'A task',
        resultId,
        criterion: { id: 'a', text: 'It works' },
        check: { command: 'npm test', timeoutSeconds: 600, protect: [] },
        artifact: artifactOf(COMMIT),
        state: 'pending',
        tries: 0,
        flaky: false,
        verifier: null,
        claimedAt: null,
        expiresAt: null,
        progress: null,
        report: null,
        createdAt: w.time.now(),
      },
    ]);
  });

  test('a proposed check requests none until a person confirms it', async () => {
    await w.tandem.tasks.create(w.service, { title: 'A task', status: 'in_progress', criteria: CRITERIA });
    await post();
    expect(await states()).toEqual([]);
    await w.tandem.tasks.update(w.admin, 1, { criteria: CRITERIA });
    expect(await states()).toEqual(['pending']);
  });

  // biome-ignore format: a table
  test.each<[string, () => Promise<unknown>, string[]]>([
    ['a result with another commit',       () => post(1, { artifact: artifactOf(OTHER_COMMIT) }),  ['pending', 'void']],
    ['a result from another repository',   () => post(1, { artifact: artifactOf(COMMIT, 'https://git.example.org/b.git') }), ['pending', 'void']],
    ['a result with the same commit',      () => post(),                                           ['passed']],
    ['a partial result',                   () => post(1, { outcome: 'partial', artifact: artifactOf(OTHER_COMMIT) }), ['passed']],
    ['an interim result',                  () => post(1, { to: 'none', artifact: artifactOf(OTHER_COMMIT) }), ['passed']],
    ['another command',                    () => criteria([{ id: 'a', text: 'It works', check: { command: 'make' } }]), ['pending', 'void']],
    ['another text',                       () => criteria([{ id: 'a', text: 'It runs', check: CHECK }]), ['pending', 'void']],
    ['the criterion, deleted and added',   async () => { await criteria([]); await criteria([{ text: 'It works', check: CHECK }]); }, ['pending', 'void']],
    ['no check',                           () => criteria([{ id: 'a', text: 'It works', check: null }]), ['void']],
    ['canceling the task',                 () => w.tandem.tasks.transition(w.admin, 1, { to: 'canceled' }), ['void']],
    ['archiving the task',                 () => w.tandem.tasks.archive(w.admin, 1),               ['void']],
  ])('after %s, those that passed are as expected', async (_what, change, expected) => {
    await requested();
    await report(await claimed());
    await change();
    expect(await states()).toEqual(expected);
  });
  const criteria = (given: readonly object[]) =>
    w.tandem.tasks.update(w.admin, 1, { criteria: given as never });

  test('a reopened task has its verification again', async () => {
    await requested();
    await w.tandem.tasks.transition(w.admin, 1, { to: 'canceled' });
    await w.tandem.tasks.transition(w.admin, 1, { to: 'backlog' });
    expect(await states()).toEqual(['pending', 'void']);
  });
});

describe('who verifies', () => {
  // biome-ignore format: a table
  test.each<[CallerName, string]>([
    ['admin',          'FORBIDDEN'],
    ['agent',          'FORBIDDEN'],
    ['service',        'FORBIDDEN'],
    ['runtime',        'FORBIDDEN'],
    ['actingAsMember', 'FORBIDDEN'],
    ['actingAsAgent',  'FORBIDDEN'],
  ])('%s, which is no verifier: %s', async (who, expected) => {
    await requested();
    expect(await outcome(() => next(w[who]))).toBe(expected);
    const { verification, lease } = await claimed();
    expect(await outcome(() => w.tandem.verifications.claim(w[who], verification.id, {}))).toBe(expected);
    expect(await outcome(() => report({ verification, lease }, {}, w[who]))).toBe(expected);
  });

  test('an agent does not verify its own result, nor that of a task it once held', async () => {
    await requested();
    const fox = await w.newAgent('fox');
    await create({ status: 'todo', assignedTo: 'fox' });
    const { lease } = await w.tandem.claims.claim(fox, 2, {});
    await w.tandem.claims.release(fox, 2, { token: lease.token });
    await w.tandem.tasks.transition(w.admin, 2, { to: 'in_progress' });
    await post(2, {}, w.member);
    for (const agent of [w.agent, fox]) await w.tandem.agents.update(w.admin, agent.id, { verifier: true });
    expect(await next(w.agent, { repositories: [REPOSITORY] })).toMatchObject({
      verification: { taskNumber: 2 },
    });
    expect(await next(fox)).toMatchObject({ verification: { taskNumber: 1 } });
    expect(await next(w.agent)).toBeNull();
    const [first] = await listed(1);
    const claim = () => w.tandem.verifications.claim(w.agent, first?.id ?? '', {});
    expect(await outcome(claim)).toBe('VERIFICATION_STATE');
    w.time.advance(60 * 60_000);
    await w.tandem.claims.tidy();
    expect(await outcome(claim)).toBe('NOT_INDEPENDENT');
  });

  test('a verifier whose key the author created is not independent, also by way of a service', async () => {
    const { secret } = await w.tandem.keys.create(w.admin, {
      name: 'second',
      kind: 'agent',
      memberId: owl.id,
      scopes: ['full'],
    });
    const byAda = await w.tandem.authenticate(secret);
    await requested(w.admin);
    await requested(w.service);
    await requested(w.actingAsMember);
    for (const [number] of [[1], [2], [3]] as const) {
      const [verification] = await listed(number);
      expect(await outcome(() => w.tandem.verifications.claim(byAda, verification?.id ?? '', {}))).toBe(
        'NOT_INDEPENDENT',
      );
    }
    expect(await next(byAda)).toBeNull();
    await requested();
    expect(await next(byAda)).toMatchObject({ verification: { taskNumber: 4 } });
  });

  test('a passed verification is void when the maker of its key later hands in a result', async () => {
    const { secret } = await w.tandem.keys.create(w.admin, {
      name: 'second',
      kind: 'agent',
      memberId: owl.id,
      scopes: ['full'],
    });
    const byAda = await w.tandem.authenticate(secret);
    await requested();
    await report(await claimed(byAda), {}, byAda);
    expect(await states()).toEqual(['passed']);
    await post(1, {}, w.admin);
    expect(await states()).toEqual(['pending', 'void']);
  });

  test('a passed verification is void when its verifier becomes an ordinary agent and claims the task', async () => {
    await requested();
    await report(await claimed());
    await w.tandem.agents.update(w.admin, owl.id, { verifier: false });
    await w.tandem.tasks.transition(w.admin, 1, { to: 'todo' });
    await w.tandem.tasks.update(w.admin, 1, { assignedTo: 'owl' });
    expect(await states()).toEqual(['passed']);
    await w.tandem.claims.claim(owl, 1, {});
    expect(await states()).toEqual(['pending', 'void']);
  });

  test('no other workspace sees or reports a verification', async () => {
    await requested();
    const held = await claimed();
    const { id } = held.verification;
    expect(await outcome(() => w.tandem.verifications.get(w.other.admin, id))).toBe('NOT_FOUND');
    expect(await outcome(() => w.tandem.verifications.retry(w.other.admin, id))).toBe('NOT_FOUND');
    const { items } = await w.tandem.verifications.list(w.other.admin, { state: 'running' });
    expect(items).toEqual([]);
  });
});

describe('a run of a verification', () => {
  test('each pending one goes to exactly one verifier, the oldest first', async () => {
    await requested();
    await requested();
    const elk = await verifier('elk');
    const found = await Promise.all([next(), next(elk), next()]);
    expect(found.map((each) => each?.verification.taskNumber)).toEqual([1, 2, undefined]);
  });

  test('a verifier gets only those of the repositories that it names', async () => {
    await requested();
    expect(await next(owl, { repositories: ['https://other.example.org/'] })).toBeNull();
    expect(await next(owl, { repositories: ['https://git.example.org/acme/'] })).not.toBeNull();
  });

  // biome-ignore format: a table
  test.each([
    ['https://git.example.org/acme/site',     true],
    ['https://git.example.org/acme/site.git', true],
    ['https://git.example.org/acme',          true],
    ['https://git.example.org/acme/',         true],
    ['https://git.example.org/acme/site/',    false],
    ['https://git.example.org/acme/sit',      false],
    ['https://git.example.org/ac',            false],
  ])('a verifier of %s gets those of https://git.example.org/acme/site.git: %s', async (given, expected) => {
    await requested();
    expect((await next(owl, { repositories: [given] })) !== null).toBe(expected);
  });

  test('waiting ends when one is requested', async () => {
    await create();
    const waiting = next(owl, { wait: 20 });
    await w.held(1);
    await post();
    expect((await waiting)?.verification.taskNumber).toBe(1);
  });

  test('a new verification makes one waiting verifier look, and none that may not claim it', async () => {
    const elf = await verifier('elf');
    const waiting = [next(owl, { wait: 20 }), next(elf, { wait: 20, repositories: [REPOSITORY] })];
    await w.held(2);
    const units = jest.spyOn(w.storage, 'write');
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    // Both verifiers were made by this person.
    await requested(w.admin);
    await settled();
    expect(units).toHaveBeenCalledTimes(2);
    await requested();
    expect(await Promise.race(waiting)).toMatchObject({ verification: { taskNumber: 2 } });
    await settled();
    expect(units).toHaveBeenCalledTimes(5);
    await requested();
    expect((await Promise.all(waiting)).map((each) => each?.verification.taskNumber).toSorted()).toEqual([
      2, 3,
    ]);
  });

  test('a verification that the first verifier to look does not take wakes the next one', async () => {
    const elf = await verifier('elf');
    await requested();
    const first = await claimed();
    const waiting = [next(owl, { wait: 20 }), next(elf, { wait: 20 })];
    await w.held(2);
    await w.tandem.agents.update(w.admin, owl.id, { paused: true });
    const refused = outcome(() => waiting[0] as Promise<unknown>);
    await w.tandem.verifications.release(owl, first.verification.id, { token: first.lease.token });
    expect(await waiting[1]).toMatchObject({ verification: { id: first.verification.id } });
    expect(await refused).toBe('AGENT_PAUSED');
  });

  test('heartbeats extend the lease and show the output so far', async () => {
    await requested();
    const { verification, lease } = await claimed(owl, { leaseSeconds: 60 });
    w.time.advance(50_000);
    const renewed = await w.tandem.verifications.heartbeat(owl, verification.id, {
      token: lease.token,
      output: '1 of 2',
    });
    expect(renewed.expiresAt).toBe(w.time.now() + 60_000);
    expect(await listed()).toMatchObject([
      {
        state: 'running',
        verifier: { name: 'owl' },
        progress: { output: '1 of 2', at: w.time.now() },
        expiresAt: w.time.now() + 60_000,
      },
    ]);
  });

  test('an event announces new output, at most once every 5 seconds', async () => {
    await requested();
    const { verification, lease } = await claimed();
    const beat = (output?: string) =>
      w.tandem.verifications.heartbeat(owl, verification.id, { token: lease.token, output });
    const announced = async () => {
      const { items } = await w.tandem.events.list(w.admin, {
        types: ['verification.progressed'],
        limit: 25,
      });
      return items.length;
    };
    w.time.advance(5_000 - (w.time.now() % 5_000));
    await beat();
    expect(await announced()).toBe(0);
    for (const output of ['1', '2', '3']) await beat(output);
    expect(await announced()).toBe(1);
    w.time.advance(5_000);
    for (const output of ['3', '4']) await beat(output);
    expect(await announced()).toBe(2);
  });

  test('the report is kept with the end of a long output', async () => {
    await requested();
    const output = `${'x'.repeat(70_000)}ü end`;
    const files = ['test/a.ts'];
    const reported = await report(await claimed(), {
      outcome: 'tampered',
      output,
      files,
      outputLength: 9 ** 9,
    });
    expect(reported).toMatchObject({
      state: 'tampered',
      progress: null,
      report: { files, outputLength: 9 ** 9 },
    });
    const kept = reported.report?.output ?? '';
    expect([new TextEncoder().encode(kept).length, kept.endsWith('ü end')]).toEqual([64_000, true]);
  });

  // biome-ignore format: a table
  test.each<[string, Partial<NewReport>, string]>([
    ['passed with an exit code',   { exitCode: 1 },                       'exitCode'],
    ['passed with changed files',  { files: ['a'] },                      'files'],
    ['a negative length',          { outputLength: -1 },                  'outputLength'],
    ['no digest',                  { outputDigest: 'x' },                 'outputDigest'],
    ['a NUL',                      { output: '\0' },                      'output'],
    ['21 facts',                   { environment: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`${i}`, ''])) }, 'environment'],
    ['101 files',                  { outcome: 'tampered', files: Array.from({ length: 101 }, String) }, 'files'],
    ['half a millisecond',         { durationMs: 0.5 },                   'durationMs'],
  ])('a report with %s is 400', async (_what, input, field) => {
    await requested();
    const held = await claimed();
    const refused = await refusal(() => report(held, input));
    expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['VALIDATION_ERROR', [field]]);
    expect(await states()).toEqual(['running']);
  });

  test('the token of a lost lease reports nothing', async () => {
    await requested();
    const lost = await claimed();
    const taken = await w.tandem.verifications.claim(owl, lost.verification.id, { takeOver: true });
    expect(await outcome(() => report(lost))).toBe('LEASE_LOST');
    await w.tandem.verifications.release(owl, lost.verification.id, { token: taken.lease.token });
    expect(await outcome(() => report(taken))).toBe('LEASE_LOST');
    const last = await claimed();
    w.time.advance(301_000);
    expect(await outcome(() => report(last))).toBe('LEASE_LOST');
    await post(1, { artifact: artifactOf(OTHER_COMMIT) });
    expect(await outcome(() => report(last))).toBe('LEASE_LOST');
  });

  test('a run that is voided by a new result reports nothing', async () => {
    await requested();
    const held = await claimed();
    await post(1, { artifact: artifactOf(OTHER_COMMIT) });
    expect(await outcome(() => report(held))).toBe('LEASE_LOST');
    expect(await states()).toEqual(['pending', 'void']);
  });

  // biome-ignore format: a table
  test.each<[string, () => Promise<unknown>, string]>([
    ['is deleted',           () => w.tandem.agents.delete(w.admin, owl.id),                       'FORBIDDEN'],
    ['is stopped',           () => w.tandem.claims.stop(w.admin, owl.id),                    'LEASE_LOST'],
    ['becomes an ordinary agent', () => w.tandem.agents.update(w.admin, owl.id, { verifier: false }), 'FORBIDDEN'],
  ])('a verification is pending again at once when its verifier %s', async (_what, end, expected) => {
    await requested();
    const { verification, lease } = await claimed();
    await end();
    expect(await listed()).toMatchObject([{ state: 'pending', verifier: null, tries: 0, expiresAt: null }]);
    const { items } = await w.tandem.events.list(w.admin, { types: ['verification.expired'] });
    const event = { actor: { id: w.admin.id }, related: { verificationId: verification.id } };
    expect(items).toMatchObject([{ event }]);
    const beat = () => w.tandem.verifications.heartbeat(owl, verification.id, { token: lease.token });
    expect(await outcome(beat)).toBe(expected);
    expect(await claimed(await verifier('elf'))).toMatchObject({ verification: { id: verification.id } });
  });

  test('a paused verifier is told to stop, and heartbeats no longer extend its lease', async () => {
    await requested();
    const { verification, lease } = await claimed();
    const beat = () => w.tandem.verifications.heartbeat(owl, verification.id, { token: lease.token });
    expect(await beat()).toMatchObject({ directive: 'continue', reason: null });
    await w.tandem.agents.update(w.admin, owl.id, { paused: true });
    w.time.advance(1_000);
    expect(await beat()).toEqual({ expiresAt: lease.expiresAt, directive: 'stop', reason: 'paused' });
    await w.tandem.verifications.release(owl, verification.id, { token: lease.token });
    expect(await states()).toEqual(['pending']);
  });

  test('a task waits for attention after three leases without an outcome, until a person requests another', async () => {
    await requested();
    await report(await claimed(), { outcome: 'error', output: 'No such repository' });
    await claimed();
    w.time.advance(301_000);
    await w.tandem.claims.tidy();
    expect(await listed()).toMatchObject([{ state: 'pending', tries: 2 }]);
    const { id } = await report(await claimed(), { outcome: 'error' });
    expect(await listed()).toMatchObject([{ state: 'error', tries: 3 }]);
    expect(await w.tandem.tasks.get(w.admin, 1)).toMatchObject({
      status: 'waiting',
      waitingFor: { kind: 'attention', what: 'The check of this criterion could not be run: It works' },
    });
    await w.tandem.verifications.retry(w.member, id);
    expect(await w.tandem.tasks.get(w.admin, 1)).toMatchObject({
      status: 'waiting',
      waitingFor: { kind: 'review', resultId: expect.any(String) },
    });
  });

  test('a person requests a failed one again, and it is flaky if it passes then', async () => {
    await requested();
    const { id } = await report(await claimed(), { outcome: 'failed', exitCode: 1 });
    const retry = (by: Caller) => w.tandem.verifications.retry(by, id);
    expect(await outcome(() => retry(w.agent))).toBe('HUMANS_ONLY');
    expect(await retry(w.member)).toMatchObject({ state: 'pending', report: null, tries: 0 });
    expect(await outcome(() => retry(w.member))).toBe('VERIFICATION_STATE');
    expect(await report(await claimed())).toMatchObject({ state: 'passed', flaky: true });
  });
});
