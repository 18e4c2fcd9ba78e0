import { EXTERNAL_ID } from '../../external-id.ts';
import { integer, nullable, table, text } from '../../table.ts';

export const members = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  type: text,
  name: text,
  name_key: text,
  /** `name_key`; NULL for a removed member, whose name can be reused. */
  taken_name_key: nullable(text),
  display_name: text,
  display_name_key: text,
  email: nullable(text),
  role: nullable(text),
  emoji: nullable(text),
  title: nullable(text),
  status: nullable(text),
  model: nullable(text),
  avatar: nullable(text),
  reports_to: nullable(text),
  deleted: integer,
  created_at: integer,
  updated_at: nullable(integer),
  paused: integer,
  max_claims: integer,
  /** JSON. */
  limits: nullable(text),
  /** The first `seq` of the person's visible chats. */
  chats_from: integer,
  /** Chat events up to this number predate the closing of these chats. */
  chat_events_after: integer,
  /** Whether the agent verifies results. */
  verifier: integer,
  external: integer,
  /** The person that an external member was merged into. Its row is kept, with the person's names. */
  merged_into: nullable(text),
  /** The member or service that created the agent. NULL: unknown. */
  made_by: nullable(text),
  ...EXTERNAL_ID,
});

export const invitations = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  member_id: text,
  code_hash: text,
  expires_at: integer,
  /** NULL: created by the operator. */
  created_by: nullable(text),
});
