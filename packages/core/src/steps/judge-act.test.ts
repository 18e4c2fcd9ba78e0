import { outcome, type World, world } from '../../testing/world.ts';
import type { Caller } from '../access/caller.ts';
import type { NewResult } from '../results/result.ts';
import type { TaskStatus } from '../tasks/status.ts';
import type { Briefing } from './briefing.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = async () => (await w.tandem.tasks.create(w.admin, { title: 'A task' })).taskNumber;
const claim = (number: number): Promise<Briefing> => w.tandem.claims.claim(w.agent, number, {});
const post = (number: number, by: Caller, input: Partial<NewResult> = {}) =>
  w.tandem.results.post(by, number, { outcome: 'succeeded', summary: 'Done', ...input });
const move = (number: number, to: TaskStatus, by: Caller) => w.tandem.tasks.transition(by, number, { to });
const moved = (number: number, to: TaskStatus, by: Caller) => outcome(() => move(number, to, by));
const withToken = (caller: Caller, claimToken: string): Caller => ({ ...caller, claimToken });
const pause = (paused = true) => w.tandem.agents.update(w.admin, w.agent.id, { paused });
const last = async (number: number) => (await w.tandem.results.list(w.admin, number, {})).items[0];

/** A task whose result, by the agent, waits for a review. */
const reported = async () => {
  const number = await create();
  const { lease } = await claim(number);
  await post(number, w.agent, { token: lease.token });
  return number;
};

describe('a task that waits for a review', () => {
  test.each<TaskStatus>(['backlog', 'todo', 'in_progress', 'canceled'])(
    'a task in review is taken back to %s by the author of the result, which is withdrawn and cannot be reviewed',
    async (to) => {
      const number = await reported();
      expect(await moved(number, to, w.agent)).toBe('ok');
      expect((await last(number))?.part).toBe('withdrawn');
      expect(await outcome(() => w.tandem.results.review(w.admin, number, { verdict: 'accepted' }))).toBe(
        'NOTHING_TO_REVIEW',
      );
    },
  );

  test('a task in review is taken back by the runtime key that acts as the author', async () => {
    const number = await reported();
    expect(await moved(number, 'todo', w.runtime)).toBe('ok');
    expect((await last(number))?.part).toBe('withdrawn');
  });

  test('a result in review is kept when a person moves the task, or its author completes it', async () => {
    const [one, two] = [await reported(), await reported()];
    await move(one, 'todo', w.admin);
    expect((await last(one))?.part).toBe('moved');
    await w.tandem.workspace.update(w.admin, { agentCompletion: true });
    await move(two, 'done', w.agent);
    expect((await last(two))?.part).toBe('moved');
  });

  test('a result is withdrawn only by its author, and another result can be reviewed after that', async () => {
    const number = await reported();
    const fox = await w.newAgent('fox');
    expect(await moved(number, 'todo', fox)).toBe('AWAITS_PERSON');
    await move(number, 'todo', w.agent);
    const { lease } = await claim(number);
    await post(number, w.agent, { token: lease.token });
    expect(await outcome(() => w.tandem.results.review(w.admin, number, { verdict: 'accepted' }))).toBe('ok');
  });

  test('a task in review accepts changes of other fields, and the same title, from anyone', async () => {
    const number = await reported();
    const update = (change: object) => outcome(() => w.tandem.tasks.update(w.service, number, change));
    expect(await update({ title: 'A task', description: null, priority: 'p0' })).toBe('ok');
    expect(await update({ title: 'Another' })).toBe('AWAITS_PERSON');
    expect(await update({ description: 'Easy' })).toBe('AWAITS_PERSON');
  });

  test('a task can be changed again after the review', async () => {
    const number = await reported();
    await w.tandem.results.review(w.admin, number, { verdict: 'returned', comment: 'More' });
    expect(await outcome(() => w.tandem.tasks.update(w.service, number, { title: 'Another' }))).toBe('ok');
  });
});

