import type { Removal, RemovalKind, Stores } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { andThen, type MaybePromise } from '../../connection.ts';
import { type Batch, batch, indexedBy } from '../../dialect.ts';
import { query } from '../../query.ts';
import { deleteFrom, insertInto } from '../../rows.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { removeTexts } from '../search/index-updates.ts';

type Row = Schema['removals'];

/** The removed entity, and the step's remaining row budget. */
interface Values {
  readonly ws: string;
  readonly id: string;
  readonly number: number | null;
  readonly rows: number;
}

/**
 * Deletes up to `rows` rows of a removed entity. An index finds them, so a step costs no more than the rows that it
 * touches.
 */
type Step = (session: Session, values: Values) => MaybePromise<number>;
const step = (build: Parameters<typeof query<Values, unknown>>[0]): Step => {
  const change = query(build);
  return ({ connection }, values) => change.changes(connection, values);
};
/** Deletes (or updates with `set`) rows of a table with the given `key`, found by an index on `where`. */
const clearing = (
  table: keyof Schema,
  key: readonly string[],
  where: (p: Values) => RawBuilder<unknown>,
  { set, ...way }: { set?: (p: Values) => RawBuilder<unknown> } & Pick<Batch, 'index' | 'byKey'> = {},
): Step =>
  step((p) => {
    const change =
      set === undefined
        ? sql`DELETE FROM ${sql.table(table)}`
        : sql`UPDATE ${sql.table(table)} SET ${set(p)}`;
    return sql`${change} WHERE ${batch({ table, key, ws: p.ws, where: where(p), rows: p.rows, ...way })}`;
  });

const COMMENTS = clearing('comments', ['id'], (p) => sql`number = ${p.number}`);
const CLAIMS = clearing('claims', ['id'], (p) => sql`number = ${p.number}`);
const ATTACHMENTS = clearing('attachments', ['id'], (p) => sql`number = ${p.number}`);
const RESULTS = clearing('results', ['id'], (p) => sql`number = ${p.number}`);
const TASK_VERIFICATIONS = clearing('task_verifications', ['id'], (p) => sql`number = ${p.number}`);
const QUESTIONS = clearing('questions', ['id'], (p) => sql`number = ${p.number}`);
/** Runs after the texts have been deleted, so that none is indexed again. */
const SEARCH_TEXTS: Step = (session, { number, rows }) => removeTexts(session, number ?? 0, rows);
const NOTIFICATIONS = clearing('notifications', ['member_id', 'seq'], (p) => sql`number = ${p.number}`, {
  index: 'notifications_by_task',
  byKey: true,
});
const SUBSCRIPTIONS_TO_TASK = clearing(
  'subscriptions',
  ['number', 'member_id'],
  (p) => sql`number = ${p.number}`,
  { byKey: true },
);
const TASKS_OF_LABEL = clearing(
  'task_labels',
  ['label_id', 'archived', 'status', 'number'],
  (p) => sql`label_id = ${p.id}`,
  { byKey: true },
);
const TASKS_OF_PROJECT = clearing('tasks', ['number'], (p) => sql`project_id = ${p.id}`, {
  set: () => sql`project_id = NULL`,
});
const PROJECTS_OF_INITIATIVE = clearing('projects', ['id'], (p) => sql`initiative_id = ${p.id}`, {
  set: () => sql`initiative_id = NULL`,
});
const GOALS_OF_INITIATIVE = clearing('goals', ['id'], (p) => sql`initiative_id = ${p.id}`, {
  set: () => sql`initiative_id = NULL`,
});
const PROJECTS_OF_GOAL = clearing('projects', ['id'], (p) => sql`goal_id = ${p.id}`, {
  set: () => sql`goal_id = NULL`,
});
const VERIFICATIONS = clearing('verifications', ['goal_id', 'seq'], (p) => sql`goal_id = ${p.id}`);
const IDEMPOTENCY_KEYS = clearing('idempotency_keys', ['person_id', 'key'], (p) => sql`chat_id = ${p.id}`, {
  index: 'idempotency_keys_by_chat',
  byKey: true,
});
const TURNS = clearing('turns', ['id'], (p) => sql`chat_id = ${p.id}`);
/** Files are deleted with their message: it has few. */
const MESSAGES = clearing('messages', ['id'], (p) => sql`chat_id = ${p.id}`);
/** The person that the member was merged into; NULL for a removed one. */
const PERSON = (p: Values) => sql`(
  SELECT merged_into FROM members o WHERE o.workspace_id = ${p.ws} AND o.id = ${p.id})`;
