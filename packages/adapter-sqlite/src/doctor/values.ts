import { LAST_MOMENT, type Schema, USAGE_KINDS } from '@tandem/adapter-sql';
import {
  ACTIONS,
  AGENT_INTAKES,
  AGENT_KEYS,
  AGENT_STATUSES,
  ARTIFACT_KINDS,
  ATTEMPT_STOPS,
  CALLER_TYPES,
  CHAT_STATUSES,
  CLAIM_ENDS,
  CRITERION_STATUSES,
  DELIVERY_STATUSES,
  DENSITIES,
  DISABLED_REASONS,
  EFFORTS,
  EVENT_ENTITY_TYPES,
  EVENT_TYPES,
  FAILURE_CLASSES,
  GET_STARTED,
  GOAL_STATUSES,
  GOAL_VERIFICATION_MODES,
  HOUR_CYCLES,
  IMPORT_STATES,
  IMPORTED_TYPES,
  INBOX_KINDS,
  INITIATIVE_STATUSES,
  isRecorded,
  KEY_KINDS,
  LABEL_COLORS,
  MESSAGE_ROLES,
  NOTIFICATION_KINDS,
  OUTCOMES,
  PRIORITIES,
  PROJECT_STATUSES,
  PROOF_OF_DONE,
  QUESTION_KINDS,
  QUESTION_STATUSES,
  RELATION_KINDS,
  REMOVAL_KINDS,
  RESULT_PARTS,
  ROLES,
  SCOPES,
  TASK_STATUSES,
  TEST_TYPE,
  THEMES,
  TURN_STATES,
  TURN_STATUSES,
  VERDICTS,
  VERIFICATION_OUTCOMES,
  VERIFICATION_STATES,
  WAITING_KINDS,
  WOKEN_BY,
} from '@tandem/core';
import type { Connection } from '../engine/sqlite.ts';
import { PAUSE, type Unreadable } from './finding.ts';
import { badRows, type Rule, type RuleCheck, ruleCheck } from './rules.ts';

/** The values that a column may hold. NULL is not covered: SQLite itself checks it. */
interface Domain {
  /** In words that follow "must be". */
  readonly must: string;
  /** SQL that is true for an invalid value. */
  bad(column: string): string;
  /** A repair rebuilds the column from other columns, so a wrong value there doesn't stop it. */
  readonly isRebuilt?: true;
  /** Invalid values as SQL, one of each kind, for tests. */
  readonly wrong: readonly string[];
}

const listed = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

const oneOf = (...values: readonly string[]): Domain => ({
  must: `one of ${values.join(', ')}`,
  bad: (column) => `${column} NOT IN (${listed(values)})`,
  wrong: [`'bogus'`, `''`],
});
const between = (min: number, max: number, must: string): Domain => ({
  must,
  bad: (column) => `${column} NOT BETWEEN ${min} AND ${max}`,
  wrong: [String(min - 1), String(max + 1)],
});
const date = between(-LAST_MOMENT, LAST_MOMENT, 'milliseconds within the range of dates');
/** A past time, by the server's clock. */
const moment = between(0, LAST_MOMENT, 'milliseconds since 1970 within the range of dates');
const count = between(0, Number.MAX_SAFE_INTEGER, 'a whole number of at least 0');
const number = between(1, Number.MAX_SAFE_INTEGER, 'a whole number of at least 1');
const rebuiltCount: Domain = { ...count, isRebuilt: true };
const flag = between(0, 1, '0 or 1');
const rebuiltFlag: Domain = { ...flag, isRebuilt: true };
/** 2 for a removed row with dependent rows left, or a removed member to which nothing refers. */
const archived = between(0, 2, '0, 1 or 2');
const finite: Domain = {
  ...between(-Number.MAX_VALUE, Number.MAX_VALUE, 'a finite number'),
  wrong: ['9e999', '-9e999'],
};
const nanoseconds: Domain = {
  must: 'a number of nanoseconds in decimal digits',
  bad: (column) => `(${column} = '' OR ${column} GLOB '*[^0-9]*')`,
  wrong: [`''`, `'-1'`],
};
/** The status of a stored response, which is never a refusal. */
const success = between(200, 299, 'a status code of a success');

