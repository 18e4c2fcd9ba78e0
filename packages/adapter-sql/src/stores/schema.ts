/** The tables as Kysely sees them. Times are integers in milliseconds, booleans 0 or 1. */
export interface Schema {
  workspaces: {
    id: string;
    name: string;
    agent_completion: number;
    goal_verification: string;
    agent_intake: string;
    agent_intake_limit: number;
    plan_chat: number;
    proof_of_done: string;
    created_at: number;
    updated_at: number;
  };
  sequences: { workspace_id: string; name: string; value: number };
  counts: { workspace_id: string; kind: string; owner: string; bucket: string; n: number };
  members: {
    workspace_id: string;
    id: string;
    seq: number;
    type: string;
    name: string;
    name_key: string;
    /** `name_key`; NULL for a removed member, whose name can be reused. */
    taken_name_key: string | null;
    display_name: string;
    display_name_key: string;
    email: string | null;
    role: string | null;
    emoji: string | null;
    title: string | null;
    status: string | null;
    model: string | null;
    avatar: string | null;
    reports_to: string | null;
    deleted: number;
    created_at: number;
    updated_at: number | null;
    paused: number;
    max_claims: number;
    /** JSON. */
    limits: string | null;
    /** The first `seq` of the person's visible chats. */
    chats_from: number;
    /** Chat events up to this number predate the closing of these chats. */
    chat_events_after: number;
  };
  invitations: {
    workspace_id: string;
    id: string;
    member_id: string;
    code_hash: string;
    expires_at: number;
    /** NULL: created by the operator. */
    created_by: string | null;
  };
  keys: {
    workspace_id: string;
    id: string;
    seq: number;
    name: string;
    kind: string;
    member_id: string | null;
    created_by: string | null;
    /** A JSON array. */
    scopes: string;
    secret_hash: string;
    expires_at: number | null;
    last_used_at: number | null;
    created_at: number;
  };
  sessions: {
    workspace_id: string;
    id: string;
    seq: number;
    member_id: string;
    /** NULL: the session was opened by a code. */
    key_id: string | null;
    /** The `expires_at` of that key. */
    key_expires_at: number | null;
    /** A JSON array. */
    scopes: string;
    secret_hash: string;
    user_agent: string | null;
    created_at: number;
    last_used_at: number | null;
    expires_at: number;
  };
  sign_in_links: {
    workspace_id: string;
    id: string;
    member_id: string;
    seq: number;
    code_hash: string;
    expires_at: number;
  };
  tasks: {
    workspace_id: string;
    number: number;
    id: string;
    title: string;
    description: string | null;
    status: string;
    priority: string;
    assignee_id: string | null;
    project_id: string | null;
    creator_id: string;
    /** A JSON array, in order; `task_tags` serves the filter. */
    tags: string;
    effort: string | null;
    due_date: number | null;
    completed_at: number | null;
    /** 0 or 1; 2 for a removed task until its rows are deleted. */
    archived: number;
    created_at: number;
    updated_at: number;
    /** Number of open tasks that block it. */
    open_blockers: number;
    attempts: number;
    failures: number;
    not_before: number | null;
    back_to: string | null;
    touched_at: number | null;
    started_at: number | null;
    /** JSON. */
    waiting_for: string | null;
    /** 1 if created by an agent or by a process that hosts agents. */
    from_agent: number;
  };
  /** `expires_at` and `until` use the monotonic clock. */
  claims: {
    workspace_id: string;
    id: string;
    seq: number;
    number: number;
    agent_id: string;
    token: string;
    seconds: number;
    expires_at: number;
    /** In wall-clock time. */
    shown_until: number;
    attempt: number;
    claimed_at: number;
    assignee_before: string | null;
    /** JSON. */
    progress: string | null;
    comments_seen_at: number;
    until: number | null;
    ended_at: number | null;
    end_reason: string | null;
    /** JSON of the usage already counted. */
    usage: string | null;
    /** The next check of the lease, at its end or before. */
    check_at: number;
    /** 1: the task has a later claim. */
    superseded: number;
  };
  /** Sums of a day (`2026-03-01`) or a month (`2026-03`). */
  usage_sums: {
    workspace_id: string;
    kind: string;
    period: string;
    /** An agent's or project's id, or a task's number in 16 digits; '-' for none, '' for the workspace. */
    owner: string;
    /** JSON. */
    usage: string;
  };
  /** Agents that reached a limit on a day. */
  limits_reached: { workspace_id: string; day: string; agent_id: string; since: number };
  /** The author set the current status. */
  criteria: {
    workspace_id: string;
    number: number;
    position: number;
    id: string;
    text: string;
    status: string;
    /** A JSON array. */
    evidence: string;
    proven: number;
    author_id: string | null;
    author_type: string | null;
    author_name: string | null;
    author_display_name: string | null;
    at: number | null;
  };
  results: {
    workspace_id: string;
    id: string;
    seq: number;
    number: number;
    outcome: string;
    summary: string;
    /** A JSON array. */
    evidence: string;
    /** JSON. */
    usage: string | null;
    author_id: string;
    author_type: string;
    author_name: string;
    author_display_name: string;
    behind: string | null;
    return_to: string | null;
    attempt: number;
    part: string;
    created_at: number;
    /** JSON, with the reviewer's name at that time. */
    review: string | null;
    reviewer_id: string | null;
  };
  /** Files named in the evidence of results. */
  result_files: { workspace_id: string; result_id: string; file_id: string; number: number };
  /** The author asked the question. */
  questions: {
    workspace_id: string;
    id: string;
    seq: number;
    number: number;
    kind: string;
    text: string;
    /** A JSON array. */
    options: string;
    /** JSON. */
    by_default: string | null;
    due_at: number | null;
    to_id: string | null;
    author_id: string;
    author_type: string;
    author_name: string;
    author_display_name: string;
    blocking: number;
    return_to: string | null;
    status: string;
    /** JSON, with the answerer's name at that time. */
    answer: string | null;
    answered_by: string | null;
    created_at: number;
    closed_at: number | null;
  };
  /** One row per person to whom an entry is addressed; '' is everyone. */
  inbox: {
    workspace_id: string;
    person_id: string;
    seq: number;
    kind: string;
    ref: string;
    since: number;
  };
  task_declines: { workspace_id: string; number: number; agent_id: string };
  task_checkpoints: { workspace_id: string; number: number; text: string };
  /** `archived` and `status` copy the task's, maintained by a trigger, so that one index serves a filtered page. */
  task_tags: { workspace_id: string; tag: string; archived: number; status: string; number: number };
  task_labels: { workspace_id: string; label_id: string; archived: number; status: string; number: number };
  labels: {
    workspace_id: string;
    id: string;
    name: string;
    name_key: string;
    color: string;
    /** 1 once removed, until its rows are deleted. */
    removed: number;
  };
  relations: {
    workspace_id: string;
    id: string;
    seq: number;
    kind: string;
    from_number: number;
    to_number: number;
    made_on: number;
    /** The type of the caller that created it. */
    made_by: string;
  };
  comments: {
    workspace_id: string;
    id: string;
    seq: number;
    number: number;
    body: string;
    author_id: string;
    author_type: string;
    author_name: string;
    author_display_name: string;
    created_at: number;
    updated_at: number;
  };
  subscriptions: { workspace_id: string; number: number; member_id: string };
  projects: {
    workspace_id: string;
    id: string;
    seq: number;
    title: string;
    description: string | null;
    status: string;
    color: string;
    target_date: number | null;
    initiative_id: string | null;
    goal_id: string | null;
    archived: number;
    created_at: number;
    updated_at: number;
  };
  initiatives: {
    workspace_id: string;
    id: string;
    seq: number;
    name: string;
    description: string | null;
    status: string;
    /** 1 once removed, until its rows are deleted. */
    removed: number;
    created_at: number;
    updated_at: number;
  };
  goals: {
    workspace_id: string;
    id: string;
    seq: number;
    title: string;
    description: string | null;
    test: string | null;
    metric_target: number | null;
    metric_current: number | null;
    metric_unit: string | null;
    status: string;
    target_date: number | null;
    initiative_id: string | null;
    archived: number;
    created_at: number;
    updated_at: number;
  };
  verifications: {
    workspace_id: string;
    goal_id: string;
    seq: number;
    id: string;
    at: number;
    by_name: string;
    by_type: string;
    passed: number;
    evidence: string;
  };
  /** SQLite: the ids of search blocks. */
  search_blocks: { id: number; workspace_id: string; lane: string; block: number };
  /** Search slots of comments and results; on PostgreSQL also of tasks (slot 0), with the words. */
  search_texts: { workspace_id: string; number: number; slot: number; kind: string; ref: string };
  /** Searchable entities other than tasks: their ordinal, and the last task number when each was created. */
  search_placed: { workspace_id: string; ordinal: number; type: string; id: string; number: number };
  /** Progress of indexing older texts: all texts after `number` and `seq` remain. */
  search_fills: { workspace_id: string; kind: string; number: number; seq: number };
  events: {
    workspace_id: string;
    seq: number;
    id: string;
    actor_type: string;
    actor_id: string;
    actor_name: string;
    key_owner: string | null;
    entity_type: string;
    entity_id: string;
    entity_title: string;
    action: string;
    field: string | null;
    old_value: string | null;
    new_value: string | null;
    reason: string | null;
    created_at: number;
    task_number: number | null;
    /** JSON; the first change has its own columns. */
    more_changes: string | null;
    /** JSON. */
    related: string | null;
    /** Number of activity entries of this event. */
    entries: number;
  };
  webhooks: {
    workspace_id: string;
    id: string;
    seq: number;
    url: string;
    /** JSON. */
    types: string;
    description: string | null;
    enabled: number;
    disabled_reason: string | null;
    creator_id: string;
    secret: string;
    old_secret: string | null;
    old_secret_until: number | null;
    /** The last event for which deliveries were created. */
    position: number;
    failing_since: number | null;
    not_before: number | null;
    /** 1: deleted, with deliveries still pending. */
    removed: number;
    created_at: number;
    updated_at: number;
  };
  deliveries: {
    workspace_id: string;
    id: string;
    seq: number;
    webhook_id: string;
    message_id: string;
    type: string;
    event_seq: number | null;
    status: string;
    attempts: number;
    /** NULL: no more attempts. */
    next_at: number | null;
    attempted_at: number | null;
    code: number | null;
    duration_ms: number | null;
    answer: string | null;
    created_at: number;
  };
  /** Events up to `kept_after` may have been deleted. */
  event_logs: { workspace_id: string; kept_after: number };
  notifications: {
    workspace_id: string;
    member_id: string;
    /** The event's number. */
    seq: number;
    number: number;
    read_at: number | null;
  };
  /** All notifications up to the event `up_to` were read at `at`. */
  read_marks: { workspace_id: string; member_id: string; up_to: number; at: number };
  snapshots: { workspace_id: string; agent_id: string; sessions: string; size: number; taken_at: number };
  telemetry: {
    workspace_id: string;
    agent_id: string;
    seq: number;
    at: number;
    status: string;
    model: string;
    context_tokens: number;
    context_limit: number;
    active_sessions: number;
    usage: string | null;
  };
  files: {
    workspace_id: string;
    id: string;
    file_name: string;
    mime_type: string;
    size: number;
    sha256: string;
    uploader_id: string;
    created_at: number;
  };
  attachments: {
    workspace_id: string;
    id: string;
    seq: number;
    number: number;
    file_id: string;
    author_id: string;
    author_type: string;
    author_name: string;
    author_display_name: string;
    created_at: number;
  };
  chats: {
    workspace_id: string;
    id: string;
    seq: number;
    person_id: string;
    agent_id: string;
    title: string;
    status: string;
    message_count: number;
    last_message_at: number;
    created_at: number;
    updated_at: number;
    archived_at: number | null;
  };
  messages: {
    workspace_id: string;
    id: string;
    seq: number;
    chat_id: string;
    role: string;
    body: string;
    author_id: string;
    author_type: string;
    author_name: string;
    author_display_name: string;
    client_message_id: string | null;
    turn_id: string | null;
    /** A JSON array. */
    suggestions: string;
    created_at: number;
  };
  message_files: {
    workspace_id: string;
    message_id: string;
    position: number;
    file_id: string;
    chat_id: string;
  };
  turns: {
    workspace_id: string;
    id: string;
    seq: number;
    chat_id: string;
    person_id: string;
    agent_id: string;
    status: string;
    state: string;
    error_code: string | null;
    error_message: string | null;
    human_message_id: string;
    reply_message_id: string | null;
    lease_token: string | null;
    lease_expires_at: number | null;
    lease_seconds: number | null;
    claims: number;
    created_at: number;
    updated_at: number;
    completed_at: number | null;
  };
  idempotency_keys: {
    workspace_id: string;
    person_id: string;
    key: string;
    payload_hash: string;
    chat_id: string;
    message_id: string;
    created_at: number;
  };
  /** Stored responses of requests with an idempotency key. */
  answers: {
    workspace_id: string;
    caller_id: string;
    key: string;
    request: string;
    payload_hash: string;
    status: number;
    /** JSON without `long_texts`; NULL for an empty response and for one that is shown only once. */
    body: string | null;
    created_at: number;
    /** JSON: the paths of long values in `body`, each with its `hash` or its number in the payload. */
    long_texts: string | null;
  };
  /** Long values of stored responses, by SHA-256. */
  answer_texts: { workspace_id: string; hash: string; text: string; used_at: number };
  /** Removed entities with rows still to delete. */
  removals: {
    workspace_id: string;
    seq: number;
    kind: string;
    id: string;
    /** The number, for a task. */
    number: number | null;
    at: number;
  };
}
