import { integer, nullable, table, text } from '../../table.ts';

export const snapshots = table(['workspace_id', 'agent_id'], {
  workspace_id: text,
  agent_id: text,
  sessions: text,
  size: integer,
  taken_at: integer,
});

export const telemetry = table(['workspace_id', 'agent_id', 'seq'], {
  workspace_id: text,
  agent_id: text,
  seq: integer,
  at: integer,
  status: text,
  model: text,
  context_tokens: integer,
  context_limit: integer,
  active_sessions: integer,
  usage: nullable(text),
});
