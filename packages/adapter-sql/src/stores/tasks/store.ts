import type { ChildCounts, Label, Stores, Task, TaskWork, WaitingFor } from '@tandem/core';
import {
  decodePosition,
  encodePosition,
  isOpen,
  LABEL_COLORS,
  metadataText,
  NEWEST_FIRST,
  NO_CHILDREN,
  NO_METADATA,
  NO_WORK,
} from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { recount } from '../../counting.ts';
import { indexedBy } from '../../dialect.ts';
import { entityOf, readersOf } from '../../entity.ts';
import { decodeExternalId, externalIdColumns } from '../../external-id.ts';
import { removeFilterRows, updateFilterRows } from '../../filter-rows.ts';
import { query } from '../../query.ts';
import { type BadRowListener, reading, readPage } from '../../reading.ts';
import { deleteFrom, insertInto, updateRow } from '../../rows.ts';
import { scanOf } from '../../scan.ts';
import type { Session } from '../../session.ts';
import { decodeClaim } from '../claims/view.ts';
import { remove } from '../removals/store.ts';
import { indexTask, reindexTask, unindexTask } from '../search/index-updates.ts';
import { metadataEntry } from './conditions.ts';
import { taskCounts } from './counts.ts';
import { taskList } from './list.ts';
import { positionOf } from './segments.ts';
import { tasks } from './tables.ts';
import { updateBlocked, updateTree } from './tree.ts';
import { TASK_JOINS, TASK_VIEW, type TaskView, taskView } from './view.ts';

