import { ruleCheck } from './rules.ts';

const BY_HAND = 'Stop the server and delete these rows by hand, or restore a backup.';
const THERE = (table: string, condition: string) =>
  `EXISTS (SELECT 1 FROM ${table} o WHERE o.workspace_id = t.workspace_id AND ${condition})`;

/** References to other rows without a foreign key. */
export const references = ruleCheck({
  name: 'References',
  okMessage: 'all references without a foreign key resolve, too.',
  rules: [
    {
      table: 'members',
      problem: 'agents report to a missing member',
      bad: `t.reports_to IS NOT NULL AND NOT ${THERE('members', 'o.id = t.reports_to')}`,
      remedy: 'Set another reportsTo through the API.',
    },
    {
      table: 'members',
      problem: 'members are merged into a missing person',
      bad: `t.merged_into IS NOT NULL AND NOT ${THERE('members', 'o.id = t.merged_into')}`,
      remedy: BY_HAND,
    },
    {
      table: 'members',
      problem: 'chats are closed up to a number in the future, which closes new chats',
      bad: `t.chats_from > COALESCE((
        SELECT value FROM sequences o WHERE o.workspace_id = t.workspace_id AND o.name = 'row'), 0)`,
      remedy: 'Run tandem member open-chats, or stop the server and fix chats_from by hand.',
    },
    {
      table: 'tasks',
      problem: 'tasks are below a missing task',
      bad: `t.parent_number IS NOT NULL AND NOT ${THERE('tasks', 'o.number = t.parent_number AND o.archived < 2')}`,
      remedy: 'Set parentTaskNumber to null through the API.',
    },
    {
      table: 'notifications',
      problem: 'notifications refer to a missing event',
      bad: `NOT ${THERE('events', 'o.seq = t.seq')}`,
      remedy: BY_HAND,
    },
    {
      table: 'notifications',
      problem: 'notifications refer to a missing task',
      bad: `NOT ${THERE('tasks', 'o.number = t.number')}`,
      remedy: BY_HAND,
    },
    {
      table: 'limits_reached',
      problem: 'reached limits refer to missing agents',
      bad: `NOT ${THERE('members', 'o.id = t.agent_id')}`,
      remedy: BY_HAND,
    },
    {
      table: 'questions',
      problem: 'questions are addressed to a missing member',
      bad: `t.to_id IS NOT NULL AND NOT ${THERE('members', 'o.id = t.to_id')}`,
      remedy: 'Withdraw them through the API and ask again.',
    },
    {
      table: 'inbox',
      problem: 'inbox entries belong to a missing member',
      bad: `t.person_id <> '' AND NOT ${THERE('members', 'o.id = t.person_id')}`,
      remedy: BY_HAND,
    },
    {
      table: 'idempotency_keys',
      problem: 'idempotency keys refer to a missing chat',
      bad: `NOT ${THERE('chats', 'o.id = t.chat_id')}`,
      remedy: BY_HAND,
    },
    {
      table: 'answers',
      problem: 'stored responses lack long texts',
      bad: `CASE WHEN json_valid(t.long_texts) THEN EXISTS (
        SELECT 1 FROM json_each(t.long_texts) j WHERE j.type = 'array' AND json_type(j.value, '$[1]') = 'text'
          AND NOT ${THERE('answer_texts', `o.hash = json_extract(j.value, '$[1]')`)}) END`,
      remedy: 'Repeating such a request returns 503; the row is deleted within two days.',
    },
    {
      table: 'messages',
      problem: 'messages refer to a missing turn',
      bad: `t.turn_id IS NOT NULL AND NOT ${THERE('turns', 'o.id = t.turn_id')}
        AND ${THERE('chats', `o.id = t.chat_id AND o.status <> 'removed'`)}`,
      remedy: BY_HAND,
    },
    {
      table: 'keys',
      problem: 'keys of agents belong to a member that is not an agent',
      bad: `t.kind = 'agent' AND ${THERE('members', `o.id = t.member_id AND o.type <> 'agent'`)}`,
      remedy: 'Revoke them with tandem key revoke and create new ones.',
    },
    {
      table: 'sessions',
      problem: 'sessions belong to a member that is not a person',
      bad: THERE('members', `o.id = t.member_id AND o.type <> 'human'`),
      remedy: BY_HAND,
    },
  ],
});

