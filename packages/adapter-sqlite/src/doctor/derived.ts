import { ACTIONS, EVENT_ENTITY_TYPES, entryCount, fold, isRecorded } from '@tandem/core';
import type { Check } from './finding.ts';
import { type Rule, ruleCheck } from './rules.ts';

// Data derived from other rows, stored for the lists that need it.

const WHERE_TASK = 'workspace_id = t.workspace_id AND number = t.number';

/** The rows by which lists find tasks by tag and label. */
const facets = ruleCheck({
  name: 'Tags and labels',
  okMessage: 'every task is indexed by its tags, labels, metadata and status.',
  rules: [
    {
      table: 'tasks',
      problem: 'tasks have wrong tags in the index',
      bad: `json_valid(t.tags) AND (
        (SELECT count(*) FROM task_tags WHERE ${WHERE_TASK})
          <> CASE t.tags WHEN '[]' THEN 0 ELSE (SELECT count(DISTINCT value) FROM json_each(t.tags) WHERE type = 'text') END
        OR (t.tags <> '[]' AND EXISTS (
          SELECT 1 FROM json_each(t.tags) j WHERE j.type = 'text' AND NOT EXISTS (
            SELECT 1 FROM task_tags g WHERE g.workspace_id = t.workspace_id AND g.tag = j.value
              AND g.archived = t.archived AND g.status = t.status AND g.number = t.number))))`,
      repair: [
        'DELETE FROM task_tags WHERE workspace_id = ?1 AND number = ?2',
        `INSERT INTO task_tags (workspace_id, tag, archived, status, number)
         SELECT DISTINCT t.workspace_id, j.value, t.archived, t.status, t.number FROM tasks t, json_each(t.tags) j
         WHERE t.workspace_id = ?1 AND t.number = ?2 AND j.type = 'text'`,
      ],
    },
    {
      table: 'task_tags',
      problem: 'tags belong to missing tasks',
      bad: `NOT EXISTS (SELECT 1 FROM tasks WHERE ${WHERE_TASK})`,
      repair: [
        `DELETE FROM task_tags
         WHERE workspace_id = ?1 AND tag = ?2 AND archived = ?3 AND status = ?4 AND number = ?5`,
      ],
    },
    {
      table: 'tasks',
      problem: 'tasks have wrong metadata in the index',
      bad: `(t.metadata IS NULL OR json_valid(t.metadata)) AND (
        (SELECT count(*) FROM task_metadata WHERE ${WHERE_TASK})
          <> CASE WHEN t.metadata IS NULL THEN 0 ELSE (SELECT count(*) FROM json_each(t.metadata) WHERE type = 'text') END
        OR (t.metadata IS NOT NULL AND EXISTS (
          SELECT 1 FROM json_each(t.metadata) j WHERE j.type = 'text' AND NOT EXISTS (
            SELECT 1 FROM task_metadata g WHERE g.workspace_id = t.workspace_id AND g.entry = j.key || '=' || j.value
              AND g.archived = t.archived AND g.status = t.status AND g.number = t.number))))`,
      repair: [
        'DELETE FROM task_metadata WHERE workspace_id = ?1 AND number = ?2',
        `INSERT INTO task_metadata (workspace_id, entry, archived, status, number)
         SELECT t.workspace_id, j.key || '=' || j.value, t.archived, t.status, t.number
         FROM tasks t, json_each(t.metadata) j
         WHERE t.workspace_id = ?1 AND t.number = ?2 AND j.type = 'text'`,
      ],
    },
    {
      table: 'task_metadata',
      problem: 'metadata belongs to missing tasks',
      bad: `NOT EXISTS (SELECT 1 FROM tasks WHERE ${WHERE_TASK})`,
      repair: [
        `DELETE FROM task_metadata
         WHERE workspace_id = ?1 AND entry = ?2 AND archived = ?3 AND status = ?4 AND number = ?5`,
      ],
    },
    {
      table: 'task_labels',
      problem: 'labels, or the tasks they belong to, are missing',
      bad: `NOT EXISTS (SELECT 1 FROM tasks WHERE ${WHERE_TASK})
        OR NOT EXISTS (SELECT 1 FROM labels WHERE workspace_id = t.workspace_id AND id = t.label_id)`,
      repair: [
        `DELETE FROM task_labels
         WHERE workspace_id = ?1 AND label_id = ?2 AND archived = ?3 AND status = ?4 AND number = ?5`,
      ],
    },
    {
      table: 'task_labels',
      problem: 'labels have another status than their task',
      bad: `NOT EXISTS (SELECT 1 FROM tasks WHERE ${WHERE_TASK} AND status = t.status AND archived = t.archived)`,
      repair: [
        `UPDATE OR REPLACE task_labels SET (archived, status) = (
           SELECT k.archived, k.status FROM tasks k WHERE k.workspace_id = ?1 AND k.number = ?5)
         WHERE workspace_id = ?1 AND label_id = ?2 AND archived = ?3 AND status = ?4 AND number = ?5`,
      ],
    },
  ],
});