const BY_NUMBER = query(
  (p: { ws: string; number: number }) => sql<TaskView>`
    SELECT ${TASK_VIEW} FROM tasks t ${TASK_JOINS} WHERE t.workspace_id = ${p.ws} AND t.number = ${p.number}
      AND t.archived < 2`,
  taskView,
);
const BY_ID = query(
  (p: { ws: string; id: string }) => sql<TaskView>`
    SELECT ${TASK_VIEW} FROM tasks t ${TASK_JOINS} WHERE t.workspace_id = ${p.ws} AND t.id = ${p.id}
      AND t.archived < 2`,
  taskView,
);
const BY_EXTERNAL_ID = query(
  (p: { ws: string; key: string }) => sql<TaskView>`
    SELECT ${TASK_VIEW} FROM tasks t ${TASK_JOINS} WHERE t.workspace_id = ${p.ws} AND t.external_id = ${p.key}
      AND t.archived < 2`,
  taskView,
);
const insert = insertInto('tasks');
const update = updateRow('tasks', ['workspace_id', 'number']);
const addTag = insertInto('task_tags');
const clearTags = deleteFrom('task_tags', ['workspace_id', 'number']);
const addLabel = insertInto('task_labels');
const clearLabels = deleteFrom('task_labels', ['workspace_id', 'number']);
const addMetadata = insertInto('task_metadata');
const clearMetadata = deleteFrom('task_metadata', ['workspace_id', 'number']);
const clearRelationsFrom = deleteFrom('relations', ['workspace_id', 'from_number']);
const clearRelationsTo = deleteFrom('relations', ['workspace_id', 'to_number']);
const MARK_REMOVED = query(
  (p: { ws: string; number: number }) => sql`
    UPDATE tasks SET archived = 2, external_id = NULL, external_url = NULL
    WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
);

const IN_BACKLOG = query(
  (p: { ws: string; creatorId: string; atMost: number }) => sql<{ n: number }>`
    SELECT count(*) AS n FROM (
      SELECT 1 FROM tasks ${indexedBy('tasks_by_creator')}
      WHERE workspace_id = ${p.ws} AND creator_id = ${p.creatorId} AND archived = 0 AND status = 'backlog'
      LIMIT ${p.atMost}) page`,
);

export function taskStore(session: Session): Stores['tasks'] {
  const { connection: on } = session;
  const at = (number: number) => ({ ws: session.workspaceId, number });
  const key = (number: number) => ({ workspace_id: session.workspaceId, number });

  const addTags = (task: Task) => {
    for (const tag of task.tags) addTag(on, { tag, ...filterColumns(session, task) });
  };
  const addLabels = (task: Task) => {
    for (const { id } of task.labels) addLabel(on, { label_id: id, ...filterColumns(session, task) });
  };

  const addEntries = (task: Task) => {
    for (const [key, value] of Object.entries(task.metadata))
      addMetadata(on, { entry: metadataEntry(key, value), ...filterColumns(session, task) });
  };

  const { one, all } = readingTasks(session.reportBadRow);

  return {
    nextNumber: async () => session.next('task'),
    reserveNumber: async (number) => session.reserve('task', number),
    insert: async (task) => {
      insert(on, encodeNew(session.workspaceId, task, task.fromImport ? NEW_IMPORTED : NEW));
      updateTree(on, session.workspaceId, task, null);
      addTags(task);
      addLabels(task);
      addEntries(task);
      indexTask(session, task.taskNumber, task);
    },
    update: async (after, before) => {
      const row = encode(session.workspaceId, before);
      const stored = closesUnassigned(after, before) ? { ...row, assignee_id: '' } : row;
      const changed = update(on, encode(session.workspaceId, after), stored);
      reindexTask(session, after.taskNumber, after, before);
      updateFilterRows(on, session.workspaceId, after, before);
      if (isOpen(before.status) !== isOpen(after.status))
        updateBlocked(on, at(after.taskNumber), isOpen(after.status) ? 1 : -1);
      updateTree(on, session.workspaceId, after, before);
      if (changed.includes('tags')) {
        clearTags(on, key(after.taskNumber));
        addTags(after);
      }
      if (changed.includes('metadata')) {
        clearMetadata(on, key(after.taskNumber));
        addEntries(after);
      }
      if (labelIds(after) !== labelIds(before)) {
        clearLabels(on, key(after.taskNumber));
        addLabels(after);
      }
    },
    delete: async (task) => {
      const { id, taskNumber, status } = task;
      if (isOpen(status)) updateBlocked(on, at(taskNumber), -1);
      updateTree(on, session.workspaceId, null, task);
      // The relations also appear on the other tasks.
      clearRelationsFrom(on, { workspace_id: session.workspaceId, from_number: taskNumber });
      clearRelationsTo(on, { workspace_id: session.workspaceId, to_number: taskNumber });
      recount(on, 'tasks', { after: key(taskNumber) }, () => MARK_REMOVED.run(on, at(taskNumber)));
      removeFilterRows(on, at(taskNumber));
      unindexTask(session, taskNumber);
      await remove(session, 'task', id, { number: taskNumber });
    },
    countInBacklog: async (creatorId, atMost) =>
      andThen(IN_BACKLOG.get(on, { ws: session.workspaceId, creatorId, atMost }), (row) => row?.n ?? 0),
    byNumber: async (number) => andThen(BY_NUMBER.get(on, { ws: session.workspaceId, number }), one),
    byId: async (id) => andThen(BY_ID.get(on, { ws: session.workspaceId, id }), one),
    byExternalId: async (externalKey) =>
      andThen(BY_EXTERNAL_ID.get(on, { ws: session.workspaceId, key: externalKey }), one),
    list: async (filter, { limit, after }, order = NEWEST_FIRST) => {
      const from = decodePosition(order, after);
      const { rows, next } = await taskList(session, filter, order, limit, from);
      const position = (row: TaskView) => encodePosition(order, positionOf(order, row));
      const page = readPage({ rows, cut: false }, rows.length, position, { all });
      return { ...page, next: next && encodePosition(order, next) };
    },
    counts: (filter) => taskCounts(session, filter),
  };
}

/** The columns that no task sets itself. */
const NEW = {
  open_blockers: 0,
  open_children: 0,
  done_children: 0,
  canceled_children: 0,
  held: 0,
  usage: null,
  rank: null,
};
const NEW_IMPORTED = { ...NEW, held: 1 };

/** The row may still name a removed member, which a closed task would show, so it must be rewritten. */
const closesUnassigned = (after: Task, before: Task) =>
  after.assignee === null && isOpen(before.status) && !isOpen(after.status);

const labelIds = (task: Task) => task.labels.map(({ id }) => id).join();

const filterColumns = (session: Session, task: Task) => ({
  workspace_id: session.workspaceId,
  archived: Number(task.archived),
  status: task.status,
  number: task.taskNumber,
});

const { encode, encodeNew, decode } = entityOf<Task, TaskView>()(tasks, {
  unsaved: ['open_blockers', 'open_children', 'done_children', 'canceled_children', 'held', 'usage', 'rank'],
  columns: {
    number: (task) => task.taskNumber,
    assignee_id: (task) => task.assignee?.id ?? null,
    project_id: (task) => task.project?.id ?? null,
    attempts: ({ work }) => work.attempts,
    failures: ({ work }) => work.failures,
    not_before: ({ work }) => work.notBefore,
    back_to: ({ work }) => work.backTo,
    touched_at: ({ work }) => work.touchedAt,
    started_at: ({ work }) => work.startedAt,
    // Updates leave it as it is: they write only what differs.
    from_import: ({ fromImport }) => (fromImport ? 2 : 0),
    ...externalIdColumns,
    metadata: ({ metadata }) => metadataText(metadata),
    parent_number: ({ parent }) => parent?.taskNumber ?? null,
    woken_by: ({ work }) => work.wokenBy,
  },
  fields: {
    taskNumber: (row) => row.number,
    assignee: (row) =>
      row.assignee_id === null || row.assignee_name === null
        ? null
        : { id: row.assignee_id, name: row.assignee_name },
    project: (row) =>
      row.project_id === null || row.project_title === null
        ? null
        : { id: row.project_id, title: row.project_title },
    externalId: decodeExternalId,
    metadata: (row) => (row.metadata === null ? NO_METADATA : (read.metadata(row) ?? NO_METADATA)),
    labels: ({ labels }) => (labels === null ? [] : decodeLabels(labels)),
    blocked: (row) => row.open_blockers > 0,
    parent: (row) =>
      row.parent_number === null || row.parent_id === null || row.parent_title === null
        ? null
        : { id: row.parent_id, taskNumber: row.parent_number, title: row.parent_title },
    children: decodeChildren,
    held: (row) => row.held === 1,
    fromImport: (row) => row.from_import > 0,
    rank: ({ rank }) => rank,
    work: (row) => (hasWork(row) ? decodeWork(row) : NO_WORK),
    claim: (row) => (row.claim === null ? null : decodeClaim(row.claim)),
    waitingFor: (row) => (row.status === 'waiting' ? decodeWaiting(row) : null),
  },
});

/** For other stores that read tasks through `TASK_VIEW`. */
export const readingTasks = (report: BadRowListener) =>
  reading(report, 'tasks', ({ number }: TaskView) => number, decode);

const hasWork = (row: TaskView) =>
  row.started_at !== null ||
  row.touched_at !== null ||
  row.attempts !== 0 ||
  row.failures !== 0 ||
  row.not_before !== null ||
  row.back_to !== null ||
  row.woken_by !== null;

const read = readersOf(tasks);

const decodeWork = (row: TaskView): TaskWork => ({
  attempts: read.attempts(row),
  failures: read.failures(row),
  notBefore: read.not_before(row),
  backTo: row.back_to,
  touchedAt: read.touched_at(row),
  startedAt: read.started_at(row),
  wokenBy: read.woken_by(row),
});

function decodeChildren({
  open_children: open,
  done_children: done,
  canceled_children: canceled,
}: TaskView): ChildCounts {
  const total = open + done + canceled;
  return total === 0 ? NO_CHILDREN : { total, open, done, canceled };
}

/** A task that has waited since before reasons were recorded has only the time of its last change. */
const decodeWaiting = (row: TaskView): WaitingFor => {
  const waits = read.waiting_for(row);
  if (!waits)
    return { kind: 'other', who: null, what: 'Waiting without a stated reason.', since: row.updated_at };
  if (!waits.who) return waits;
  const { waiting_who_id: id, waiting_who: name } = row;
  return { ...waits, who: id === null || name === null ? null : { id, name } };
};

const COLORS: ReadonlySet<string> = new Set(LABEL_COLORS);

/** An unreadable label is omitted so that its tasks stay readable. */
const decodeLabels = (json: string): Label[] =>
  (JSON.parse(json) as [string, string, Label['color']][])
    .filter(([, , color]) => COLORS.has(color))
    .map(([id, name, color]) => ({ id, name, color }));

export const scanTasks = scanOf<TaskView, Task>({
  table: 'tasks',
  select: sql`SELECT ${TASK_VIEW} FROM tasks t ${TASK_JOINS}`,
  alias: 't',
  key: { number: -1 },
  where: sql`AND t.archived < 2`,
  make: taskView,
  decode,
});
