import type { Goal } from '../goals/goal.ts';
import type { Stores } from '../ports.ts';
import { invalid, notFound } from '../shared/refusal.ts';

/** The goal reference in a project; 400 for an unknown id. */
export async function resolveGoal(
  { goals }: Pick<Stores, 'goals'>,
  id: string | null,
): Promise<{ readonly id: string; readonly title: string } | null> {
  if (id === null) return null;
  const goal = await goals.byId(id);
  if (!goal) throw invalid({ goalId: 'must be the id of a goal in this workspace' });
  return { id: goal.id, title: goal.title };
}

export async function requireGoal({ goals }: Stores, id: string): Promise<Goal> {
  const goal = await goals.byId(id);
  if (!goal) throw notFound('goal');
  return goal;
}