const OPEN_BLOCKERS = `(
  SELECT count(*) FROM relations r
  CROSS JOIN tasks b ON b.workspace_id = r.workspace_id AND b.number = r.from_number
  WHERE r.workspace_id = t.workspace_id AND r.to_number = t.number AND r.kind = 'blocks'
    AND b.status NOT IN ('done', 'canceled'))`;

const blockers = ruleCheck({
  name: 'Blockers',
  okMessage: 'every task has the right number of open blockers.',
  rules: [
    {
      table: 'tasks',
      problem: 'tasks have a wrong number of open blockers',
      bad: `t.open_blockers <> ${OPEN_BLOCKERS}`,
      repair: [
        `UPDATE tasks SET open_blockers = (SELECT ${OPEN_BLOCKERS} FROM tasks t
           WHERE t.workspace_id = ?1 AND t.number = ?2)
         WHERE workspace_id = ?1 AND number = ?2`,
      ],
    },
  ],
});

const CHILDREN = (statuses: string) => `(
  SELECT count(*) FROM tasks c WHERE c.workspace_id = t.workspace_id AND c.parent_number = t.number
    AND c.archived = 0 AND c.status ${statuses})`;
/** From the ancestors' own rows and blockers, so that the order of repairs doesn't matter. */
const HELD = `(
  WITH RECURSIVE above (number) AS (
    SELECT t.parent_number
    UNION
    SELECT p.parent_number FROM above u
    CROSS JOIN tasks p ON p.workspace_id = t.workspace_id AND p.number = u.number
  )
  SELECT t.from_import = 2 OR EXISTS (
    SELECT 1 FROM above u CROSS JOIN tasks a ON a.workspace_id = t.workspace_id AND a.number = u.number
    WHERE a.from_import = 2 OR a.over_budget = 1 OR a.archived > 0 OR a.status IN ('backlog', 'canceled') OR EXISTS (
      SELECT 1 FROM relations r CROSS JOIN tasks b ON b.workspace_id = r.workspace_id AND b.number = r.from_number
      WHERE r.workspace_id = t.workspace_id AND r.to_number = a.number AND r.kind = 'blocks'
        AND b.status NOT IN ('done', 'canceled'))))`;
const PLACE = [
  CHILDREN(`NOT IN ('done', 'canceled')`),
  CHILDREN(`= 'done'`),
  CHILDREN(`= 'canceled'`),
  HELD,
].join(', ');

const subtasks = ruleCheck({
  name: 'Sub-tasks',
  okMessage: 'every task has the right counts, and is held if a task above it or its import keeps it.',
  rules: [
    {
      table: 'tasks',
      problem: 'tasks have wrong counts of sub-tasks, or are held wrongly',
      bad: `(t.open_children, t.done_children, t.canceled_children, t.held) <> (${PLACE})`,
      repair: [
        `UPDATE tasks SET (open_children, done_children, canceled_children, held) = (
           SELECT ${PLACE} FROM tasks t WHERE t.workspace_id = ?1 AND t.number = ?2)
         WHERE workspace_id = ?1 AND number = ?2`,
      ],
    },
  ],
});

/** True if another row already has this key; needs the function `fold`. */
const taken = (table: string, key: string, present: string): string => `${present} AND EXISTS (
  SELECT 1 FROM ${table} o WHERE o.workspace_id = t.workspace_id AND o.${key} = fold(t.name) AND o.id <> t.id)`;
const duplicate = (table: string, key: string, present: string): Rule => ({
  table,
  problem: `names in ${table} are duplicates, ignoring case`,
  bad: `t.${key} IS NOT fold(t.name) AND ${taken(table, key, present)}`,
  remedy: 'Rename one of the two through the API, then check again.',
});

/** The name of a removed label can be reused. */
const LABEL_KEY = 'CASE removed WHEN 0 THEN fold(name) ELSE char(0) || id END';

