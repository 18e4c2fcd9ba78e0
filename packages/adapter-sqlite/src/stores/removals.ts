import type { Removal, RemovalKind, Stores } from '@tandem/core';
import { sql } from 'kysely';
import { type Query, query } from '../engine/query.ts';
import { deleteFrom, insertInto } from '../engine/rows.ts';
import { nextIn, type Session } from '../engine/session.ts';
import type { Schema } from './schema.ts';

type Row = Schema['removals'];

/** What is removed, and how many of its rows a step may still touch. */
interface Values {
  readonly ws: string;
  readonly id: string;
  readonly number: number | null;
  readonly rows: number;
}

/**
 * Clears away rows of what is removed, `rows` at the most: they are found by an index, so that a step costs no
 * more than the rows that it touches.
 */
type Step = Query<Values, unknown>;
const step = (build: Parameters<typeof query<Values, unknown>>[0]): Step => query(build);

const COMMENTS = step(
  (p) => sql`
    DELETE FROM comments WHERE rowid IN (
      SELECT rowid FROM comments WHERE workspace_id = ${p.ws} AND number = ${p.number} LIMIT ${p.rows})`,
);
const CLAIMS = step(
  (p) => sql`
    DELETE FROM claims WHERE rowid IN (
      SELECT rowid FROM claims WHERE workspace_id = ${p.ws} AND number = ${p.number} LIMIT ${p.rows})`,
);
const ATTACHMENTS = step(
  (p) => sql`
    DELETE FROM attachments WHERE rowid IN (
      SELECT rowid FROM attachments WHERE workspace_id = ${p.ws} AND number = ${p.number} LIMIT ${p.rows})`,
);
const RESULTS = step(
  (p) => sql`
    DELETE FROM results WHERE rowid IN (
      SELECT rowid FROM results WHERE workspace_id = ${p.ws} AND number = ${p.number} LIMIT ${p.rows})`,
);
const QUESTIONS = step(
  (p) => sql`
    DELETE FROM questions WHERE rowid IN (
      SELECT rowid FROM questions WHERE workspace_id = ${p.ws} AND number = ${p.number} LIMIT ${p.rows})`,
);
const NOTIFICATIONS = step(
  (p) => sql`
    DELETE FROM notifications WHERE (workspace_id, member_id, seq) IN (
      SELECT workspace_id, member_id, seq FROM notifications INDEXED BY notifications_by_task
      WHERE workspace_id = ${p.ws} AND number = ${p.number} LIMIT ${p.rows})`,
);
const SUBSCRIPTIONS_TO_TASK = step(
  (p) => sql`
    DELETE FROM subscriptions WHERE (workspace_id, number, member_id) IN (
      SELECT workspace_id, number, member_id FROM subscriptions
      WHERE workspace_id = ${p.ws} AND number = ${p.number} LIMIT ${p.rows})`,
);
const TASKS_OF_LABEL = step(
  (p) => sql`
    DELETE FROM task_labels WHERE (workspace_id, label_id, archived, status, number) IN (
      SELECT workspace_id, label_id, archived, status, number FROM task_labels
      WHERE workspace_id = ${p.ws} AND label_id = ${p.id} LIMIT ${p.rows})`,
);
const TASKS_OF_PROJECT = step(
  (p) => sql`
    UPDATE tasks SET project_id = NULL WHERE rowid IN (
      SELECT rowid FROM tasks WHERE workspace_id = ${p.ws} AND project_id = ${p.id} LIMIT ${p.rows})`,
);
const PROJECTS_OF_INITIATIVE = step(
  (p) => sql`
    UPDATE projects SET initiative_id = NULL WHERE rowid IN (
      SELECT rowid FROM projects WHERE workspace_id = ${p.ws} AND initiative_id = ${p.id} LIMIT ${p.rows})`,
);
const GOALS_OF_INITIATIVE = step(
  (p) => sql`
    UPDATE goals SET initiative_id = NULL WHERE rowid IN (
      SELECT rowid FROM goals WHERE workspace_id = ${p.ws} AND initiative_id = ${p.id} LIMIT ${p.rows})`,
);
const PROJECTS_OF_GOAL = step(
  (p) => sql`
    UPDATE projects SET goal_id = NULL WHERE rowid IN (
      SELECT rowid FROM projects WHERE workspace_id = ${p.ws} AND goal_id = ${p.id} LIMIT ${p.rows})`,
);
const VERIFICATIONS = step(
  (p) => sql`
    DELETE FROM verifications WHERE rowid IN (
      SELECT rowid FROM verifications WHERE workspace_id = ${p.ws} AND goal_id = ${p.id} LIMIT ${p.rows})`,
);
const IDEMPOTENCY_KEYS = step(
  (p) => sql`
    DELETE FROM idempotency_keys WHERE (workspace_id, person_id, key) IN (
      SELECT workspace_id, person_id, key FROM idempotency_keys INDEXED BY idempotency_keys_by_chat
      WHERE workspace_id = ${p.ws} AND chat_id = ${p.id} LIMIT ${p.rows})`,
);
const TURNS = step(
  (p) => sql`
    DELETE FROM turns WHERE rowid IN (
      SELECT rowid FROM turns WHERE workspace_id = ${p.ws} AND chat_id = ${p.id} LIMIT ${p.rows})`,
);
/** A message has few files, which go with it. */
const MESSAGES = step(
  (p) => sql`
    DELETE FROM messages WHERE rowid IN (
      SELECT rowid FROM messages WHERE workspace_id = ${p.ws} AND chat_id = ${p.id} LIMIT ${p.rows})`,
);
/** Closed tasks keep the member; they would lie between the open ones, so each status is a place of its own. */
const OPEN_TASKS_OF_MEMBER = step(
  (p) => sql`
    UPDATE tasks SET assignee_id = NULL WHERE rowid IN (
      SELECT rowid FROM tasks INDEXED BY tasks_by_assignee
      WHERE workspace_id = ${p.ws} AND assignee_id = ${p.id} AND archived IN (0, 1)
        AND status IN ('backlog', 'todo', 'in_progress', 'waiting') LIMIT ${p.rows})`,
);
const REPORTS_OF_MEMBER = step(
  (p) => sql`
    UPDATE members SET reports_to = NULL WHERE rowid IN (
      SELECT rowid FROM members WHERE workspace_id = ${p.ws} AND reports_to = ${p.id} LIMIT ${p.rows})`,
);
const SUBSCRIPTIONS_OF_MEMBER = step(
  (p) => sql`
    DELETE FROM subscriptions WHERE (workspace_id, number, member_id) IN (
      SELECT workspace_id, number, member_id FROM subscriptions INDEXED BY subscriptions_by_member
      WHERE workspace_id = ${p.ws} AND member_id = ${p.id} LIMIT ${p.rows})`,
);

