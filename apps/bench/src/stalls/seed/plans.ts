import type { Bulk } from './bulk.ts';
import { DESCRIPTION } from './texts.ts';

interface Texts {
  readonly title?: string;
  readonly description?: string;
}

export const addInitiative = (
  bulk: Bulk,
  { title = 'An initiative', description = DESCRIPTION }: Texts = {},
): string => bulk.add('initiatives', { name: title, description, status: 'active' });

export interface ProjectTraits extends Texts {
  readonly initiative?: string;
  readonly goal?: string;
}

export const addProject = (
  bulk: Bulk,
  { title = 'A project', description = DESCRIPTION, initiative, goal }: ProjectTraits = {},
): string =>
  bulk.add('projects', {
    title,
    description,
    status: 'planning',
    color: '#6B7280',
    initiative_id: initiative ?? null,
    goal_id: goal ?? null,
  });

export interface GoalTraits extends Texts {
  readonly test?: string;
  readonly initiative?: string;
}

export const addGoal = (
  bulk: Bulk,
  { title = 'A goal', description = DESCRIPTION, test, initiative }: GoalTraits = {},
): string =>
  bulk.add('goals', {
    title,
    description,
    test: test ?? null,
    status: 'open',
    initiative_id: initiative ?? null,
  });

export function addVerifications(bulk: Bulk, goal: string, count: number, evidence = 'Seen'): void {
  const row = { goal_id: goal, by_type: 'human', passed: 0, evidence };
  for (let i = 0; i < count; i++) bulk.add('verifications', row);
}