const nameKeys = ruleCheck({
  name: 'Names',
  okMessage: 'every member and label is indexed by its name.',
  rules: [
    duplicate('members', 'taken_name_key', 't.deleted = 0'),
    {
      table: 'members',
      problem: 'members have wrong names in the index',
      bad: `t.name_key <> fold(t.name) OR t.display_name_key <> fold(t.display_name)
        OR t.taken_name_key IS NOT CASE t.deleted WHEN 0 THEN fold(t.name) END`,
      repair: [
        `UPDATE OR IGNORE members SET name_key = fold(name), display_name_key = fold(display_name),
           taken_name_key = CASE deleted WHEN 0 THEN fold(name) END
         WHERE workspace_id = ?1 AND id = ?2`,
      ],
    },
    duplicate('labels', 'name_key', 't.removed = 0'),
    {
      table: 'labels',
      problem: 'labels have wrong names in the index',
      bad: `t.name_key <> ${LABEL_KEY}`,
      repair: [`UPDATE OR IGNORE labels SET name_key = ${LABEL_KEY} WHERE workspace_id = ?1 AND id = ?2`],
    },
  ],
});

const ofChat = (what: string) =>
  `(SELECT ${what} FROM messages m WHERE m.workspace_id = t.workspace_id AND m.chat_id = t.id`;
const MESSAGE_COUNT = `${ofChat('count(*)')})`;
const LAST_MESSAGE_AT = `${ofChat('m.created_at')} ORDER BY m.seq DESC LIMIT 1)`;

const chatsAndSessions = ruleCheck({
  name: 'Chats and sessions',
  okMessage: 'all counts and last times are right.',
  rules: [
    {
      table: 'chats',
      problem: 'chats have a wrong message count or last message time',
      bad: `t.status <> 'removed' AND (t.message_count <> ${MESSAGE_COUNT} OR t.last_message_at <> ${LAST_MESSAGE_AT})`,
      repair: [
        `UPDATE chats AS t SET message_count = ${MESSAGE_COUNT},
           last_message_at = COALESCE(${LAST_MESSAGE_AT}, last_message_at)
         WHERE t.workspace_id = ?1 AND t.id = ?2`,
      ],
    },
    {
      table: 'message_files',
      problem: 'files of messages name the wrong chat',
      bad: `t.chat_id <> (SELECT chat_id FROM messages WHERE workspace_id = t.workspace_id AND id = t.message_id)`,
      repair: [
        `UPDATE message_files SET chat_id = (SELECT chat_id FROM messages WHERE workspace_id = ?1 AND id = ?2)
         WHERE workspace_id = ?1 AND message_id = ?2 AND position = ?3`,
      ],
    },
    {
      table: 'turns',
      problem: 'turns name the wrong person',
      bad: `t.person_id <> (SELECT person_id FROM chats WHERE workspace_id = t.workspace_id AND id = t.chat_id)`,
      repair: [
        `UPDATE turns SET person_id = (
           SELECT c.person_id FROM chats c WHERE c.workspace_id = turns.workspace_id AND c.id = turns.chat_id)
         WHERE workspace_id = ?1 AND id = ?2`,
      ],
    },
    {
      table: 'snapshots',
      problem: 'agents have a wrong session count',
      bad: `json_valid(t.sessions) AND t.size <> json_array_length(t.sessions)`,
      repair: [
        'UPDATE snapshots SET size = json_array_length(sessions) WHERE workspace_id = ?1 AND agent_id = ?2',
      ],
    },
  ],
});

/** Events without activity entries, as SQL over an event `t`. */
const UNLISTED = EVENT_ENTITY_TYPES.flatMap((type) =>
  ACTIONS.filter((action) => isRecorded(type, action)).flatMap((action) =>
    entryCount({ entity: { type, id: '', title: '' }, action, changes: [] }) === 0
      ? [`t.entity_type = '${type}' AND t.action = '${action}'`]
      : [],
  ),
).join(' OR ');
const CHANGES = `json_array_length(COALESCE(t.more_changes, '[]')) + 1`;
const ENTRIES = `CASE WHEN ${UNLISTED} THEN 0 WHEN t.field IS NULL THEN 1 ELSE ${CHANGES} END`;

/** The start of the last sequence of events without gaps. */
const KEPT_AFTER = `(
  SELECT COALESCE(max(e.seq), 1) - 1 FROM events e WHERE e.workspace_id = ?1 AND NOT EXISTS (
    SELECT 1 FROM events p WHERE p.workspace_id = e.workspace_id AND p.seq = e.seq - 1))`;

const entries = ruleCheck({
  name: 'Events',
  okMessage: 'every event has the right number of activity entries.',
  rules: [
    {
      table: 'events',
      problem: 'events have a wrong number of activity entries',
      bad: `(t.more_changes IS NULL OR json_valid(t.more_changes)) AND t.entries <> ${ENTRIES}`,
      repair: [`UPDATE events AS t SET entries = ${ENTRIES} WHERE t.workspace_id = ?1 AND t.seq = ?2`],
    },
    {
      table: 'event_logs',
      problem: 'the log claims to have pruned events that do not exist yet',
      bad: `t.kept_after > COALESCE((SELECT max(seq) FROM events WHERE workspace_id = t.workspace_id), 0)`,
      repair: [`UPDATE event_logs SET kept_after = ${KEPT_AFTER} WHERE workspace_id = ?1`],
    },
  ],
});

