import { setTimeout as pause } from 'node:timers/promises';
import type { AgentClient, ClaimedTask, HeldTask } from './client.ts';
import { leftOver } from './left-over.ts';

/** Half of it passes quickly. */
const LEASE_SECONDS = 0.4;
const HALF_MS = 200;

const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const taken = { kind: 'task', task: { taskNumber: 7, claim: null } } as ClaimedTask;

/** The tasks held at each look, and those taken over. */
function looking(...looks: (readonly HeldTask[])[]) {
  const takenOver: number[] = [];
  const client = {
    heldAtLimit: async () => looks.shift() ?? null,
    tasks: {
      takeOver: async (taskNumber: number) => {
        takenOver.push(taskNumber);
        return taken;
      },
    },
  } as unknown as AgentClient;
  const found = leftOver(client, LEASE_SECONDS);
  return { takenOver, found, find: () => found.find(new AbortController().signal) };
}
const held = (expiresAt: string): HeldTask[] => [{ taskNumber: 7, claim: { id: 'c', expiresAt } }];

test('takes over a task whose run has been silent for half a lease', async () => {
  const expiresAt = at(390);
  const { find, found, takenOver } = looking(held(expiresAt), held(expiresAt));
  expect([await find(), found.againIn()]).toStrictEqual([null, 1]);
  await pause(HALF_MS + 10);
  expect(await find()).toBe(taken);
  expect([takenOver, found.againIn()]).toStrictEqual([[7], null]);
});

test('leaves alone a task whose run sends heartbeats, one with a longer lease, and one of this worker', async () => {
  const living = looking(held(at(390)), held(at(390 + HALF_MS)));
  const longer = looking(held('2100-01-01T00:00:00.000Z'), held('2100-01-01T00:00:00.000Z'));
  const expiresAt = at(390);
  const own = looking(held(expiresAt), held(expiresAt));
  own.found.ours.add('c');
  for (const each of [living, longer, own]) expect(await each.find()).toBeNull();
  await pause(HALF_MS + 10);
  for (const each of [living, longer, own]) {
    expect([await each.find(), each.takenOver]).toStrictEqual([null, []]);
  }
  expect(own.found.againIn()).toBeNull();
});
