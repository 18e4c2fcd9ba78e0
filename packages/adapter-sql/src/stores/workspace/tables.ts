import { AGENT_INTAKES, AGENT_KEYS, GOAL_VERIFICATION_MODES, PROOF_OF_DONE } from '@tandem/core';
import { count, flag, integer, moment, table, text, word } from '../../table.ts';

export const workspaces = table(['id'], {
  id: text,
  name: text,
  agent_completion: flag,
  goal_verification: word(GOAL_VERIFICATION_MODES),
  agent_intake: word(AGENT_INTAKES),
  agent_intake_limit: count,
  plan_chat: integer,
  proof_of_done: word(PROOF_OF_DONE),
  agent_keys: word(AGENT_KEYS),
  created_at: moment,
  updated_at: moment,
});

export const sequences = table(['workspace_id', 'name'], {
  workspace_id: text,
  name: text,
  value: integer,
});

export const counts = table(['workspace_id', 'kind', 'owner', 'bucket'], {
  workspace_id: text,
  kind: text,
  owner: text,
  bucket: text,
  n: integer,
});

/** The counters of a workspace. SQLite keeps them in `sequences` and in the log. */
export const heads = table(['workspace_id'], {
  workspace_id: text,
  task: integer,
  row: integer,
  event: integer,
});
