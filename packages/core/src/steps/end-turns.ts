import type { Caller } from '../access/caller.ts';
import type { Ports, Stores } from '../ports.ts';
import { afterRemoval } from '../turns/turn.ts';
import { turnKeeper } from './save-turn.ts';

/** Turns ended per unit of work; further ones of a member are ended in later batches. */
const AT_ONCE = 250;

/** Ends a batch of turns in progress of a member removed `at` a time; returns how many. */
export const turnEnder = (ports: Pick<Ports, 'clock' | 'newId'>) => {
  const keep = turnKeeper(ports);
  return async (stores: Stores, by: Caller, { id, at }: { id: string; at: number }): Promise<number> => {
    const ofAgent = await stores.turns.openOfAgent(id, AT_ONCE);
    const open = ofAgent.length > 0 ? ofAgent : await stores.turns.openOfPerson(id, AT_ONCE);
    for (const turn of open) await keep.save(stores, by, afterRemoval(turn, id, at));
    return open.length;
  };
};
