import { integer, table, text } from '../../table.ts';

export const workspaces = table(['id'], {
  id: text,
  name: text,
  agent_completion: integer,
  goal_verification: text,
  agent_intake: text,
  agent_intake_limit: integer,
  plan_chat: integer,
  proof_of_done: text,
  created_at: integer,
  updated_at: integer,
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
