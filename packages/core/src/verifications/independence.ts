import type { Caller } from '../access/caller.ts';
import type { Agent } from '../members/member.ts';
import { Refusal } from '../shared/refusal.ts';

/** The people and services behind an agent that verifies: those who created its key and the agent itself. */
export const makersOf = (
  { key }: Pick<Caller, 'key'>,
  { madeBy }: Pick<Agent, 'madeBy'>,
): readonly string[] => [...new Set([key.ownerId, madeBy].flatMap((id) => id ?? []))];

/** A verifier with a key. */
export interface Verifying {
  readonly verifierId: string;
  readonly makers: readonly string[];
}

/**
 * Whether a verifier and its makers had no hand in the task; `workers` are those who held a claim on it or handed in a
 * result, and the members behind them (docs/rules.md, Verifications).
 */
export const isIndependent = ({ verifierId, makers }: Verifying, workers: readonly string[]): boolean =>
  ![verifierId, ...makers].some((id) => workers.includes(id));

/** 403 NOT_INDEPENDENT: the verifier or its maker has worked on the task. */
export const notIndependent = () =>
  new Refusal(
    'NOT_INDEPENDENT',
    'This verifier, or the member who made it or its key, has worked on the task. Another verifier has to verify it.',
  );
