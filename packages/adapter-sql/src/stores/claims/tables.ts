import { integer, nullable, table, text } from '../../table.ts';

/** `expires_at` and `until` use the monotonic clock. */
export const claims = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  number: integer,
  agent_id: text,
  token: text,
  seconds: integer,
  expires_at: integer,
  /** In wall-clock time. */
  shown_until: integer,
  attempt: integer,
  claimed_at: integer,
  assignee_before: nullable(text),
  /** JSON. */
  progress: nullable(text),
  comments_seen_at: integer,
  until: nullable(integer),
  ended_at: nullable(integer),
  end_reason: nullable(text),
  /** JSON of the usage already counted. */
  usage: nullable(text),
  /** The next check of the lease, at its end or before. */
  check_at: integer,
  /** 1: the task has a later claim. */
  superseded: integer,
});

export const taskDeclines = table(['workspace_id', 'number', 'agent_id'], {
  workspace_id: text,
  number: integer,
  agent_id: text,
});

export const taskCheckpoints = table(['workspace_id', 'number'], {
  workspace_id: text,
  number: integer,
  text: text,
});
