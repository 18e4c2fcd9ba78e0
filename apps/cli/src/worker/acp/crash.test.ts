import { setTimeout as pause } from 'node:timers/promises';
import { LONG } from '@tandem/core/testing/programs';
import { cleanUp, keepWhatRuns, type Running, stopped, tandem } from '@tandem/server/testing';
import {
  git,
  newTask,
  openOffice,
  resultsOf,
  SCRIPTED,
  taskOf,
  working,
  workshop,
} from '../../../testing/workshop.ts';

const TASKS = LONG ? 100 : 4;
/** Kills of the worker; agents are killed in between, by themselves. */
const KILLS = LONG ? 15 : 1;

jest.setTimeout(LONG ? 30 * 60_000 : 120_000);
afterEach(cleanUp);
beforeAll(async () => {
  await openOffice();
  keepWhatRuns();
});

test(`${TASKS} tasks are each handed in once while workers and agents are killed, and no worktree is left`, async () => {
  const world = await workshop();
  const numbers: number[] = [];
  for (let n = 0; n < TASKS; n++) numbers.push(await newTask(world, `mortal ${n}`));
  const start = () => working(world, SCRIPTED, '--lease-seconds', '30', '--no-logs');
  let worker: Running = await start();
  let kills = 0;
  const open = new Set(numbers);
  while (open.size > 0) {
    await pause(200 + Math.random() * 600);
    if (kills < KILLS && world.did().length > 0 && Math.random() < 0.3) {
      kills++;
      worker.signal('SIGKILL');
      await worker.ended;
      worker = await start();
    }
    for (const number of open) {
      const task = await taskOf(world, number);
      // A rest would only make the test longer.
      if (task.notBefore) await world.ada('PATCH', `tasks/${number}`, { notBefore: null });
      if (task.waitingFor?.kind !== 'review') continue;
      await world.ada('POST', `tasks/${number}/reviews`, { verdict: 'accepted' });
      open.delete(number);
    }
  }
  await stopped(worker);
  for (const number of numbers) {
    const results = await resultsOf(world, number);
    expect([number, results.map(({ outcome }: { outcome: string }) => outcome)]).toEqual([
      number,
      ['partial'],
    ]);
  }
  const { stdout, stderr } = await tandem(['agent', 'worktrees', '--clean', '--repo', world.repo], world.env);
  expect([stdout, stderr]).toEqual(['', 'No worktrees.\n']);
  expect(git(world.repo, 'branch', '--list', 'tandem/*')).toBe('');
  expect(git(world.repo, 'worktree', 'list').split('\n')).toHaveLength(1);
  expect(kills).toBeGreaterThan(0);
});
