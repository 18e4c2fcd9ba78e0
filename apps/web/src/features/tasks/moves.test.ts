import { TASK_STATUSES, validTransitions } from '@tandem/core';
import { movesFrom, STATUSES } from './moves.ts';

const A_PERSON = { type: 'human', agentCompletion: false, held: true } as const;

it('has a column for every status', () => {
  expect(STATUSES).toEqual(TASK_STATUSES);
});

it.each(TASK_STATUSES)('offers from %s what the rules let a person do', (status) => {
  expect(movesFrom(status)).toEqual(validTransitions(status, A_PERSON));
});