/** The characters that JavaScript trims, by code point; SQLite trims only spaces. */
const WHITE_SPACE = [
  ...[9, 10, 11, 12, 13, 32, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff],
  ...Array.from({ length: 11 }, (_, i) => 0x2000 + i),
];
const name: Domain = {
  must: 'a text that is not blank',
  bad: (column) => `trim(${column}, char(${WHITE_SPACE.join(', ')})) = ''`,
  wrong: [`''`, `' '`],
};

const digest: Domain = {
  must: 'a SHA-256 in hexadecimal',
  bad: (column) => `(length(${column}) <> 64 OR ${column} GLOB '*[^0-9a-f]*')`,
  wrong: [`'x'`, `''`],
};
const color: Domain = {
  must: 'a color as #RRGGBB',
  bad: (column) => `${column} NOT GLOB '#${'[0-9A-Fa-f]'.repeat(6)}'`,
  wrong: [`'red'`],
};

/** JSON of a type whose members (`json_each`) are valid; `wrong` has JSON with invalid members. */
const json = (
  type: 'array' | 'object',
  badMember: string,
  must: string,
  wrong: readonly string[] = [],
): Domain => ({
  must: `JSON: ${must}`,
  bad: (column) => `CASE
    WHEN ${column} = '[]' THEN ${type !== 'array'}
    WHEN NOT json_valid(${column}) THEN 1
    ELSE json_type(${column}) <> '${type}' OR EXISTS (SELECT 1 FROM json_each(${column}) WHERE ${badMember})
  END`,
  wrong: [...NO_JSON, type === 'array' ? '{}' : '[]', ...wrong].map((text) => `'${text}'`),
});
/** Truncated JSON and bare values are neither arrays nor objects. */
const NO_JSON = ['', '{', 'null', '7', '"x"'];

const texts = json('array', `type <> 'text'`, 'a list of texts', ['[1]', '[null]', '[[]]']);
const scopes = json(
  'array',
  `type <> 'text' OR atom NOT IN (${listed(SCOPES)})`,
  `a list of ${SCOPES.join(', ')}`,
  ['[1]', '["everything"]'],
);
const numbers = json('object', `type NOT IN ('integer', 'real')`, 'an object of numbers', [
  '{"a":"b"}',
  '{"a":null}',
]);
const limits = json('object', `key <> 'usage' OR type <> 'object'`, 'an object of limits by usage name', [
  '{"usage":7}',
]);

/** The allowed types of a JSON member, in the words of `json_type`; '' if it may be missing. */
type Members = Readonly<Record<string, readonly string[]>>;
const TEXT = ['text'];
const INTEGER = ['integer'];
const OPTIONAL_TEXT = ['text', ''];
const badMembers = (of: string, members: Members): string[] =>
  Object.entries(members).map(
    ([name, types]) => `COALESCE(json_type(${of}, '$.${name}'), '') NOT IN (${listed(types)})`,
  );
/** One invalid JSON text per required member. */
const withoutEach = (members: Members): string[] =>
  Object.keys(members).map((name) => {
    const [outer = '', inner] = name.split('.');
    return JSON.stringify(inner === undefined ? { [outer]: [[7]] } : { [outer]: { [inner]: [[7]] } });
  });

const objects = (members: Members, must: string) =>
  json('array', [`type <> 'object'`, ...badMembers('value', members)].join(' OR '), must, [
    '[1]',
    '[null]',
    '[[]]',
    ...withoutEach(members).map((each) => `[${each}]`),
  ]);
/** A JSON object with these members; `also` is additional SQL that is true for an invalid value. */
const object = (
  members: Members,
  must: string,
  also: (column: string) => readonly string[] = () => [],
): Domain => ({
  must: `JSON: ${must}`,
  bad: (column) => `CASE WHEN ${column} IS NULL THEN 0 WHEN NOT json_valid(${column}) THEN 1 ELSE
    ${[`json_type(${column}) <> 'object'`, ...badMembers(column, members), ...also(column)].join(' OR ')} END`,
  wrong: [...NO_JSON, '[]', '{}', ...withoutEach(members)].map((text) => `'${text}'`),
});

