import type { Storage, Task } from '@tandem/core';
import { inMemoryStorage } from '@tandem/core/in-memory';
import type { Answer } from '../testing/client.ts';
import { type Body, type Holder, outcome, type World, world } from '../testing/world.ts';

let w: World;
let storage: Storage;
beforeEach(async () => {
  storage = inMemoryStorage();
  w = await world({ storage });
});

const task = (title: string, more: object = {}): Promise<Body> =>
  w.admin.creates('/tasks', { title, ...more });
const relate = (by: Holder, of: Body, type: string, other: Body): Promise<Body> =>
  by.creates(`/tasks/${of.id}/relations`, { type, taskNumber: other.taskNumber });
const unrelate = (by: Holder, of: Body, relation: Body): Promise<Answer> =>
  by.delete(`/tasks/${of.id}/relations/${relation.id}`);
const start = async (by: Holder, of: Body) =>
  outcome(await by.post(`/tasks/${of.id}/transition`, { to: 'in_progress' }));
const move = (of: Body, ...to: string[]) =>
  to.reduce(
    (before, next) => before.then(() => w.admin.does('post', `/tasks/${of.id}/transition`, { to: next })),
    Promise.resolve(),
  );
const archive = (of: Body) => w.admin.does('post', `/tasks/${of.id}/archive`);

const NO_PEOPLE = ['agent', 'service', 'runtime', 'actingAsAgent'] as const;
const PEOPLE = ['person', 'actingAsPerson'] as const;
const REFUSED = '403 HUMANS_ONLY';

describe.each(NO_PEOPLE)('blockers and a key that is not a person’s: %s', (who) => {
  test('only a person removes a blocker that a person added, from either end', async () => {
    const [blocker, blocked] = [await task('Approve'), await task('Ship')];
    const relation = await relate(w.person, blocked, 'blocked_by', blocker);
    for (const end of [blocker, blocked]) {
      const answer = await unrelate(w[who], end, relation);
      expect(outcome(answer)).toBe(REFUSED);
      expect(answer.body.error.message).toMatch(/Ask a person/);
      expect(answer.body.error.validTransitions).toEqual([]);
    }
    expect(await start(w[who], blocked)).toBe('422 TASK_BLOCKED');
  });

  test('a blocker added by a person stays even when it blocks nothing any more', async () => {
    const [blocker, blocked] = [await task('Approve', { status: 'done' }), await task('Ship')];
    const relation = await relate(w.person, blocker, 'blocks', blocked);
    expect(outcome(await unrelate(w[who], blocked, relation))).toBe(REFUSED);
  });

  test('only a person removes the last blocker of an open task, whoever added it', async () => {
    const [first, second, blocked] = [await task('One'), await task('Two'), await task('Ship')];
    const one = await relate(w.agent, blocked, 'blocked_by', first);
    const two = await relate(w[who], second, 'blocks', blocked);
    for (const status of ['backlog', 'in_progress', 'waiting', 'todo']) {
      await move(blocked, status);
      const beside = await relate(w.agent, blocked, 'related', await task('Beside'));
      expect((await unrelate(w[who], blocked, beside)).status).toBe(200);
    }
    expect((await unrelate(w[who], blocked, one)).status).toBe(200);
    for (const status of ['backlog', 'in_progress', 'waiting', 'todo']) {
      await move(blocked, status);
      expect(outcome(await unrelate(w[who], second, two))).toBe(REFUSED);
    }
    expect(await start(w[who], blocked)).toBe('422 TASK_BLOCKED');
  });

  test('anyone removes their own blocker once either task is closed', async () => {
    const [done, blocked] = [await task('One', { status: 'done' }), await task('Ship')];
    expect((await unrelate(w[who], blocked, await relate(w[who], blocked, 'blocked_by', done))).status).toBe(
      200,
    );
    const [open, closed] = [await task('Two'), await task('Shipped', { status: 'done' })];
    expect((await unrelate(w[who], open, await relate(w[who], open, 'blocks', closed))).status).toBe(200);
  });

  test('only a person deletes an archived blocker that a person added or that still blocks', async () => {
    const [blocker, blocked] = [await task('Approve'), await task('Ship')];
    await relate(w.person, blocker, 'blocks', blocked);
    for (const end of [blocker, blocked]) {
      await archive(end);
      expect(outcome(await w[who].delete(`/tasks/${end.id}`))).toBe(REFUSED);
    }
    const [own, held] = [await task('Mine'), await task('Held')];
    await relate(w[who], own, 'blocks', held);
    await archive(own);
    expect(outcome(await w[who].delete(`/tasks/${own.id}`))).toBe(REFUSED);
    expect(await start(w[who], blocked)).toBe('422 TASK_BLOCKED');
    expect(await start(w[who], held)).toBe('422 TASK_BLOCKED');
  });

  test('anyone deletes an archived task whose relations block nothing', async () => {
    const [first, second, third] = [await task('One'), await task('Two'), await task('Three')];
    await relate(w.person, first, 'related', second);
    await relate(w[who], first, 'blocked_by', third);
    await relate(w[who], first, 'blocks', await task('Done', { status: 'done' }));
    await archive(first);
    expect((await w[who].delete(`/tasks/${first.id}`)).status).toBe(200);
    await relate(w[who], second, 'blocks', third);
    await move(second, 'canceled');
    await archive(second);
    expect((await w[who].delete(`/tasks/${second.id}`)).status).toBe(200);
  });

  test('only a person cancels a task that a person made a blocker, while the blocked task is open', async () => {
    const [blocker, blocked] = [await task('Approve'), await task('Ship')];
    await relate(w.person, blocker, 'blocks', blocked);
    const cancel = () => w[who].post(`/tasks/${blocker.id}/transition`, { to: 'canceled' });
    expect(outcome(await cancel())).toBe(REFUSED);
    expect(await start(w[who], blocked)).toBe('422 TASK_BLOCKED');
    await move(blocked, 'canceled');
    expect(outcome(await cancel())).toBe('200');
  });

  test('anyone cancels a blocker that no person added, and the log shows it', async () => {
    const [blocker, blocked] = [await task('Approve'), await task('Ship')];
    await relate(w[who], blocker, 'blocks', blocked);
    await w[who].does('post', `/tasks/${blocker.id}/transition`, { to: 'canceled', reason: 'Not needed' });
    expect(await start(w[who], blocked)).toBe('200');
    const [entry] = (await w.admin.reads(`/tasks/${blocker.id}/activity`)).data;
    expect(entry).toMatchObject({ action: 'transitioned', newValue: 'canceled', actorName: w[who].name });
  });

  test('removing a relation that the task does not have is 404', async () => {
    const [blocker, blocked, other] = [await task('A'), await task('B'), await task('C')];
    const relation = await relate(w.person, blocker, 'blocks', blocked);
    expect(outcome(await unrelate(w[who], other, relation))).toBe('404 NOT_FOUND');
  });
});

