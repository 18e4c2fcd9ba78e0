import { operations } from '@tandem/contract';
import { exampleOf, send } from '../testing/examples.ts';
import { seededWorlds } from '../testing/seeded-worlds.ts';
import { outcome } from '../testing/world.ts';

/**
 * What a run key gets for the example of each operation, which is about other tasks: 403 OUTSIDE_RUN but for these. A
 * new operation that reaches outside a run fails here.
 */
const OTHERWISE: Readonly<Record<string, string>> = {
  'workspace.get': '200',
  'workspace.me': '200',
  'files.upload': '201',
  'files.get': '404 NOT_FOUND',
  'files.content': '404 NOT_FOUND',
  // Each entry is refused instead; see below.
  'tasks.bulk': '200',
  // Refused before the key is looked at: only people answer.
  'inbox.answer': '403 HUMANS_ONLY',
};

const nextWorld = seededWorlds();

test.each(
  operations
    .filter(({ access }) => access !== 'no key')
    .map((operation) => [operation.id, operation] as const),
)('%s with a run key stays within its task', async (id, operation) => {
  const { w, seeded } = await nextWorld();
  const own = await w.admin.creates('/tasks', { title: 'Own' });
  await w.admin.creates('/agents', { name: 'runner', displayName: 'Runner', emoji: '*', model: 'm' });
  const agent = await w.keyFor('runner', 'agent', ['full']);
  const { lease } = await agent.does('post', `/tasks/${own.id}/claim`, { runKey: true });
  const answer = await send(agent, operation, exampleOf(operation, seeded), {
    Authorization: `Bearer ${lease.runKey}`,
  });
  expect(outcome(answer)).toBe(OTHERWISE[id] ?? '403 OUTSIDE_RUN');
  if (id === 'tasks.bulk')
    expect(answer.body.results).toMatchObject([{ ok: false, error: { code: 'OUTSIDE_RUN' } }]);
});