/** What waits for others as well waits for them alone, and what waits for nobody else, for everybody. */
const SHARED_INBOX_OF_MEMBER = step(
  (p) => sql`
    DELETE FROM inbox WHERE (workspace_id, person_id, seq) IN (
      SELECT workspace_id, person_id, seq FROM inbox i
      WHERE i.workspace_id = ${p.ws} AND i.person_id = ${p.id} AND EXISTS (
        SELECT 1 FROM inbox o WHERE o.workspace_id = i.workspace_id AND o.kind = i.kind AND o.ref = i.ref
          AND o.person_id <> i.person_id)
      LIMIT ${p.rows})`,
);
const INBOX_OF_MEMBER = step(
  (p) => sql`
    UPDATE inbox SET person_id = '' WHERE (workspace_id, person_id, seq) IN (
      SELECT workspace_id, person_id, seq FROM inbox
      WHERE workspace_id = ${p.ws} AND person_id = ${p.id} LIMIT ${p.rows})`,
);

const removeTask = deleteFrom('tasks', ['workspace_id', 'number']);
const removeLabel = deleteFrom('labels', ['workspace_id', 'id']);
const removeProject = deleteFrom('projects', ['workspace_id', 'id']);
const removeInitiative = deleteFrom('initiatives', ['workspace_id', 'id']);
const removeGoal = deleteFrom('goals', ['workspace_id', 'id']);
const removeChat = deleteFrom('chats', ['workspace_id', 'id']);
const forgetCounts = deleteFrom('counts', ['workspace_id', 'kind', 'owner']);

/** Turns in progress of a member are ended by the rules, which know how, and tell who waits. */
const HAS_OPEN_TURNS = query(
  (p: { ws: string; id: string }) => sql`
    SELECT 1 WHERE
      EXISTS (SELECT 1 FROM turns WHERE workspace_id = ${p.ws} AND agent_id = ${p.id} AND status = 'pending')
      OR EXISTS (
        SELECT 1 FROM turns WHERE workspace_id = ${p.ws} AND person_id = ${p.id} AND status = 'pending')`,
);

interface Clearing {
  readonly steps: readonly Step[];
  /** Removes the row itself, when nothing is left of it. */
  finish(session: Session, values: Omit<Values, 'rows'>): void;
}