/** Marked as removed: hidden, and deleted in batches. */
const MARKED: Readonly<Record<string, string>> = {
  tasks: 't.archived = 2',
  projects: 't.archived = 2',
  goals: 't.archived = 2',
  labels: 't.removed = 1',
  initiatives: 't.removed = 1',
  chats: `t.status = 'removed'`,
};

export const removals = ruleCheck({
  name: 'Removals',
  okMessage: 'all removed rows are being cleaned up.',
  rules: Object.entries(MARKED).map(([table, mark]) => ({
    table,
    problem: `rows of ${table} are marked as removed but not scheduled for cleanup, and hidden`,
    bad: `${mark} AND NOT ${THERE('removals', 'o.id = t.id')}`,
    remedy: 'Stop the server and remove the mark or the rows by hand, or restore a backup.',
  })),
});

const OTHER = (condition: string) => `EXISTS (
  SELECT 1 FROM turns o WHERE o.workspace_id = t.workspace_id AND o.chat_id = t.chat_id AND ${condition})`;
const MESSAGE = (column: string) => `EXISTS (
  SELECT 1 FROM messages o WHERE o.workspace_id = t.workspace_id AND o.id = ${column} AND o.chat_id = t.chat_id)`;

export const turns = ruleCheck({
  name: 'Turns',
  okMessage: 'each is in one state with its rows, and at most one per chat is open.',
  rules: [
    {
      table: 'turns',
      problem: 'chats have several turns in progress',
      bad: `t.status = 'pending' AND ${OTHER(`o.status = 'pending' AND o.id <> t.id`)}`,
      remedy: 'Archive and unarchive the chats, which cancels their turns, and check again.',
    },
    {
      table: 'turns',
      problem: 'turns have a status that does not match their state',
      bad: `t.status <> CASE t.state WHEN 'queued' THEN 'pending' WHEN 'running' THEN 'pending'
        WHEN 'completed' THEN 'complete' ELSE t.state END`,
      remedy: 'Stop the server and fix them by hand, or restore a backup.',
    },
    {
      table: 'turns',
      problem: 'turns run without a lease, and so never end',
      bad: `t.state = 'running'
        AND (t.lease_token IS NULL OR t.lease_expires_at IS NULL OR t.lease_seconds IS NULL)`,
      remedy: 'Archive and unarchive their chats, which cancels them.',
    },
    {
      table: 'turns',
      problem: 'turns lack their question or their reply',
      bad: `NOT ${MESSAGE('t.human_message_id')} OR (t.status = 'complete') <> (t.reply_message_id IS NOT NULL)
        OR (t.reply_message_id IS NOT NULL AND NOT ${MESSAGE('t.reply_message_id')})`,
      remedy: 'Delete their chats through the API, or restore a backup.',
    },
    {
      table: 'turns',
      problem: 'turns name another agent than their chats',
      bad: `t.agent_id <> (SELECT agent_id FROM chats WHERE workspace_id = t.workspace_id AND id = t.chat_id)`,
      remedy: 'Stop the server and fix agent_id by hand, or restore a backup.',
    },
  ],
});

/** Columns that identify a list; within it, `seq` is the order. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  members: ['deleted'],
  keys: [],
  sessions: [],
  initiatives: [],
  goals: ['archived'],
  projects: ['archived'],
  comments: ['number'],
  attachments: ['number'],
  chats: ['person_id'],
  messages: ['chat_id'],
  deliveries: ['webhook_id'],
};

export const positions = ruleCheck({
  name: 'Positions',
  okMessage: 'no two rows have the same position in a list.',
  rules: Object.entries(LISTS).map(([table, columns]) => ({
    table,
    problem: `rows of ${table} have the same position in a list, so a page may omit one`,
    bad: `EXISTS (SELECT 1 FROM ${table} o WHERE o.workspace_id = t.workspace_id
      ${columns.map((column) => `AND o.${column} = t.${column}`).join(' ')} AND o.seq = t.seq AND o.id <> t.id)`,
    remedy: 'Stop the server and give one a unique seq by hand, or restore a backup.',
  })),
});

export const admins = ruleCheck({
  name: 'Admins',
  okMessage: 'every workspace has an admin.',
  rules: [
    {
      table: 'workspaces',
      problem: 'there is no admin',
      bad: `NOT EXISTS (SELECT 1 FROM members INDEXED BY members_by_type
        WHERE workspace_id = t.id AND deleted = 0 AND type = 'human' AND role = 'admin')`,
      remedy: 'Create one with tandem workspace set ID --admin NAME.',
    },
  ],
});
