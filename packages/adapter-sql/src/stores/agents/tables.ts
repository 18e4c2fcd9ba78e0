import { AGENT_STATUSES, type AgentSession } from '@tandem/core';
import { isCount, isDate, isObjects, isText, isTextOrNull } from '../../columns.ts';
import { count, integer, listOf, moment, nullable, numbers, table, text, word } from '../../table.ts';

const sessions = listOf('sessions', (value): value is AgentSession[] =>
  isObjects(value, {
    key: isText,
    kind: isText,
    label: isTextOrNull,
    displayName: isText,
    model: isText,
    contextTokens: isCount,
    contextLimit: isCount,
    lastActivity: isDate,
  }),
);

export const snapshots = table(['workspace_id', 'agent_id'], {
  workspace_id: text,
  agent_id: text,
  sessions,
  size: integer,
  taken_at: moment,
});

export const telemetry = table(['workspace_id', 'agent_id', 'seq'], {
  workspace_id: text,
  agent_id: text,
  seq: integer,
  at: moment,
  status: word(AGENT_STATUSES),
  model: text,
  context_tokens: count,
  context_limit: count,
  active_sessions: count,
  usage: nullable(numbers),
});
