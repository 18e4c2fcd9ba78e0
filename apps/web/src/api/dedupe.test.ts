import { type Operation, operations } from '@tandem/contract';
import { CREATES } from './dedupe.ts';

const DUPLICATES = [
  'goals.create',
  'goals.verify',
  'initiatives.create',
  'labels.create',
  'projects.create',
  'questions.ask',
  'tasks.attach',
  'tasks.comment',
  'tasks.create',
  'views.create',
];

/** A second try is refused, harmless, has its own key, or never comes from the page. */
const SAFE = [
  'agents.create',
  'agents.pushTelemetry',
  'chats.send',
  'chats.start',
  'files.upload',
  'imports.create',
  'members.acceptInvitation',
  'results.post',
  'results.review',
  'sessions.create',
  'tasks.relate',
  'tasks.split',
  'webhooks.test',
];

const posts = operations.filter(({ method }) => method === 'post');
const idsOf = (rows: readonly Operation[]) => rows.map(({ id }) => id).sort();

it('reuses the idempotency key of the operations that would create a duplicate', () => {
  expect(idsOf(posts.filter(({ path }) => CREATES.test(path)))).toEqual(DUPLICATES);
});

it('covers each operation of the contract that creates something', () => {
  const creates = posts.filter(({ responses, secretOnce }) => 201 in responses && !secretOnce);
  expect(idsOf(creates).filter((id) => !DUPLICATES.includes(id))).toEqual(SAFE);
});
