import { ruleCheck } from './rules.ts';

const BY_HAND = 'Remove such rows by hand, while no server runs, or restore a backup.';
const THERE = (table: string, condition: string) =>
  `EXISTS (SELECT 1 FROM ${table} o WHERE o.workspace_id = t.workspace_id AND ${condition})`;

/** References to other rows without a foreign key. */
export const references = ruleCheck({
  name: 'References',
  well: 'what refers to another row without a foreign key finds it, too.',
  rules: [
    {
      table: 'members',
      says: 'agents report to a member that is not there',
      bad: `t.reports_to IS NOT NULL AND NOT ${THERE('members', 'o.id = t.reports_to')}`,
      todo: 'Give them another reportsTo over the interface.',
    },
    {
      table: 'members',
      says: 'chats are closed up to a number that nothing has yet, and those to come as well',
      bad: `t.chats_from > COALESCE((
        SELECT value FROM sequences o WHERE o.workspace_id = t.workspace_id AND o.name = 'row'), 0)`,
      todo: 'Open them by tandem member open-chats, or put chats_from right by hand, while no server runs.',
    },
    {
      table: 'notifications',
      says: 'notifications tell of an entry of the log that is not there',
      bad: `NOT ${THERE('events', 'o.seq = t.seq')}`,
      todo: BY_HAND,
    },
    {
      table: 'notifications',
      says: 'notifications are of a task that is not there',
      bad: `NOT ${THERE('tasks', 'o.number = t.number')}`,
      todo: BY_HAND,
    },
    {
      table: 'limits_reached',
      says: 'limits have been reached by agents that are not there',
      bad: `NOT ${THERE('members', 'o.id = t.agent_id')}`,
      todo: BY_HAND,
    },
    {
      table: 'questions',
      says: 'questions are for a member that is not there',
      bad: `t.to_id IS NOT NULL AND NOT ${THERE('members', 'o.id = t.to_id')}`,
      todo: 'Withdraw them over the interface, and ask anew.',
    },
    {
      table: 'inbox',
      says: 'something waits for a member that is not there',
      bad: `t.person_id <> '' AND NOT ${THERE('members', 'o.id = t.person_id')}`,
      todo: BY_HAND,
    },
    {
      table: 'idempotency_keys',
      says: 'idempotency keys are of a chat that is not there',
      bad: `NOT ${THERE('chats', 'o.id = t.chat_id')}`,
      todo: BY_HAND,
    },
    {
      table: 'answers',
      says: 'stored responses lack long texts',
      bad: `CASE WHEN json_valid(t.long_texts) THEN EXISTS (
        SELECT 1 FROM json_each(t.long_texts) j WHERE j.type = 'array' AND json_type(j.value, '$[1]') = 'text'
          AND NOT ${THERE('answer_texts', `o.hash = json_extract(j.value, '$[1]')`)}) END`,
      todo: 'Such a request answers 503 when it is sent again under its key; the row is deleted within two days.',
    },
    {
      table: 'messages',
      says: 'messages ask for a turn that is not there',
      bad: `t.turn_id IS NOT NULL AND NOT ${THERE('turns', 'o.id = t.turn_id')}
        AND ${THERE('chats', `o.id = t.chat_id AND o.status <> 'removed'`)}`,
      todo: BY_HAND,
    },
    {
      table: 'keys',
      says: 'keys of agents speak as a member that is no agent',
      bad: `t.kind = 'agent' AND ${THERE('members', `o.id = t.member_id AND o.type <> 'agent'`)}`,
      todo: 'Revoke them by tandem key revoke, and make new ones.',
    },
    {
      table: 'sessions',
      says: 'sessions speak as a member that is no person',
      bad: THERE('members', `o.id = t.member_id AND o.type <> 'human'`),
      todo: BY_HAND,
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
  well: 'what is removed is being cleared away.',
  rules: Object.entries(MARKED).map(([table, mark]) => ({
    table,
    says: `rows of ${table} are marked as removed and not cleared away, so that nobody sees them`,
    bad: `${mark} AND NOT ${THERE('removals', 'o.id = t.id')}`,
    todo: 'Take the mark away or the rows, by hand, while no server runs, or restore a backup.',
  })),
});

const OTHER = (condition: string) => `EXISTS (
  SELECT 1 FROM turns o WHERE o.workspace_id = t.workspace_id AND o.chat_id = t.chat_id AND ${condition})`;
const MESSAGE = (column: string) => `EXISTS (
  SELECT 1 FROM messages o WHERE o.workspace_id = t.workspace_id AND o.id = ${column} AND o.chat_id = t.chat_id)`;

export const turns = ruleCheck({
  name: 'Turns',
  well: 'each is in one state, with what belongs to it, and at most one of a chat is open.',
  rules: [
    {
      table: 'turns',
      says: 'chats have several turns in progress',
      bad: `t.status = 'pending' AND ${OTHER(`o.status = 'pending' AND o.id <> t.id`)}`,
      todo: 'Archive and unarchive the chats, which cancels turns, and look again.',
    },
    {
      table: 'turns',
      says: 'the status and the state of turns do not go together',
      bad: `t.status <> CASE t.state WHEN 'queued' THEN 'pending' WHEN 'running' THEN 'pending'
        WHEN 'completed' THEN 'complete' ELSE t.state END`,
      todo: 'Put them right by hand, while no server runs, or restore a backup.',
    },
    {
      table: 'turns',
      says: 'turns run without a lease, and so without an end',
      bad: `t.state = 'running'
        AND (t.lease_token IS NULL OR t.lease_expires_at IS NULL OR t.lease_seconds IS NULL)`,
      todo: 'Archive and unarchive their chats, which cancels them.',
    },
    {
      table: 'turns',
      says: 'turns lack the message that asks, or the one that answers',
      bad: `NOT ${MESSAGE('t.human_message_id')} OR (t.status = 'complete') <> (t.reply_message_id IS NOT NULL)
        OR (t.reply_message_id IS NOT NULL AND NOT ${MESSAGE('t.reply_message_id')})`,
      todo: 'Delete their chats over the interface, or restore a backup.',
    },
    {
      table: 'turns',
      says: 'turns are of another agent than their chats',
      bad: `t.agent_id <> (SELECT agent_id FROM chats WHERE workspace_id = t.workspace_id AND id = t.chat_id)`,
      todo: 'Put agent_id right by hand, while no server runs, or restore a backup.',
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

export const places = ruleCheck({
  name: 'Places',
  well: 'no two rows have the same place in a list.',
  rules: Object.entries(LISTS).map(([table, columns]) => ({
    table,
    says: `rows of ${table} have the same place in a list, so that a page may miss one`,
    bad: `EXISTS (SELECT 1 FROM ${table} o WHERE o.workspace_id = t.workspace_id
      ${columns.map((column) => `AND o.${column} = t.${column}`).join(' ')} AND o.seq = t.seq AND o.id <> t.id)`,
    todo: 'Give one a seq of its own by hand, while no server runs, or restore a backup.',
  })),
});

export const admins = ruleCheck({
  name: 'Admins',
  well: 'every workspace has a living admin.',
  rules: [
    {
      table: 'workspaces',
      says: 'there is no admin',
      bad: `NOT EXISTS (SELECT 1 FROM members INDEXED BY members_by_type
        WHERE workspace_id = t.id AND deleted = 0 AND type = 'human' AND role = 'admin')`,
      todo: 'Make one by tandem workspace set ID --admin NAME.',
    },
  ],
});
