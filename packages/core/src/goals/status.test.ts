import { judged } from '../../testing/world.ts';
import type { CallerType } from '../access/caller.ts';
import type { Refusal } from '../shared/refusal.ts';
import {
  checkGoalCreation,
  checkGoalMove,
  GOAL_STATUSES,
  redefinedStatus,
  verifiedStatus,
} from './status.ts';

type Status = 'open' | 'verification_pending' | 'met' | 'abandoned';
const STATUSES: Status[] = ['open', 'verification_pending', 'met', 'abandoned'];
const CALLERS: CallerType[] = ['human', 'agent', 'service'];
const MODES = ['propose', 'autonomous'] as const;

/** The outcomes in docs/rules.md, Goals, retyped. A service is treated as an agent. */
// biome-ignore format: a table
const VERIFICATIONS: [Status, boolean, CallerType, (typeof MODES)[number], string][] = [
  // from                  passed by         mode          becomes
  ['open',                 true,  'human',   'propose',    'met'],
  ['open',                 true,  'human',   'autonomous', 'met'],
  ['open',                 true,  'agent',   'propose',    'verification_pending'],
  ['open',                 true,  'agent',   'autonomous', 'met'],
  ['open',                 true,  'service', 'propose',    'verification_pending'],
  ['open',                 true,  'service', 'autonomous', 'met'],
  ['verification_pending', true,  'human',   'propose',    'met'],
  ['verification_pending', true,  'human',   'autonomous', 'met'],
  ['verification_pending', true,  'agent',   'propose',    'verification_pending'],
  ['verification_pending', true,  'agent',   'autonomous', 'met'],
  ['verification_pending', true,  'service', 'propose',    'verification_pending'],
  ['verification_pending', true,  'service', 'autonomous', 'met'],
  ...CALLERS.flatMap((by) => MODES.flatMap((mode): [Status, boolean, CallerType, (typeof MODES)[number], string][] => [
  ['open',                 false, by,        mode,         'open'],
  ['verification_pending', false, by,        mode,         'open'],
  ['met',                  true,  by,        mode,         'GOAL_CLOSED'],
  ['met',                  false, by,        mode,         'GOAL_CLOSED'],
  ['abandoned',            true,  by,        mode,         'GOAL_CLOSED'],
  ['abandoned',            false, by,        mode,         'GOAL_CLOSED'],
  ])),
];

test('the table has every status, result, kind of caller and mode', () => {
  expect(VERIFICATIONS).toHaveLength(4 * 2 * 3 * 2);
});

test.each(VERIFICATIONS)(
  'a goal that is %s, verified with passed %s by a caller of type %s in mode %s: %s',
  (from, passed, by, mode, expected) => {
    let status: string | undefined;
    const verdict = judged(() => {
      status = verifiedStatus(from, passed, by, mode);
    });
    expect(verdict === 'ok' ? status : verdict).toBe(expected);
  },
);

/** Open ↔ abandoned, verification_pending → open, met or abandoned, met → open. */
// biome-ignore format: a table
const MOVES: Record<Status, Record<Status, string>> = {
  open:                 { open: 'ok', verification_pending: '422', met: '422', abandoned: 'ok' },
  verification_pending: { open: 'ok', verification_pending: 'ok',  met: 'ok',  abandoned: 'ok' },
  met:                  { open: 'ok', verification_pending: '422', met: 'ok',  abandoned: '422' },
  abandoned:            { open: 'ok', verification_pending: '422', met: '422', abandoned: 'ok' },
};
const moves = STATUSES.flatMap((from) => STATUSES.map((to) => [from, to, MOVES[from][to]] as const));

test.each(moves)('a person patches the status of a goal from %s to %s: %s', (from, to, expected) => {
  const verdict = judged(() => checkGoalMove(from, to, 'human'));
  expect(verdict).toBe(expected === '422' ? 'INVALID_TRANSITION' : 'ok');
});

test.each(moves.flatMap(([from, to]) => [[from, to, 'agent'] as const, [from, to, 'service'] as const]))(
  'status in a goal PATCH from %s to %s by a caller of type %s is 403',
  (from, to, by) => {
    expect(judged(() => checkGoalMove(from, to, by))).toBe('HUMANS_ONLY');
  },
);

test('a move that is not in the table lists the valid ones', () => {
  let refusal: Refusal | undefined;
  try {
    checkGoalMove('open', 'met', 'human');
  } catch (error) {
    refusal = error as Refusal;
  }
  expect(refusal?.details).toStrictEqual({ validTransitions: ['abandoned'] });
  expect(refusal?.message).toContain('abandoned');
});

test.each(STATUSES)('a person can create a goal as %s', (status) => {
  expect(judged(() => checkGoalCreation(status, 'human'))).toBe('ok');
});

test.each(STATUSES)('agents and services can create a goal only as open: %s', (status) => {
  for (const by of ['agent', 'service'] as const) {
    expect(judged(() => checkGoalCreation(status, by))).toBe(status === 'open' ? 'ok' : 'HUMANS_ONLY');
  }
});

test('a redefined goal is open again if it waits for confirmation', () => {
  expect(GOAL_STATUSES.map(redefinedStatus)).toEqual(['open', 'open', 'met', 'abandoned']);
});
