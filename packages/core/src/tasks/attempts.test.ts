import type { Event } from '../events/event.ts';
import { attemptsIn } from './attempts.ts';

const scout = { type: 'agent', id: 'a', name: 'scout', keyOwner: null } as const;
const ada = { type: 'human', id: 'p', name: 'ada', keyOwner: null } as const;

const event = (action: Event['action'], from: string | null, to: string | null, more: Partial<Event> = {}) =>
  ({
    actor: scout,
    action,
    changes: [{ id: 'c', field: 'status', oldValue: from, newValue: to }],
    reason: null,
    createdAt: 1,
    ...more,
  }) as Event;

const started = event('transitioned', 'todo', 'in_progress');

// biome-ignore format: a table
test.each<[string, Event, string | null]>([
  ['a release with a note',             event('transitioned', 'in_progress', 'todo', { reason: 'Fog' }),     'scout scout todo Fog'],
  ['a release without a note',          event('transitioned', 'in_progress', 'todo'),                        'scout scout todo null'],
  ['a stop by a person',                event('transitioned', 'in_progress', 'todo', { actor: ada }),        'scout ada todo null'],
  ['the last failure, for a person',    event('transitioned', 'in_progress', 'waiting', { reason: 'Down' }), 'scout scout waiting Down'],
  ['a result for review',               event('transitioned', 'in_progress', 'waiting'),                     null],
  ['a task that is done',               event('transitioned', 'in_progress', 'done', { reason: 'Fine' }),    null],
  ['a move of a task not in progress',  event('transitioned', 'waiting', 'todo', { reason: 'Again' }),       null],
  ['a change of another kind',          event('updated', 'in_progress', 'todo'),                             null],
])('reads %s from the log', (_, ended, expected) => {
  const [attempt] = attemptsIn([ended, event('commented', null, null), started]);
  const { by, endedBy, to, reason } = attempt ?? {};
  expect(attempt ? `${by?.name} ${endedBy?.name} ${to} ${reason}` : null).toBe(expected);
});

test('returns at most the last five attempts', () => {
  const ends = [6, 5, 4, 3, 2, 1].map((createdAt) =>
    event('transitioned', 'in_progress', 'todo', { createdAt }),
  );
  expect(attemptsIn(ends).map(({ endedAt }) => endedAt)).toStrictEqual([6, 5, 4, 3, 2]);
});
