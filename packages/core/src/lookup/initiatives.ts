import type { Stores } from '../ports.ts';
import { invalid } from '../shared/refusal.ts';

/** The initiative reference in another resource; 400 for an unknown id. */
export async function resolveInitiative(
  { initiatives }: Pick<Stores, 'initiatives'>,
  id: string | null,
): Promise<{ readonly id: string; readonly name: string } | null> {
  if (id === null) return null;
  const initiative = await initiatives.byId(id);
  if (!initiative) throw invalid({ initiativeId: 'must be the id of an initiative in this workspace' });
  return { id: initiative.id, name: initiative.name };
}