test.each(PEOPLE)('a person’s key (%s) can remove any relation and delete any archived task', async (who) => {
  const [blocker, blocked] = [await task('Approve'), await task('Ship')];
  expect((await unrelate(w[who], blocked, await relate(w.agent, blocker, 'blocks', blocked))).status).toBe(
    200,
  );
  await relate(w.person, blocker, 'blocks', blocked);
  await archive(blocker);
  expect((await w[who].delete(`/tasks/${blocker.id}`)).status).toBe(200);
  expect(await start(w.agent, blocked)).toBe('200');
});

test.each(NO_PEOPLE)('a person who requests an existing relation of %s takes it over', async (who) => {
  const [blocker, other, blocked] = [await task('Approve'), await task('Other'), await task('Ship')];
  await relate(w.person, blocked, 'blocked_by', other);
  const relation = await relate(w[who], blocked, 'blocked_by', blocker);
  const asked = (by: Holder) =>
    by.post(`/tasks/${blocker.id}/relations`, { type: 'blocks', taskNumber: blocked.taskNumber });
  expect(outcome(await asked(w.agent))).toBe('409 DUPLICATE_RELATION');
  expect(outcome(await asked(w.person))).toBe('409 DUPLICATE_RELATION');
  expect(outcome(await asked(w[who]))).toBe('409 DUPLICATE_RELATION');
  expect(outcome(await unrelate(w[who], blocked, relation))).toBe(REFUSED);
  expect((await unrelate(w.person, blocked, relation)).status).toBe(200);
});

test('a relation does not show who created it', async () => {
  const [a, b] = [await task('A'), await task('B')];
  expect(Object.keys(await relate(w.agent, a, 'blocks', b)).sort()).toEqual([
    'direction',
    'id',
    'task',
    'type',
  ]);
  const { relations } = await w.admin.reads(`/tasks/${a.id}`);
  expect(Object.keys(relations[0]).sort()).toEqual(['direction', 'id', 'task', 'type']);
});

describe('a task has at most 1,000 relations', () => {
  /** Puts tasks and their relations to one into the storage, which is quicker than asking for them. */
  const fill = ({ taskNumber }: Body, count: number) =>
    storage.write(w.id, async ({ tasks, relations }) => {
      const model = (await tasks.byNumber(taskNumber)) as Task;
      for (let i = 0; i < count; i++) {
        const other = await tasks.nextNumber();
        await tasks.insert({ ...model, id: `other${i}`, taskNumber: other });
        const [from, to] = i % 2 ? [taskNumber, other] : [other, taskNumber];
        const relation = {
          id: `relation${i}`,
          kind: 'related',
          from,
          to,
          madeOn: from,
          madeBy: 'human',
        } as const;
        await relations.insert(relation);
      }
    });

  test('the 1,001st relation of a task is 409 LIMIT_REACHED from both ends, until one is removed', async () => {
    const [full, other, third] = [await task('Full'), await task('Other'), await task('Third')];
    await relate(w.admin, full, 'related', third);
    await fill(full, 999);
    for (const [of, type, to] of [
      [full, 'blocks', other],
      [full, 'blocked_by', other],
      [other, 'related', full],
      [other, 'duplicate_of', full],
    ] as const) {
      const answer = await w.admin.post(`/tasks/${of.id}/relations`, { type, taskNumber: to.taskNumber });
      expect(outcome(answer)).toBe('409 LIMIT_REACHED');
      expect(answer.body.error.message).toContain(`at most 1000 relations, and task ${full.taskNumber} has`);
    }
    const again = await w.admin.post(`/tasks/${third.id}/relations`, {
      type: 'related',
      taskNumber: full.taskNumber,
    });
    expect(outcome(again)).toBe('409 DUPLICATE_RELATION');
    const { relations } = await w.admin.reads(`/tasks/${full.id}`);
    expect(relations).toHaveLength(1000);
    await unrelate(w.admin, full, relations[0]);
    await relate(w.admin, full, 'related', other);
  });
});
