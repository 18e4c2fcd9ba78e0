import { outcome, world } from './testing/world.ts';

test('smoke', async () => {
  const w = await world();
  const t = await w.admin.creates('/tasks', { title: 'A' });
  console.log(
    t,
    outcome(await w.agent.post('/tasks/1/transition', { to: 'done' })),
    await w.actingAsAgent.reads('/me'),
  );
  console.log((await w.admin.post('/tasks/1/transition', { to: 'done' })).body.error);
});
