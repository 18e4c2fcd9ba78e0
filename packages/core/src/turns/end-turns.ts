import type { Stores } from '../ports.ts';
import { afterRemoval, type Turn } from './turn.ts';

/** Turns ended in one unit of work; those of a member with more are ended one portion after the other. */
const AT_ONCE = 250;

/** Ends turns in progress of a member that is removed `at` a time, a portion of them; returns those. */
export async function endTurnsOf(
  { turns }: Stores,
  { id, at }: { id: string; at: number },
): Promise<readonly Turn[]> {
  const ofAgent = await turns.openOfAgent(id, AT_ONCE);
  const open = ofAgent.length > 0 ? ofAgent : await turns.openOfPerson(id, AT_ONCE);
  const after = open.map((turn) => afterRemoval(turn, id, at));
  for (const turn of after) await turns.update(turn);
  return after;
}