const sessions = objects(
  {
    key: TEXT,
    kind: TEXT,
    label: ['text', 'null'],
    displayName: TEXT,
    model: TEXT,
    contextTokens: INTEGER,
    contextLimit: INTEGER,
    lastActivity: INTEGER,
  },
  'a list of sessions',
);
const changes = objects({ id: TEXT, field: TEXT }, 'a list of changes');
const named = json('object', `type <> 'text'`, 'an object of texts', ['{"x":1}']);
const externalId: Domain = {
  must: 'an external id as <source>:<id>',
  bad: (column) => `${column} NOT GLOB '[a-z0-9._-]*:?*'`,
  wrong: [`''`, `'x'`, `':x'`, `'x:'`],
};
const evidences = objects(
  {
    criterionId: OPTIONAL_TEXT,
    text: OPTIONAL_TEXT,
    url: OPTIONAL_TEXT,
    fileId: OPTIONAL_TEXT,
    command: OPTIONAL_TEXT,
    output: OPTIONAL_TEXT,
    exitCode: ['integer', ''],
  },
  'a list of evidence',
);
const artifact = object(
  { kind: TEXT, repository: TEXT, commit: TEXT, branch: OPTIONAL_TEXT, base: OPTIONAL_TEXT },
  'an artifact',
  (column) => [`json_extract(${column}, '$.kind') NOT IN (${listed(ARTIFACT_KINDS)})`],
);
const CHECK_COMMAND: Members = { command: TEXT, timeoutSeconds: INTEGER, protect: ['array'] };
const pinnedCheck = object(CHECK_COMMAND, 'the command of a check');
const check = object({ ...CHECK_COMMAND, proposed: ['true', 'false'] }, 'the check of a criterion');
const outputSoFar = object({ output: TEXT, at: INTEGER }, 'the output of a running check');
const report = object(
  {
    outcome: TEXT,
    exitCode: ['integer', 'null'],
    outputLength: INTEGER,
    outputDigest: ['text', 'null'],
    durationMs: INTEGER,
    environment: ['object'],
    files: ['array'],
    reportedAt: INTEGER,
  },
  'the report of a verifier',
  (column) => [`json_extract(${column}, '$.outcome') NOT IN (${listed(VERIFICATION_OUTCOMES)})`],
);
const failure = object({ class: TEXT, message: TEXT }, 'a failure', (column) => [
  `json_extract(${column}, '$.class') NOT IN (${listed(FAILURE_CLASSES)})`,
]);
const options = objects({ id: TEXT, text: TEXT, consequence: ['text', 'null'] }, 'a list of options');
const positions = json('array', `type <> 'array'`, 'a list of positions and texts', ['[1]']);
const suggestions = objects({ id: TEXT, kind: TEXT, text: TEXT }, 'a list of suggestions');
const reported = objects({ usage: ['object'] }, 'a list of reported usage');
const progress = object(
  { note: ['text', 'null'], percent: ['integer', 'real', 'null'], at: INTEGER },
  'the progress of a claim',
);
const viewQuery = object(
  { filters: ['object'], sort: TEXT, order: TEXT, view: TEXT, groupBy: TEXT },
  'the query of a view',
);
const kindsOff = json(
  'array',
  `type <> 'text' OR atom NOT IN (${listed(NOTIFICATION_KINDS)})`,
  'a list of kinds of notifications',
  ['[1]', '["x"]'],
);
const anyObject = json('object', 'false', 'an object');
const importWarnings = objects(
  { type: TEXT, externalId: ['text', 'null'], message: TEXT },
  'a list of warnings',
);
const favorites = objects({ kind: TEXT, id: TEXT }, 'a list of favorites');
const waitingFor = object(
  {
    kind: TEXT,
    who: ['object', 'null', ''],
    what: TEXT,
    since: INTEGER,
    resultId: OPTIONAL_TEXT,
    questionId: OPTIONAL_TEXT,
    notified: ['true', 'false', ''],
    budget: ['object', ''],
  },
  'the reason that a task waits',
  (column) => [
    `json_extract(${column}, '$.kind') NOT IN (${listed(WAITING_KINDS)})`,
    ...ifThere(column, 'who', { 'who.id': TEXT, 'who.name': TEXT }),
  ],
);
const AUTHOR = (of: string): Members => ({
  [`${of}.id`]: TEXT,
  [`${of}.name`]: TEXT,
  [`${of}.displayName`]: TEXT,
  [`${of}.type`]: TEXT,
});
/** Members of an optional member. */
const ifThere = (column: string, name: string, members: Members): string[] => [
  `json_type(${column}, '$.${name}') = 'object' AND (${badMembers(column, members).join(' OR ')})`,
];
const review = object(
  {
    id: TEXT,
    verdict: TEXT,
    comment: ['text', 'null'],
    override: ['text', 'null', ''],
    criteria: ['array'],
    createdAt: INTEGER,
    ...AUTHOR('reviewer'),
  },
  'a review with its reviewer',
  (column) => [
    `json_extract(${column}, '$.verdict') NOT IN (${listed(VERDICTS)})`,
    `EXISTS (SELECT 1 FROM json_each(${column}, '$.criteria') WHERE type <> 'object' OR
      ${badMembers('value', { id: TEXT, status: TEXT, comment: ['text', 'null'] }).join(' OR ')})`,
  ],
);
const answer = object(
  { value: ['text', 'true', 'false'], comment: ['text', 'null'], by: ['object', 'null'], at: INTEGER },
  'an answer with its author',
  (column) => ifThere(column, 'by', AUTHOR('by')),
);
const choice: Domain = {
  must: 'JSON: a string, true or false',
  bad: (column) =>
    `CASE WHEN ${column} IS NULL THEN 0 WHEN NOT json_valid(${column}) THEN 1 ELSE json_type(${column}) NOT IN ('text', 'true', 'false') END`,
  wrong: [`''`, `'{'`, `'null'`, `'7'`, `'{}'`, `'[]'`],
};