const IF_MERGED = (p: Values) => sql`${PERSON(p)} IS NOT NULL`;
/** Closed tasks keep the member and would be mixed with open ones, so each open status is a partition of its own. */
const OPEN_TASKS_OF_MEMBER = clearing(
  'tasks',
  ['number'],
  (p) =>
    sql`assignee_id = ${p.id} AND archived IN (0, 1) AND status IN ('backlog', 'todo', 'in_progress', 'waiting')`,
  { set: (p) => sql`assignee_id = ${PERSON(p)}`, index: 'tasks_by_assignee' },
);
const CLOSED_TASKS_OF_MERGED = clearing(
  'tasks',
  ['number'],
  (p) => sql`assignee_id = ${p.id} AND ${IF_MERGED(p)}`,
  { set: (p) => sql`assignee_id = ${PERSON(p)}`, index: 'tasks_by_assignee' },
);
const TASKS_BY_MERGED = clearing('tasks', ['number'], (p) => sql`creator_id = ${p.id} AND ${IF_MERGED(p)}`, {
  set: (p) => sql`creator_id = ${PERSON(p)}`,
  index: 'tasks_by_creator',
});
const QUESTIONS_TO_MERGED = clearing('questions', ['id'], (p) => sql`to_id = ${p.id} AND ${IF_MERGED(p)}`, {
  set: (p) => sql`to_id = ${PERSON(p)}`,
  index: 'questions_to',
});
const VIEWS_OF_MERGED = clearing('views', ['id'], (p) => sql`creator_id = ${p.id} AND ${IF_MERGED(p)}`, {
  set: (p) => sql`creator_id = ${PERSON(p)}`,
});
const REPORTS_OF_MEMBER = clearing('members', ['id'], (p) => sql`reports_to = ${p.id}`, {
  set: () => sql`reports_to = NULL`,
});
const SUBSCRIPTIONS_OF_MERGED = clearing(
  'subscriptions',
  ['number', 'member_id'],
  (p) => sql`member_id = ${p.id} AND ${IF_MERGED(p)} AND NOT EXISTS (
    SELECT 1 FROM subscriptions o
    WHERE o.workspace_id = ${p.ws} AND o.number = subscriptions.number AND o.member_id = ${PERSON(p)})`,
  { set: (p) => sql`member_id = ${PERSON(p)}`, index: 'subscriptions_by_member', byKey: true },
);
const SUBSCRIPTIONS_OF_MEMBER = clearing(
  'subscriptions',
  ['number', 'member_id'],
  (p) => sql`member_id = ${p.id}`,
  { index: 'subscriptions_by_member', byKey: true },
);

/** Deletes entries that another person also has (for a merged member, its person). The rest go to its person, or to everyone. */
const SHARED_INBOX_OF_MEMBER = clearing(
  'inbox',
  ['person_id', 'seq'],
  (p) => sql`person_id = ${p.id} AND EXISTS (
    SELECT 1 FROM inbox o WHERE o.workspace_id = ${p.ws} AND o.kind = inbox.kind AND o.ref = inbox.ref
      AND o.person_id <> inbox.person_id AND o.person_id = COALESCE(${PERSON(p)}, o.person_id))`,
  { byKey: true },
);
const INBOX_OF_MEMBER = clearing('inbox', ['person_id', 'seq'], (p) => sql`person_id = ${p.id}`, {
  set: (p) => sql`person_id = COALESCE(${PERSON(p)}, '')`,
  byKey: true,
});

const removeTask = deleteFrom('tasks', ['workspace_id', 'number']);
const removeLabel = deleteFrom('labels', ['workspace_id', 'id']);
const removeProject = deleteFrom('projects', ['workspace_id', 'id']);
const removeInitiative = deleteFrom('initiatives', ['workspace_id', 'id']);
const removeGoal = deleteFrom('goals', ['workspace_id', 'id']);
const removeChat = deleteFrom('chats', ['workspace_id', 'id']);
const forgetCounts = deleteFrom('counts', ['workspace_id', 'kind', 'owner']);

/**
 * Turns in progress, which the rules end: they also notify the clients that wait. And members whose rows still move to
 * this one.
 */
const IS_BUSY = query(
  (p: { ws: string; id: string }) => sql`
    SELECT 1 WHERE
      EXISTS (SELECT 1 FROM turns WHERE workspace_id = ${p.ws} AND agent_id = ${p.id} AND status = 'pending')
      OR EXISTS (
        SELECT 1 FROM turns WHERE workspace_id = ${p.ws} AND person_id = ${p.id} AND status = 'pending')
      OR EXISTS (SELECT 1 FROM removals WHERE workspace_id = ${p.ws} AND kind = 'member')`,
);

