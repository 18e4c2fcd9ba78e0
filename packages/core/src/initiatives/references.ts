import type { Stores } from '../ports.ts';
import { invalid } from '../shared/refusal.ts';

/** How another resource mentions its initiative; 400 when a body names one that is not there. */
export async function resolveInitiative(
  { initiatives }: Pick<Stores, 'initiatives'>,
  id: string | null,
): Promise<{ readonly id: string; readonly name: string } | null> {
  if (id === null) return null;
  const initiative = await initiatives.byId(id);
  if (!initiative) throw invalid({ initiativeId: 'names no initiative of this workspace' });
  return { id: initiative.id, name: initiative.name };
}
