import { outcome, refusal, type World, world } from '../../testing/world.ts';
import type { Caller } from '../access/caller.ts';
import type { WorkspaceChange } from '../workspace/use-cases/workspace.ts';
import type { TaskStatus } from './status.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const set = (change: WorkspaceChange) => w.tandem.workspace.update(w.admin, change);
const backlog = (agentIntakeLimit?: number) => set({ agentIntake: 'backlog', agentIntakeLimit });
const create = (by: Caller, status?: TaskStatus) => w.tandem.tasks.create(by, { title: 'Dig', status });
const move = (by: Caller, number: number, to: TaskStatus) => w.tandem.tasks.transition(by, number, { to });

describe('the initial status of agents’ tasks', () => {
  test('tasks of agents start anywhere by default', async () => {
    expect((await create(w.agent)).status).toBe('todo');
    expect((await create(w.agent, 'in_progress')).status).toBe('in_progress');
    await create(w.agent, 'backlog');
    expect((await move(w.service, 3, 'todo')).status).toBe('todo');
  });

  test('with intake backlog, tasks of agents start there, also those by runtime and acting keys', async () => {
    await backlog();
    for (const by of [w.agent, w.runtime, w.actingAsAgent]) {
      expect((await create(by)).status).toBe('backlog');
      expect((await create(by, 'backlog')).status).toBe('backlog');
      const { code, details } = await refusal(() => create(by, 'todo'));
      expect([code, details]).toEqual(['HUMANS_ONLY', { validTransitions: ['backlog'] }]);
      for (const status of ['in_progress', 'waiting', 'done', 'canceled'] as const) {
        expect(await outcome(() => create(by, status))).toBe('HUMANS_ONLY');
      }
    }
  });

  test('tasks of people and their services start anywhere', async () => {
    await backlog();
    for (const by of [w.admin, w.member, w.service, w.actingAsMember]) {
      expect((await create(by)).status).toBe('todo');
    }
  });
});

describe('a task in the backlog that an agent created', () => {
  test("only people can move an agent's task out of the backlog", async () => {
    await backlog();
    await create(w.agent);
    for (const by of [w.agent, w.service, w.runtime, w.actingAsAgent]) {
      for (const to of ['todo', 'in_progress', 'canceled'] as const) {
        const { code, details } = await refusal(() => move(by, 1, to));
        expect([code, details]).toEqual(['HUMANS_ONLY', { validTransitions: [] }]);
      }
      expect(await outcome(() => move(by, 1, 'done'))).toBe('INVALID_TRANSITION');
    }
    expect((await move(w.member, 1, 'todo')).status).toBe('todo');
    expect((await move(w.agent, 1, 'in_progress')).status).toBe('in_progress');
  });

  test("an agent's task is held regardless of when it was created, while the setting applies", async () => {
    await create(w.agent, 'backlog');
    await create(w.agent);
    await backlog();
    expect(await outcome(() => move(w.agent, 1, 'todo'))).toBe('HUMANS_ONLY');
    expect(await outcome(() => move(w.agent, 2, 'backlog'))).toBe('ok');
    expect(await outcome(() => move(w.agent, 2, 'todo'))).toBe('HUMANS_ONLY');
    await w.tandem.agents.delete(w.admin, w.agent.id);
    expect(await outcome(() => move(w.service, 1, 'todo'))).toBe('HUMANS_ONLY');
    await set({ agentIntake: 'open' });
    expect(await outcome(() => move(w.service, 1, 'todo'))).toBe('ok');
  });

  test('tasks created by people in the backlog can be moved by anyone', async () => {
    await backlog();
    await create(w.admin, 'backlog');
    await create(w.service, 'backlog');
    expect((await move(w.agent, 1, 'todo')).status).toBe('todo');
    expect((await move(w.agent, 2, 'todo')).status).toBe('todo');
  });

  test('a held task can be changed, related, archived and deleted, but never claimed', async () => {
    await backlog();
    await create(w.agent);
    await create(w.admin);
    await w.tandem.tasks.update(w.agent, 1, { title: 'Dig deep', assignedTo: 'scout', priority: 'p0' });
    await w.tandem.relations.relate(w.agent, 1, { type: 'related', taskNumber: 2 });
    expect((await w.tandem.claims.next(w.agent, {}))?.task.taskNumber).toBe(2);
    const { code, details } = await refusal(() =>
      w.tandem.claims.claim(w.runtime, 1, { agentId: w.agent.id }),
    );
    expect(code).toBe('CLAIM_LIMIT');
    expect(details.claims).toHaveLength(1);
    const fox = await w.newAgent('fox');
    await w.tandem.tasks.update(w.agent, 1, { assignedTo: null });
    const refused = await refusal(() => w.tandem.claims.claim(fox, 1, {}));
    expect([refused.code, refused.details]).toEqual(['INVALID_TRANSITION', { validTransitions: [] }]);
    await w.tandem.tasks.archive(w.agent, 1);
    await w.tandem.tasks.delete(w.agent, 1);
  });
});