describe('a runtime key', () => {
  test('a runtime key cannot complete a task that its agent may not complete, with or without the token', async () => {
    const number = await create();
    const { lease } = await claim(number);
    expect(await moved(number, 'done', withToken(w.runtime, lease.token))).toBe('AGENT_COMPLETION_DISABLED');
    expect(await outcome(() => post(number, w.runtime, { token: lease.token, to: 'done' }))).toBe(
      'AGENT_COMPLETION_DISABLED',
    );
    await w.tandem.claims.release(w.agent, number, { token: lease.token });
    await move(number, 'in_progress', w.admin);
    expect(await moved(number, 'done', w.runtime)).toBe('AGENT_COMPLETION_DISABLED');
    expect(await outcome(() => post(number, w.runtime, { to: 'done' }))).toBe('AGENT_COMPLETION_DISABLED');
  });

  test('a runtime key acts as the agent that last held the task, even after its removal', async () => {
    const number = await create();
    const { lease } = await claim(number);
    await w.tandem.claims.release(w.agent, number, { token: lease.token });
    await move(number, 'in_progress', w.runtime);
    const { items } = await w.tandem.tasks.activity(w.admin, number, {});
    expect(items[0]?.actor).toMatchObject({ type: 'agent', name: 'scout' });
    await w.tandem.agents.delete(w.admin, w.agent.id);
    expect(await moved(number, 'done', w.runtime)).toBe('AGENT_COMPLETION_DISABLED');
    expect((await post(number, w.runtime, { to: 'none' })).author).toMatchObject({ type: 'agent' });
  });

  test('a runtime key is a service on a task that no agent has held', async () => {
    const number = await create();
    await move(number, 'in_progress', w.runtime);
    expect((await post(number, w.runtime)).author.type).toBe('service');
  });
});

describe('an agent that is paused', () => {
  test('a paused agent can post the result that ends its claim, but no interim one', async () => {
    const number = await create();
    const { lease } = await claim(number);
    await pause();
    const by = withToken(w.agent, lease.token);
    expect(await outcome(() => post(number, by, { to: 'none' }))).toBe('AGENT_PAUSED');
    expect(await outcome(() => w.tandem.claims.heartbeat(w.agent, number, { token: lease.token }))).toBe(
      'ok',
    );
    expect(await moved(number, 'waiting', by)).toBe('AGENT_PAUSED');
    expect(await outcome(() => post(number, by))).toBe('ok');
  });

  test('a paused agent posts nothing without a claim until it is resumed', async () => {
    const number = await create();
    await move(number, 'in_progress', w.agent);
    await pause();
    expect(await outcome(() => post(number, w.agent))).toBe('AGENT_PAUSED');
    await pause(false);
    expect(await outcome(() => post(number, w.agent))).toBe('ok');
  });

  test('a paused agent gets LEASE_LOST before AGENT_PAUSED', async () => {
    const number = await create();
    const { lease } = await claim(number);
    await w.tandem.claims.stop(w.admin, w.agent.id);
    expect(await outcome(() => post(number, w.agent, { token: lease.token }))).toBe('LEASE_LOST');
    expect(await outcome(() => post(number, w.agent))).toBe('AGENT_PAUSED');
  });
});

describe('evidence of a command that failed', () => {
  const prove = async (...codes: (number | undefined)[]) => {
    await w.tandem.workspace.update(w.admin, { agentCompletion: true, proofOfDone: 'agents' });
    const { taskNumber, criteria } = await w.tandem.tasks.create(w.admin, {
      title: 'Proven',
      criteria: [{ text: 'It works' }],
    });
    const { lease } = await claim(taskNumber);
    const evidence = codes.map((exitCode) => ({
      criterionId: criteria[0]?.id,
      command: 'npm test',
      exitCode,
    }));
    return outcome(() => post(taskNumber, w.agent, { token: lease.token, to: 'done', evidence }));
  };

  test.each<[(number | undefined)[], string]>([
    [[1], 'PROOF_MISSING'],
    [[1, -1], 'PROOF_MISSING'],
    [[0], 'ok'],
    [[undefined], 'ok'],
    [[1, 0], 'ok'],
  ])('evidence of commands with the exit codes %j ends in %s', async (codes, expected) => {
    expect(await prove(...codes)).toBe(expected);
  });
});