interface Clearing {
  readonly steps: readonly Step[];
  /** Deletes the row itself after its dependent rows. */
  finish(session: Session, values: Omit<Values, 'rows'>): void;
}

const CLEARINGS: Readonly<Record<RemovalKind, Clearing>> = {
  task: {
    steps: [
      COMMENTS,
      CLAIMS,
      ATTACHMENTS,
      RESULTS,
      TASK_VERIFICATIONS,
      QUESTIONS,
      NOTIFICATIONS,
      SUBSCRIPTIONS_TO_TASK,
      SEARCH_TEXTS,
    ],
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
  // The member's row is kept, so that history keeps its name.
  member: {
    steps: [
      OPEN_TASKS_OF_MEMBER,
      CLOSED_TASKS_OF_MERGED,
      TASKS_BY_MERGED,
      QUESTIONS_TO_MERGED,
      VIEWS_OF_MERGED,
      REPORTS_OF_MEMBER,
      SUBSCRIPTIONS_OF_MERGED,
      SUBSCRIPTIONS_OF_MEMBER,
      SHARED_INBOX_OF_MEMBER,
      INBOX_OF_MEMBER,
    ],
    finish: () => undefined,
  },
};

/** Rows deleted together with the entity; the rest follows in later steps. */
const AT_ONCE = 250;

const insert = insertInto('removals');
const forget = deleteFrom('removals', ['workspace_id', 'seq']);
const NEXT = query(
  (p: { ws: string }) => sql<Row>`SELECT * FROM removals WHERE workspace_id = ${p.ws} ORDER BY seq LIMIT 1`,
);
const BY_ID = query(
  (p: { ws: string; id: string }) => sql<Row>`
    SELECT * FROM removals ${indexedBy('removals_by_id')} WHERE workspace_id = ${p.ws} AND id = ${p.id} LIMIT 1`,
);

/** Starts to clean up an entity that its store has already marked as removed and therefore hidden. */
export async function remove(
  session: Session,
  kind: RemovalKind,
  id: string,
  { number = null, at = 0 }: { number?: number | null; at?: number } = {},
): Promise<void> {
  const { connection: on, workspaceId } = session;
  const busy = kind === 'member' && (await IS_BUSY.get(on, { ws: workspaceId, id })) !== undefined;
  const cleared = await clearRows(session, { kind, id, number }, AT_ONCE);
  if (cleared && !busy) finish(session, { kind, id, number });
  else insert(on, { workspace_id: workspaceId, seq: await session.next('row'), kind, id, number, at });
}

type Removed = Pick<Row, 'kind' | 'id' | 'number'>;

/** Deletes up to `rows` rows; returns true if none remain. */
async function clearRows(session: Session, { kind, id, number }: Removed, rows: number): Promise<boolean> {
  let left = rows;
  for (const each of CLEARINGS[kind as RemovalKind].steps) {
    left -= await each(session, { ws: session.workspaceId, id, number, rows: left });
    if (left <= 0) return false;
  }
  return true;
}

function finish(session: Session, { kind, id, number }: Removed): void {
  CLEARINGS[kind as RemovalKind].finish(session, { ws: session.workspaceId, id, number });
}

const MEMBERS = query(
  (p: { ws: string }) => sql<{ id: string }>`
    SELECT id FROM removals ${indexedBy('removals_by_kind')} WHERE workspace_id = ${p.ws} AND kind = 'member'`,
);

/** Removed members whose open tasks may still name them. */
export const leavingMembers = async ({ connection, workspaceId }: Session): Promise<readonly string[]> =>
  (await MEMBERS.all(connection, { ws: workspaceId })).map(({ id }) => id);

export function removalStore(session: Session): Stores['removals'] {
  const { connection: on } = session;
  const next = () => NEXT.get(on, { ws: session.workspaceId });
  return {
    next: async () => andThen(next(), decodeOrNull),
    of: async (id) => andThen(BY_ID.get(on, { ws: session.workspaceId, id }), decodeOrNull),
    clear: async (rows, keep = false) => {
      const removal = await next();
      if (!removal) return false;
      if (!(await clearRows(session, removal, rows)) || keep) return true;
      finish(session, removal);
      forget(on, { workspace_id: session.workspaceId, seq: removal.seq });
      return (await next()) !== undefined;
    },
  };
}

const decodeOrNull = (row: Row | undefined): Removal | null =>
  row ? { kind: row.kind as RemovalKind, id: row.id, at: row.at } : null;