describe('the tasks of an agent that wait in the backlog', () => {
  test("an agent's tasks in the backlog are limited, to 20 by default", async () => {
    await backlog();
    for (let i = 0; i < 20; i++) await create(w.agent);
    const { code, details, message } = await refusal(() => create(w.agent));
    expect([code, details]).toEqual(['INTAKE_LIMIT', { limit: 20 }]);
    expect(message).toContain('20');
    const fox = await w.newAgent('fox');
    expect(await outcome(() => create(fox))).toBe('ok');
    expect(await outcome(() => create(w.admin, 'backlog'))).toBe('ok');
    await backlog(21);
    expect(await outcome(() => create(w.agent))).toBe('ok');
    expect(await outcome(() => create(w.agent))).toBe('INTAKE_LIMIT');
    await set({ agentIntake: 'open' });
    expect(await outcome(() => create(w.agent, 'backlog'))).toBe('ok');
  });

  test('moving on, archiving or deleting a task frees its place in the backlog, and returning uses one', async () => {
    await backlog(1);
    const first = await create(w.agent);
    expect(await outcome(() => create(w.agent))).toBe('INTAKE_LIMIT');
    await move(w.admin, first.taskNumber, 'todo');
    const second = await create(w.agent);
    expect(await outcome(() => create(w.agent))).toBe('INTAKE_LIMIT');
    await w.tandem.tasks.archive(w.agent, second.taskNumber);
    await create(w.agent);
    expect(await outcome(() => w.tandem.tasks.unarchive(w.agent, second.taskNumber))).toBe('INTAKE_LIMIT');
    expect(await outcome(() => w.tandem.tasks.unarchive(w.service, second.taskNumber))).toBe('INTAKE_LIMIT');
    expect(await outcome(() => w.tandem.tasks.unarchive(w.member, second.taskNumber))).toBe('ok');
    expect(await outcome(() => create(w.agent))).toBe('INTAKE_LIMIT');
  });

  test('the backlog limit is per agent and workspace', async () => {
    await backlog(1);
    await w.tandem.workspace.update(w.other.admin, { agentIntake: 'backlog', agentIntakeLimit: 1 });
    await create(w.agent);
    expect(await outcome(() => create(w.runtime))).toBe('ok');
    expect(await outcome(() => create(w.other.agent))).toBe('ok');
    expect(await outcome(() => create(w.actingAsAgent))).toBe('INTAKE_LIMIT');
  });
});

describe('the intake of a workspace', () => {
  test.each([0, 1_001, 1.5, Number.NaN])('the intake limit cannot be %p', async (agentIntakeLimit) => {
    expect(Object.keys((await refusal(() => set({ agentIntakeLimit }))).fields ?? {})).toEqual([
      'agentIntakeLimit',
    ]);
  });

  test('only a lasting key can open or widen the intake; any key with the right can narrow it', async () => {
    const until = w.time.now() + 60_000;
    const { secret } = await w.tandem.keys.create(w.admin, {
      name: 'Lent',
      kind: 'person',
      scopes: ['full'],
      expiresAt: until,
    });
    const lent = await w.tandem.authenticate(secret);
    const by = (change: WorkspaceChange) => outcome(() => w.tandem.workspace.update(lent, change));
    expect(await by({ agentIntake: 'backlog' })).toBe('ok');
    expect(await by({ agentIntakeLimit: 10 })).toBe('ok');
    expect(await by({ agentIntake: 'open' })).toBe('FORBIDDEN');
    expect(await by({ agentIntakeLimit: 11 })).toBe('FORBIDDEN');
    expect(await w.tandem.workspace.get(w.admin)).toMatchObject({
      agentIntake: 'backlog',
      agentIntakeLimit: 10,
    });
  });
});
