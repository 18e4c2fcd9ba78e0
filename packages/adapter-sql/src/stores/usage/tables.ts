import { integer, moment, real, table, text } from '../../table.ts';

/** Sums of a day (`2026-03-01`) or a month (`2026-03`). */
export const usageSums = table(['workspace_id', 'kind', 'period', 'owner'], {
  workspace_id: text,
  kind: text,
  period: text,
  /**
   * An agent's or project's id, or a task's number in 16 digits; '-' for none, '' for the workspace. An agent's projects
   * and tasks follow its id and a space.
   */
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

/** Data points of measured usage that have been counted. */
export const seenPoints = table(['workspace_id', 'owner', 'point'], {
  workspace_id: text,
  /** The id of a claim, or of an agent. */
  owner: text,
  point: text,
  /** Nanoseconds since 1970. */
  time: text,
  value: real,
  /** When it was last seen. */
  at: moment,
});
