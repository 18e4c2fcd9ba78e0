import type { Caller } from '../access/caller.ts';

/*
 * Intake (docs/rules.md): with `agentIntake: backlog`, tasks created by agents start in the backlog, and only people
 * move them on.
 */

/** Whether tasks created by the caller count as created by an agent: true for agents and for runtime keys. */
export const isOfAgents = ({ type, key }: Caller): boolean => type === 'agent' || key.kind === 'runtime';