const CLEARINGS: Readonly<Record<RemovalKind, Clearing>> = {
  task: {
    steps: [COMMENTS, CLAIMS, ATTACHMENTS, RESULTS, QUESTIONS, NOTIFICATIONS, SUBSCRIPTIONS_TO_TASK],
    finish: ({ connection }, { ws, number }) => {
      removeTask(connection, { workspace_id: ws, number: number ?? 0 });
    },
  },
  label: {
    steps: [TASKS_OF_LABEL],
    finish: ({ connection }, { ws, id }) => removeLabel(connection, { workspace_id: ws, id }),
  },
  project: {
    steps: [TASKS_OF_PROJECT],
    finish: ({ connection }, { ws, id }) => {
      removeProject(connection, { workspace_id: ws, id });
      forgetCounts(connection, { workspace_id: ws, kind: 'project_tasks', owner: id });
    },
  },
  initiative: {
    steps: [PROJECTS_OF_INITIATIVE, GOALS_OF_INITIATIVE],
    finish: ({ connection }, { ws, id }) => {
      removeInitiative(connection, { workspace_id: ws, id });
      forgetCounts(connection, { workspace_id: ws, kind: 'initiative_projects', owner: id });
      forgetCounts(connection, { workspace_id: ws, kind: 'initiative_goals', owner: id });
    },
  },
  goal: {
    steps: [PROJECTS_OF_GOAL, VERIFICATIONS],
    finish: ({ connection }, { ws, id }) => removeGoal(connection, { workspace_id: ws, id }),
  },
  chat: {
    steps: [IDEMPOTENCY_KEYS, TURNS, MESSAGES],
    finish: ({ connection }, { ws, id }) => removeChat(connection, { workspace_id: ws, id }),
  },
  // The member itself stays on record, so that history keeps its name.
  member: {
    steps: [
      OPEN_TASKS_OF_MEMBER,
      REPORTS_OF_MEMBER,
      SUBSCRIPTIONS_OF_MEMBER,
      SHARED_INBOX_OF_MEMBER,
      INBOX_OF_MEMBER,
    ],
    finish: () => undefined,
  },
};

/** Rows that go with a removal at once; what has more goes on later. */
const AT_ONCE = 250;

const insert = insertInto('removals');
const forget = deleteFrom('removals', ['workspace_id', 'seq']);
const NEXT = query(
  (p: { ws: string }) => sql<Row>`SELECT * FROM removals WHERE workspace_id = ${p.ws} ORDER BY seq LIMIT 1`,
);
const BY_ID = query(
  (p: { ws: string; id: string }) => sql<Row>`
    SELECT * FROM removals INDEXED BY removals_by_id WHERE workspace_id = ${p.ws} AND id = ${p.id} LIMIT 1`,
);

/** What a store removes has been marked by it, so that nobody sees it any more; this begins to clear it away. */
export function remove(
  session: Session,
  kind: RemovalKind,
  id: string,
  { number = null, at = 0 }: { number?: number | null; at?: number } = {},
): void {
  const { connection: on, workspaceId } = session;
  const busy = kind === 'member' && HAS_OPEN_TURNS.get(on, { ws: workspaceId, id }) !== undefined;
  if (clearRows(session, { kind, id, number }, AT_ONCE) && !busy) finish(session, { kind, id, number });
  else insert(on, { workspace_id: workspaceId, seq: nextIn(session, 'row'), kind, id, number, at });
}

type Removed = Pick<Row, 'kind' | 'id' | 'number'>;

/** Clears away that many rows at the most; returns whether all are gone. */
function clearRows(
  { connection, workspaceId }: Session,
  { kind, id, number }: Removed,
  rows: number,
): boolean {
  let left = rows;
  for (const each of CLEARINGS[kind as RemovalKind].steps) {
    left -= each.changes(connection, { ws: workspaceId, id, number, rows: left });
    if (left <= 0) return false;
  }
  return true;
}

function finish(session: Session, { kind, id, number }: Removed): void {
  CLEARINGS[kind as RemovalKind].finish(session, { ws: session.workspaceId, id, number });
}

const MEMBERS = query(
  (p: { ws: string }) => sql<{ id: string }>`
    SELECT id FROM removals INDEXED BY removals_by_kind WHERE workspace_id = ${p.ws} AND kind = 'member'`,
);

/** Members that have been removed, and whose open tasks may still name them. */
export const leavingMembers = ({ connection, workspaceId }: Session): readonly string[] =>
  MEMBERS.all(connection, { ws: workspaceId }).map(({ id }) => id);

export function removalStore(session: Session): Stores['removals'] {
  const { connection: on } = session;
  const next = () => NEXT.get(on, { ws: session.workspaceId });
  return {
    next: async () => decodeOrNull(next()),
    of: async (id) => decodeOrNull(BY_ID.get(on, { ws: session.workspaceId, id })),
    clear: async (rows, keep = false) => {
      const removal = next();
      if (!removal) return false;
      if (!clearRows(session, removal, rows) || keep) return true;
      finish(session, removal);
      forget(on, { workspace_id: session.workspaceId, seq: removal.seq });
      return next() !== undefined;
    },
  };
}

const decodeOrNull = (row: Row | undefined): Removal | null =>
  row ? { kind: row.kind as RemovalKind, id: row.id, at: row.at } : null;
