import type { Caller } from '../access/caller.ts';
import type { Ports, Stores } from '../ports.ts';
import { turnKeeper } from './keeping.ts';
import { afterRemoval } from './turn.ts';

/** Turns ended in one unit of work; those of a member with more are ended one portion after the other. */
const AT_ONCE = 250;

/** Ends turns in progress of a member that is removed `at` a time, a portion of them; returns how many. */
export const turnEnder = (ports: Pick<Ports, 'clock' | 'newId'>) => {
  const keep = turnKeeper(ports);
  return async (stores: Stores, by: Caller, { id, at }: { id: string; at: number }): Promise<number> => {
    const ofAgent = await stores.turns.openOfAgent(id, AT_ONCE);
    const open = ofAgent.length > 0 ? ofAgent : await stores.turns.openOfPerson(id, AT_ONCE);
    for (const turn of open) await keep.save(stores, by, afterRemoval(turn, id, at));
    return open.length;
  };
};
