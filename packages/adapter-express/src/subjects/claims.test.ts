import { outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

test('a refusal shows the claim of a task as the task itself does', async () => {
  for (const title of ['One', 'Two']) await w.admin.creates('/tasks', { title });
  const { lease } = await w.agent.does('post', '/tasks/claim', {});
  const progress = { note: 'Half', percent: 50 };
  await w.agent.does('post', '/tasks/1/claim/heartbeat', { token: lease.token, progress });
  const { claim } = await w.admin.reads('/tasks/1');
  expect(claim.expiresAt).toBe(lease.expiresAt);

  const unfenced = await w.agent.request('patch', '/tasks/1').send({ title: 'New' });
  expect(outcome(unfenced)).toBe('409 TASK_CLAIMED');
  expect(unfenced.body.error.claim).toStrictEqual(claim);

  const over = await w.agent.post('/tasks/claim', {});
  expect(outcome(over)).toBe('409 CLAIM_LIMIT');
  expect(over.body.error.claims).toStrictEqual([{ taskNumber: 1, title: 'One', claim }]);
});

test('the note of a release is in the activity and the next briefing', async () => {
  await w.admin.creates('/tasks', { title: 'One' });
  const { lease } = await w.agent.does('post', '/tasks/claim', {});
  const notBefore = Date.now() + 3_600_000;
  const released = await w.agent.does('post', '/tasks/1/claim/release', {
    token: lease.token,
    note: 'Needs the archive key',
    notBefore,
  });
  expect(released.notBefore).toBe(new Date(notBefore).toISOString());
  const [entry] = (await w.admin.reads('/tasks/1/activity')).data;
  expect(entry).toMatchObject({ action: 'transitioned', newValue: 'todo', reason: 'Needs the archive key' });

  const { attempts, task } = await w.agent.does('post', '/tasks/1/claim', {});
  const scout = expect.objectContaining({ name: 'scout', type: 'agent' });
  expect(attempts).toStrictEqual([
    {
      by: scout,
      endedBy: scout,
      endedAt: entry.createdAt,
      to: 'todo',
      reason: 'Needs the archive key',
    },
  ]);
  expect(task.notBefore).toBeNull();
});
