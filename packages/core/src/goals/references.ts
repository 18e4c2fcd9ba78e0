import type { Stores } from '../ports.ts';
import { invalid } from '../shared/refusal.ts';

/** How a project mentions its goal; 400 when a body names one that is not there. */
export async function resolveGoal(
  { goals }: Pick<Stores, 'goals'>,
  id: string | null,
): Promise<{ readonly id: string; readonly title: string } | null> {
  if (id === null) return null;
  const goal = await goals.byId(id);
  if (!goal) throw invalid({ goalId: 'names no goal of this workspace' });
  return { id: goal.id, title: goal.title };
}