const person = oneOf(...CALLER_TYPES);

/**
 * Columns that affect behavior or could break a response: words, numbers, times, JSON. Other texts may have any value.
 */
// biome-ignore format: a table
const COLUMNS: { readonly [T in keyof Schema]?: { readonly [C in keyof Schema[T]]?: Domain } } = {
  workspaces: { name, goal_verification: oneOf(...GOAL_VERIFICATION_MODES), proof_of_done: oneOf(...PROOF_OF_DONE), agent_keys: oneOf(...AGENT_KEYS), agent_completion: flag, agent_intake: oneOf(...AGENT_INTAKES), agent_intake_limit: number, plan_chat: flag, created_at: moment, updated_at: moment },
  members: { name, display_name: name, seq: number, type: oneOf('human', 'agent'), role: oneOf(...ROLES), status: oneOf(...AGENT_STATUSES), deleted: archived, paused: flag, verifier: flag, external: flag, max_claims: number, limits, external_id: externalId, chats_from: count, chat_events_after: count, created_at: moment, updated_at: moment },
  invitations: { code_hash: digest, expires_at: date },
  keys: { name, seq: number, kind: oneOf(...KEY_KINDS), scopes, secret_hash: digest, expires_at: date, last_used_at: moment, created_at: moment },
  sessions: { seq: number, scopes, secret_hash: digest, key_expires_at: date, expires_at: date, last_used_at: moment, created_at: moment },
  sign_in_links: { seq: number, code_hash: digest, expires_at: date },
  initiatives: { name, seq: number, status: oneOf(...INITIATIVE_STATUSES), removed: flag, created_at: moment, updated_at: moment },
  goals: { title: name, seq: number, status: oneOf(...GOAL_STATUSES), metric_target: finite, metric_current: finite, target_date: date, external_id: externalId, archived, created_at: moment, updated_at: moment },
  verifications: { seq: number, by_type: person, passed: flag, at: moment },
  projects: { title: name, seq: number, status: oneOf(...PROJECT_STATUSES), color, target_date: date, external_id: externalId, archived, created_at: moment, updated_at: moment },
  labels: { name, color: oneOf(...LABEL_COLORS), removed: flag },
  preferences: { theme: oneOf(...THEMES), density: oneOf(...DENSITIES), hour_cycle: oneOf(...HOUR_CYCLES), notifications_off: kindsOff, favorites, get_started: oneOf(...GET_STARTED) },
  views: { name, shared: flag, query: viewQuery, created_at: moment, updated_at: moment },
  tasks: { title: name, number, status: oneOf(...TASK_STATUSES), priority: oneOf(...PRIORITIES), effort: oneOf(...EFFORTS), tags: texts, due_date: date, completed_at: moment, archived, created_at: moment, updated_at: moment, open_blockers: rebuiltCount, attempts: count, failures: count, not_before: date, touched_at: moment, started_at: moment, from_agent: flag, from_import: between(0, 2, '0 to 2'), waiting_for: waitingFor, parent_number: number, open_children: rebuiltCount, done_children: rebuiltCount, canceled_children: rebuiltCount, held: rebuiltFlag, woken_by: oneOf(...WOKEN_BY), budget: numbers, over_budget: flag, usage: numbers, external_id: externalId, metadata: named },
  claims: { seq: number, seconds: number, expires_at: moment, shown_until: date, attempt: number, claimed_at: moment, ended_at: moment, end_reason: oneOf(...CLAIM_ENDS), progress, usage: reported, measured: numbers, comments_seen_at: date, until: moment, check_at: moment, ordinal: number, stop: oneOf(...ATTEMPT_STOPS), failure, waited_ms: count, waiting_since: moment, transcript_steps: count },
  criteria: { position: count, text: name, status: oneOf(...CRITERION_STATUSES), check_: check, evidence: evidences, proven: flag, author_type: person, at: moment },
  results: { seq: number, outcome: oneOf(...OUTCOMES), summary: name, evidence: evidences, artifact, failure, part: oneOf(...RESULT_PARTS), usage: numbers, author_type: person, attempt: count, review, created_at: moment, overridden_at: moment },
  task_verifications: { criterion_text: name, seq: number, check_: pinnedCheck, artifact, state: oneOf(...VERIFICATION_STATES), tries: count, failed_once: flag, makers: texts, seconds: number, expires_at: moment, shown_until: date, claimed_at: moment, heard_at: moment, progress: outputSoFar, report, created_at: moment },
  questions: { text: name, seq: number, kind: oneOf(...QUESTION_KINDS), options, by_default: choice, answer, due_at: date, author_type: person, blocking: flag, status: oneOf(...QUESTION_STATUSES), created_at: moment, closed_at: moment },
  inbox: { seq: number, kind: oneOf(...INBOX_KINDS), since: date },
  limits_reached: { since: moment },
  seen_points: { time: nanoseconds, value: finite, at: moment },
  usage_sums: { kind: oneOf(...USAGE_KINDS), usage: numbers },
  relations: { seq: number, kind: oneOf(...RELATION_KINDS), made_by: person },
  comments: { seq: number, author_type: person, created_at: moment, updated_at: moment },
  events: { seq: number, actor_type: person, entity_type: oneOf(...EVENT_ENTITY_TYPES), action: oneOf(...ACTIONS), created_at: moment, task_number: number, more_changes: changes, related: named, entries: rebuiltCount },
  event_logs: { kept_after: count },
  notifications: { read_at: moment, kind: oneOf(...NOTIFICATION_KINDS) },
  read_marks: { up_to: count, at: moment },
  snapshots: { sessions, taken_at: moment },
  telemetry: { seq: number, status: oneOf(...AGENT_STATUSES), context_tokens: count, context_limit: count, active_sessions: count, usage: numbers, at: moment },
  files: { size: count, sha256: digest, created_at: moment },
  attachments: { seq: number, author_type: person, created_at: moment },
  chats: { seq: number, status: oneOf(...CHAT_STATUSES, 'removed'), created_at: moment, updated_at: moment, archived_at: moment },
  messages: { seq: number, role: oneOf(...MESSAGE_ROLES), author_type: person, suggestions, created_at: moment },
  message_files: { position: count },
  turns: { seq: number, status: oneOf(...TURN_STATUSES), state: oneOf(...TURN_STATES), lease_expires_at: moment, lease_seconds: number, claims: count, created_at: moment, updated_at: moment, completed_at: moment },
  idempotency_keys: { payload_hash: digest, created_at: moment },
  answers: { payload_hash: digest, status: success, long_texts: positions, created_at: moment },
  answer_texts: { hash: digest, used_at: moment },
  imports: { source: name, seq: number, state: oneOf(...IMPORT_STATES), options: anyObject, counts: anyObject, warnings: importWarnings, warning_count: count, created_at: moment, finished_at: date, numbers_after: count, undo: anyObject },
  import_items: { type: oneOf(...IMPORTED_TYPES), external_id: name, source_number: count, entity_id: name, created: flag, fields: named, seq: number, task_number: number },
  webhooks: { url: name, seq: number, types: texts, enabled: flag, disabled_reason: oneOf(...DISABLED_REASONS), secret: name, old_secret_until: date, position: count, failing_since: moment, not_before: date, removed: flag, created_at: moment, updated_at: moment },
  deliveries: { seq: number, type: oneOf(...EVENT_TYPES, TEST_TYPE), event_seq: number, status: oneOf(...DELIVERY_STATUSES), attempts: count, next_at: moment, attempted_at: moment, code: count, duration_ms: count, created_at: moment },
  removals: { seq: number, kind: oneOf(...REMOVAL_KINDS), at: moment },
};

