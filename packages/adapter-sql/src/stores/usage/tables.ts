import { integer, table, text } from '../../table.ts';

/** Sums of a day (`2026-03-01`) or a month (`2026-03`). */
export const usageSums = table(['workspace_id', 'kind', 'period', 'owner'], {
  workspace_id: text,
  kind: text,
  period: text,
  /** An agent's or project's id, or a task's number in 16 digits; '-' for none, '' for the workspace. */
  owner: text,
  /** JSON. */
  usage: text,
});

/** Agents that reached a limit on a day. */
export const limitsReached = table(['workspace_id', 'day', 'agent_id'], {
  workspace_id: text,
  day: text,
  agent_id: text,
  since: integer,
});
