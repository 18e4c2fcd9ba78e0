/** A table to move from one engine to another. */
export interface TransferTable {
  readonly name: string;
  /** The primary key, which orders the rows. */
  readonly key: readonly string[];
  /** All columns, key first: a row is the list of their values. */
  readonly columns: readonly string[];
}

/** A row, and its key. */
export type TransferRow = readonly unknown[];
export type TransferKey = readonly (string | number)[];

const table = ([name, [key, others]]: [string, readonly [string, string]]): TransferTable => {
  const keys = key.split(' ');
  return { name, key: keys, columns: [...keys, ...others.split(' ').filter((column) => column !== '')] };
};

/**
 * Every table that both engines have, ordered so that no row precedes one that it references. `heads` holds the
 * counters of a workspace; SQLite keeps them in `sequences` and in the log. Other columns of `heads` on PostgreSQL, and
 * the tables by which its servers coordinate, belong to running servers and are not moved.
 */
export const TRANSFER_TABLES: readonly TransferTable[] = Object.entries({
  workspaces: [
    'id',
    'name agent_completion goal_verification plan_chat created_at updated_at agent_intake agent_intake_limit proof_of_done',
  ],
  heads: ['workspace_id', 'task row event'],
  counts: ['workspace_id kind owner bucket', 'n'],
  members: [
    'workspace_id id',
    'seq type name name_key taken_name_key display_name display_name_key email role emoji title status model avatar reports_to deleted created_at updated_at chats_from paused max_claims limits chat_events_after',
  ],
  invitations: ['workspace_id id', 'member_id code_hash expires_at created_by'],
  keys: [
    'workspace_id id',
    'seq name kind member_id created_by scopes secret_hash expires_at last_used_at created_at',
  ],
  sessions: [
    'workspace_id id',
    'seq member_id key_id key_expires_at scopes secret_hash user_agent created_at last_used_at expires_at',
  ],
  sign_in_links: ['workspace_id id', 'member_id seq code_hash expires_at'],
  initiatives: ['workspace_id id', 'seq name description status created_at updated_at removed'],
  goals: [
    'workspace_id id',
    'seq title description test metric_target metric_current metric_unit status target_date initiative_id archived created_at updated_at',
  ],
  verifications: ['workspace_id goal_id seq', 'id at by_name by_type passed evidence'],
  projects: [
    'workspace_id id',
    'seq title description status color target_date initiative_id goal_id archived created_at updated_at',
  ],
  labels: ['workspace_id id', 'name name_key color removed'],
  tasks: [
    'workspace_id number',
    'id title description status priority assignee_id project_id creator_id tags effort due_date completed_at archived created_at updated_at open_blockers attempts failures not_before back_to touched_at started_at waiting_for from_agent',
  ],
  task_tags: ['workspace_id tag archived status number', ''],
  task_labels: ['workspace_id label_id archived status number', ''],
  task_checkpoints: ['workspace_id number', 'text'],
  task_declines: ['workspace_id number agent_id', ''],
  relations: ['workspace_id id', 'seq kind from_number to_number made_on made_by'],
  comments: [
    'workspace_id id',
    'seq number body author_id author_type author_name author_display_name created_at updated_at',
  ],
  subscriptions: ['workspace_id number member_id', ''],
  claims: [
    'workspace_id id',
    'seq number agent_id token seconds expires_at shown_until attempt claimed_at assignee_before progress comments_seen_at until ended_at end_reason usage check_at superseded',
  ],
  criteria: [
    'workspace_id number position',
    'id text status evidence proven author_id author_type author_name author_display_name at',
  ],
  files: ['workspace_id id', 'file_name mime_type size sha256 uploader_id created_at'],
  attachments: [
    'workspace_id id',
    'seq number file_id author_id author_type author_name author_display_name created_at',
  ],
  results: [
    'workspace_id id',
    'seq number outcome summary evidence usage author_id author_type author_name author_display_name behind return_to attempt part created_at review reviewer_id',
  ],
  result_files: ['workspace_id result_id file_id', 'number'],
  questions: [
    'workspace_id id',
    'seq number kind text options by_default due_at to_id author_id author_type author_name author_display_name blocking return_to status answer answered_by created_at closed_at',
  ],
  inbox: ['workspace_id person_id seq', 'kind ref since'],
  search_placed: ['workspace_id ordinal', 'type id number'],
  chats: [
    'workspace_id id',
    'seq person_id agent_id title status message_count last_message_at created_at updated_at archived_at',
  ],
  messages: [
    'workspace_id id',
    'seq chat_id role body author_id author_type author_name author_display_name client_message_id turn_id suggestions created_at',
  ],
  message_files: ['workspace_id message_id position', 'file_id chat_id'],
  turns: [
    'workspace_id id',
    'seq chat_id agent_id status state error_code error_message human_message_id reply_message_id lease_token lease_expires_at lease_seconds claims created_at updated_at completed_at person_id',
  ],
  idempotency_keys: ['workspace_id person_id key', 'payload_hash chat_id message_id created_at'],
  events: [
    'workspace_id seq',
    'id actor_type actor_id actor_name key_owner entity_type entity_id entity_title action field old_value new_value reason created_at task_number more_changes related entries',
  ],
  event_logs: ['workspace_id', 'kept_after'],
  notifications: ['workspace_id member_id seq', 'number read_at'],
  read_marks: ['workspace_id member_id up_to', 'at'],
  snapshots: ['workspace_id agent_id', 'sessions size taken_at'],
  telemetry: [
    'workspace_id agent_id seq',
    'at status model context_tokens context_limit active_sessions usage',
  ],
  usage_sums: ['workspace_id kind period owner', 'usage'],
  limits_reached: ['workspace_id day agent_id', 'since'],
  answers: ['workspace_id caller_id key request', 'payload_hash status body created_at long_texts'],
  answer_texts: ['workspace_id hash', 'text used_at'],
  removals: ['workspace_id seq', 'kind id number at'],
  webhooks: [
    'workspace_id id',
    'seq url types description enabled disabled_reason creator_id secret old_secret old_secret_until position failing_since not_before removed created_at updated_at',
  ],
  deliveries: [
    'workspace_id id',
    'seq webhook_id message_id type event_seq status attempts next_at attempted_at code duration_ms answer created_at',
  ],
} as const satisfies Record<string, readonly [key: string, others: string]>).map(([name, columns]) =>
  table([name, columns]),
);

/** Columns with fractions; all other numbers are integers. */
const FRACTIONS: Readonly<Record<string, readonly string[]>> = { goals: ['metric_target', 'metric_current'] };

export const holdsFractions = ({ name }: TransferTable, column: string): boolean =>
  FRACTIONS[name]?.includes(column) ?? false;

export const keyOf = ({ key }: TransferTable, row: TransferRow): TransferKey =>
  row.slice(0, key.length) as never;

/** A row as shown to the operator: its table and key. */
export const namedRow = ({ name, key }: TransferTable, row: TransferRow): string =>
  `${name} (${key.map((column, i) => `${column} ${row[i]}`).join(', ')})`;