const WAITING_KIND = `CASE WHEN json_valid(t.waiting_for) THEN json_extract(t.waiting_for, '$.kind') END`;
const IN_INBOX = (kind: string, ref: string) =>
  `EXISTS (SELECT 1 FROM inbox i WHERE i.workspace_id = t.workspace_id AND i.kind = ${kind} AND i.ref = ${ref})`;
/** Adds an entry for everyone at the end: the original addressee is stored nowhere else. */
const toInbox = (kind: string, ref: string, since: string, from: string) => [
  `UPDATE sequences SET value = value + 1 WHERE workspace_id = ?1 AND name = 'row'`,
  `INSERT INTO inbox (workspace_id, person_id, seq, kind, ref, since)
   SELECT ?1, '', (SELECT value FROM sequences WHERE workspace_id = ?1 AND name = 'row'), ${kind}, ${ref}, ${since}
   FROM ${from}`,
];

/** The inbox entries, compared with the entities that they refer to. */
const inbox = ruleCheck({
  name: 'Inbox',
  okMessage: 'it contains exactly the items that await people.',
  rules: [
    {
      table: 'tasks',
      problem: 'tasks await people but are in no inbox',
      bad: `t.status = 'waiting' AND t.archived = 0 AND ${WAITING_KIND} IN ('review', 'attention')
        AND NOT ${IN_INBOX(WAITING_KIND, 'CAST(t.number AS TEXT)')}`,
      repair: toInbox(
        WAITING_KIND,
        'CAST(t.number AS TEXT)',
        `json_extract(t.waiting_for, '$.since')`,
        'tasks t WHERE t.workspace_id = ?1 AND t.number = ?2',
      ),
    },
    {
      table: 'questions',
      problem: 'questions are open but in no inbox',
      bad: `t.status = 'open' AND NOT ${IN_INBOX(`'question'`, 't.id')} AND EXISTS (
        SELECT 1 FROM tasks k WHERE k.workspace_id = t.workspace_id AND k.number = t.number AND k.archived < 2)`,
      repair: toInbox(
        `'question'`,
        't.id',
        't.created_at',
        'questions t WHERE t.workspace_id = ?1 AND t.id = ?2',
      ),
    },
    {
      table: 'goals',
      problem: 'goals await confirmation but are in no inbox',
      bad: `t.status = 'verification_pending' AND t.archived = 0 AND NOT ${IN_INBOX(`'goal'`, 't.id')}`,
      repair: toInbox(`'goal'`, 't.id', 't.updated_at', 'goals t WHERE t.workspace_id = ?1 AND t.id = ?2'),
    },
    {
      table: 'inbox',
      problem: 'inboxes contain items that await nobody',
      bad: `CASE t.kind
        WHEN 'question' THEN NOT EXISTS (
          SELECT 1 FROM questions q WHERE q.workspace_id = t.workspace_id AND q.id = t.ref AND q.status = 'open')
        WHEN 'goal' THEN NOT EXISTS (
          SELECT 1 FROM goals g WHERE g.workspace_id = t.workspace_id AND g.id = t.ref
            AND g.status = 'verification_pending' AND g.archived = 0)
        ELSE t.ref NOT LIKE 'agent %' AND NOT EXISTS (
          SELECT 1 FROM webhooks h WHERE h.workspace_id = t.workspace_id AND 'webhook ' || h.id = t.ref
            AND h.removed = 0 AND h.disabled_reason IS NOT NULL)
          AND NOT EXISTS (
          SELECT 1 FROM tasks k WHERE k.workspace_id = t.workspace_id AND k.number = CAST(t.ref AS INTEGER)
            AND k.status = 'waiting' AND k.archived = 0
            AND CASE WHEN json_valid(k.waiting_for) THEN json_extract(k.waiting_for, '$.kind') END = t.kind)
      END`,
      repair: ['DELETE FROM inbox WHERE workspace_id = ?1 AND person_id = ?2 AND seq = ?3'],
    },
  ],
});

/** Define these on a connection before running the checks. */
export const FUNCTIONS = { fold };

export const DERIVED: readonly Check[] = [
  facets,
  blockers,
  subtasks,
  inbox,
  nameKeys,
  chatsAndSessions,
  entries,
];
