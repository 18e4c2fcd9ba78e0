import {
  AGENT_STATUSES as agents,
  EFFORTS as efforts,
  GOAL_STATUSES as goals,
  PRIORITIES as priorities,
  PROJECT_STATUSES as projects,
  TASK_STATUSES as tasks,
} from '@tandem/core';
import {
  AGENT_STATUSES,
  EFFORTS,
  GOAL_STATUSES,
  PRIORITIES,
  PROJECT_STATUSES,
  TASK_STATUSES,
} from './words.ts';

test('options have the words of the core, in the same order', () => {
  const here = [AGENT_STATUSES, EFFORTS, GOAL_STATUSES, PRIORITIES, PROJECT_STATUSES, TASK_STATUSES];
  expect(here).toEqual([agents, efforts, goals, priorities, projects, tasks]);
});