/** All recorded events, as SQL: each entity type with its actions. */
const RECORDED = EVENT_ENTITY_TYPES.map(
  (type) =>
    `(t.entity_type = '${type}' AND t.action IN (${listed(ACTIONS.filter((action) => isRecorded(type, action)))}))`,
).join(' OR ');

/** Columns that must match each other. */
// biome-ignore format: a table
const ROW_RULES: readonly (readonly [table: string, bad: string, problem: string])[] = [
  ['members', `(t.type = 'human') <> (t.role IS NOT NULL) OR ${['status', 'emoji', 'model'].map((column) => `(t.type = 'agent') <> (t.${column} IS NOT NULL)`).join(' OR ')}`, "lacks, or wrongly has, a person's role or an agent's status, emoji and model"],
  ['keys', `(t.kind IN ('person', 'agent', 'acting', 'run')) <> (t.member_id IS NOT NULL)`, 'has a member that its kind excludes, or lacks one that it requires'],
  ['sessions', 't.key_id IS NULL AND t.key_expires_at IS NOT NULL OR t.expires_at > t.key_expires_at', 'has the expiry of another key, or expires after its own key'],
  ['sessions', 't.expires_at <= t.created_at', 'ends before it begins'],
  ['claims', '(t.ended_at IS NULL) <> (t.end_reason IS NULL)', 'has ended without a reason, or has a reason without an end'],
  ['claims', 't.ended_at IS NULL AND t.check_at > t.expires_at', 'has a lease that is checked after its end'],
  ['claims', 't.ended_at IS NULL AND EXISTS (SELECT 1 FROM claims o WHERE o.workspace_id = t.workspace_id AND o.number = t.number AND o.ordinal > t.ordinal)', 'has not ended but has a later claim'],
  ['task_verifications', `(t.state = 'running') <> (t.shown_until IS NOT NULL) OR t.state = 'running' AND (t.token IS NULL OR t.seconds IS NULL OR t.expires_at IS NULL OR t.verifier_id IS NULL)`, 'runs without a complete lease, or has one without running'],
  ['criteria', ['type', 'name', 'display_name'].map((part) => `(t.author_id IS NULL) <> (t.author_${part} IS NULL)`).join(' OR '), 'has an incomplete author'],
  ['results', `t.reviewer_id IS NOT json_extract(t.review, '$.reviewer.id')`, 'names another reviewer than its review'],
  ['questions', `t.answered_by IS NOT json_extract(t.answer, '$.by.id')`, 'names another person than its answer'],
  ['answers', 't.long_texts IS NULL AND t.body IS NOT NULL AND NOT json_valid(t.body)', 'stores a response that is not JSON'],
  ['goals', `(t.metric_unit IS NULL) <> (t.metric_target IS NULL) OR (t.metric_unit IS NULL) <> (t.metric_current IS NULL)`, 'has an incomplete metric'],
  ['tasks', `(t.status = 'done') <> (t.completed_at IS NOT NULL)`, 'is done without completed_at, or has completed_at without being done'],
  ...['members', 'goals', 'projects', 'tasks'].map((table) => [table, 't.external_url IS NOT NULL AND t.external_id IS NULL', 'has the URL of an external id that it lacks'] as const),
  ['relations', `t.from_number = t.to_number OR t.made_on NOT IN (t.from_number, t.to_number) OR (t.kind = 'related' AND t.from_number > t.to_number)`, 'has invalid ends'],
  ['questions', `(t.status = 'open') <> (t.closed_at IS NULL) OR (t.status = 'answered') <> (t.answer IS NOT NULL)`, 'is open with an answer, or answered without one'],
  ['events', `t.action IN (${listed(ACTIONS)}) AND t.entity_type IN (${listed(EVENT_ENTITY_TYPES)}) AND NOT (${RECORDED})`, 'has an action that its entity does not have'],
  ['events', 't.more_changes IS NOT NULL AND t.field IS NULL', 'has more changes but no first one'],
  ['webhooks', 't.enabled = 1 AND (t.removed = 1 OR t.disabled_reason IS NOT NULL)', 'is enabled although removed or disabled'],
  ['webhooks', '(t.old_secret IS NULL) <> (t.old_secret_until IS NULL)', 'has a previous secret without an end, or the end without the secret'],
  ['deliveries', `(t.type = '${TEST_TYPE}') <> (t.event_seq IS NULL)`, 'is for both an event and a test, or for neither'],
  ['deliveries', `(t.status IN ('delivered', 'given_up')) <> (t.next_at IS NULL)`, 'has ended but is due for a retry, or neither'],
  ['chats', `t.status <> 'removed' AND (t.status = 'archived') <> (t.archived_at IS NOT NULL)`, 'is archived without archived_at, or has archived_at without being archived'],
];

