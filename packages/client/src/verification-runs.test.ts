import { type Running, running } from '../testing/service.ts';
import type { ClaimedVerification, Finding, Tandem } from './index.ts';

let office: Running;
let ada: Tandem;
let owl: Tandem;
let claimed: ClaimedVerification;

beforeEach(async () => {
  office = await running();
  ada = office.as('ada');
  const agent = await ada.agents.create({ name: 'owl', displayName: 'Owl', emoji: '🦉', model: 'm' });
  const { secret: key } = await ada.keys.create({
    name: 'owl',
    kind: 'agent',
    memberId: agent.id,
    scopes: ['tasks:read', 'tasks:write'],
  });
  await ada.agents.update(agent.id, { verifier: true });
  owl = office.as('ada', { key });
  const criteria = [{ id: 'a', text: 'It works', check: { command: 'npm test' } }];
  const { taskNumber } = await ada.tasks.create({ title: 'Fix it', status: 'in_progress', criteria });
  const artifact = { kind: 'git', repository: 'https://git.example/a', commit: 'a'.repeat(40) } as const;
  await office.as('scout').results.post(taskNumber, { outcome: 'succeeded', summary: 'Done', artifact });
  claimed = (await owl.verifications.next({ leaseSeconds: 30 })) as ClaimedVerification;
});
afterEach(() => office.stop());

const PASSED: Finding = { outcome: 'passed', durationMs: 1 };
const now = () => ada.verifications.get(claimed.verification.id);

test('the output is shown meanwhile, and the return value of the work is reported', async () => {
  const end = await owl.withVerification(claimed, async ({ output }) => {
    await output('half');
    expect(await now()).toMatchObject({ state: 'running', progress: { output: 'half' } });
    return PASSED;
  });
  expect(end).toMatchObject({ ended: 'reported', verification: { state: 'passed' } });
});

test('work that throws, returns nothing or is stopped releases the verification', async () => {
  const failing = owl.withVerification(claimed, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await now()).toMatchObject({ state: 'pending', tries: 0 });
  claimed = await owl.verifications.claim(claimed.verification.id);
  expect(await owl.withVerification(claimed, async () => undefined)).toMatchObject({ ended: 'released' });
  claimed = await owl.verifications.claim(claimed.verification.id);
  const stop = AbortSignal.abort(new Error('enough'));
  expect(await owl.withVerification(claimed, async () => PASSED, { signal: stop })).toMatchObject({
    ended: 'released',
    verification: { state: 'pending' },
  });
});

test('a verifier that is paused stops and releases the verification', async () => {
  const end = await owl.withVerification(
    claimed,
    async ({ signal }) => {
      await ada.agents.update(claimed.verification.verifier?.id ?? '', { paused: true });
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return PASSED;
    },
    { beatMs: 20 },
  );
  expect(end).toMatchObject({ ended: 'released', verification: { state: 'pending', tries: 0 } });
});

test('nothing is reported once the lease is lost', async () => {
  const end = await owl.withVerification(
    claimed,
    async ({ signal }) => {
      await owl.verifications.claim(claimed.verification.id, { takeOver: true });
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return PASSED;
    },
    { beatMs: 20 },
  );
  expect(end).toMatchObject({ ended: 'lost', error: { code: 'LEASE_LOST' } });
  expect(await now()).toMatchObject({ state: 'running', report: null });
});