const BY_HAND = 'Stop the server and fix it by hand, or restore a backup; until then lists may omit it.';

/** Every individually checked column with invalid values as SQL, for tests. */
export const wrongValues = (): {
  readonly table: string;
  readonly column: string;
  readonly wrong: string;
}[] =>
  Object.entries(COLUMNS).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, { wrong }]) =>
      wrong.map((value) => ({ table, column, wrong: value })),
    ),
  );

const columnRulesOf = (isChecked: (domain: Domain) => boolean) =>
  Object.entries(COLUMNS).flatMap(([table, columns]) =>
    Object.entries(columns)
      .filter(([, domain]) => isChecked(domain))
      .map(
        ([column, { must, bad }]): Rule => ({
          table,
          bad: bad(`t.${column}`),
          problem: `${column} of ${table} must be ${must} but is not`,
          remedy: BY_HAND,
        }),
      ),
  );
const rowRules = ROW_RULES.map(
  ([table, bad, problem]): Rule => ({ table, bad, problem: `a row of ${table} ${problem}`, remedy: BY_HAND }),
);

export const values: RuleCheck = {
  name: 'Values',
  okMessage: 'every column has valid values.',
  rules: [...columnRulesOf(() => true), ...rowRules],
};
export const valuesCheck = ruleCheck(values);

/** Reads the whole database once; later damage is not detected. */
export function unreadableIn(on: Connection): Unreadable {
  const tables = new Set<string>();
  const rows = new Set<string>();
  const rules = [...columnRulesOf(({ isRebuilt }) => !isRebuilt), ...rowRules];
  for (const bad of badRows(on, rules)) {
    if (bad === PAUSE) continue;
    tables.add(JSON.stringify([bad.rule.table, bad.key[0]]));
    rows.add(JSON.stringify([bad.rule.table, bad.key]));
  }
  return {
    hasRow: ({ table, key }) => rows.has(JSON.stringify([table, key])),
    tableIn: (workspaceId, among) => among.find((table) => tables.has(JSON.stringify([table, workspaceId]))),
  };
}
