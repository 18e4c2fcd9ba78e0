import type { Event, EventType } from '@tandem/client';
import type { QueryClient } from '@tanstack/react-query';
import { isClosed } from '../../api/is-closed.ts';
import { isTandemError, tandem } from '../../api/tandem.ts';
import { afterFetching, refetchQueries } from '../../live/refetch.ts';
import { pageState } from '../../state/page-state.ts';
import { changeUnderWay } from './change.ts';
import { hideTask, newestInLists, refetchRanked, showTask } from './task-cache.ts';

const LISTS = { queryKey: ['tasks'] };

/** The maximum number of changed tasks to read one by one; above it, reading the lists is cheaper. */
const MAX_READ = 20;

/** Task events that don't affect lists. */
const UNSEEN: ReadonlySet<EventType> = new Set<EventType>([
  'task.commented',
  'task.subscribed',
  'task.unsubscribed',
  'task.attached',
  'task.detached',
]);

/** Events whose effect the response to the change already contains. */
const ANSWERED: ReadonlySet<EventType> = new Set<EventType>([
  'task.created',
  'task.updated',
  'task.transitioned',
  'task.archived',
  'task.unarchived',
]);

/** Events that don't name the other tasks that they unblock. */
const FREES_OTHERS: ReadonlySet<EventType> = new Set<EventType>(['task.deleted', 'task.unrelated']);

/**
 * Updates the lists of tasks after events: changed tasks are read one by one and put into the lists. Reading all
 * pages of all columns for each event would overload the browser and the server.
 */
export function refreshTasks(queries: QueryClient, events: readonly Event[], isRepeated = false): void {
  const seen = events.filter(({ entity, type }) => entity.type === 'task' && !UNSEEN.has(type));
  /** Whether the parent of a changed task has to be read as well, because it counts its sub-tasks. */
  const ids = new Map<number | string, boolean>();
  let isUnclear = false;
  if (seen.some(({ type }) => type === 'task.ranked')) refetchRanked(queries);
  for (const event of seen) {
    const { type, entity, related, changes } = event;
    if (type === 'task.ranked') continue;
    const change = changeUnderWay(entity.taskNumber);
    if (change) {
      // The response to this browser's own change may be older or newer than the event: compare them when it
      // arrives.
      const again = () => refreshTasks(queries, [event]);
      change.then(again, again);
      continue;
    }
    if (FREES_OTHERS.has(type)) isUnclear = true;
    const isCounted = COUNTED.has(type) || opensOrCloses(changes);
    const known = entity.taskNumber === undefined ? undefined : newestInLists(queries, entity.taskNumber);
    if (isCounted && known?.parent) ids.set(known.parent.taskNumber, false);
    if (type === 'task.deleted' && entity.taskNumber !== undefined) hideTask(queries, entity.taskNumber);
    else if (entity.taskNumber !== undefined && !showKnown(queries, event))
      ids.set(entity.taskNumber, isCounted && !known);
    if (type === 'task.related' && related?.taskId !== undefined) ids.set(related.taskId, false);
    for (const parent of parentsIn(changes)) ids.set(parent, false);
    if (opensOrCloses(changes)) void refreshBlocked(queries, entity.taskNumber);
  }
  if (isUnclear || ids.size > MAX_READ) {
    refetchQueries(queries, LISTS);
    // Pages of tasks count their sub-tasks.
    refetchQueries(queries, { queryKey: ['task'] });
    return;
  }
  for (const [id, withParent] of ids) void read(queries, id, withParent);
  // A list being read may be older than the events and would overwrite their changes.
  if (seen.length > 0 && !isRepeated) afterFetching(queries, LISTS, () => refreshTasks(queries, seen, true));
}

/**
 * Updates every list to the newest version that any of them holds, if that version includes the event. Returns false
 * if the task has to be read. One current list proves nothing about the others, because they are read by separate
 * requests.
 */
function showKnown(queries: QueryClient, { type, entity, at }: Event): boolean {
  if (entity.taskNumber === undefined) return true;
  const task = ANSWERED.has(type) && newestInLists(queries, entity.taskNumber);
  if (!task || task.updatedAt < at) return false;
  showTask(queries, task);
  return true;
}

const opensOrCloses = (changes: Event['changes']): boolean =>
  changes?.some(({ field, from, to }) => field === 'status' && isClosed(from) !== isClosed(to)) === true;

/** Events after which the parent counts its sub-tasks differently, besides those that open or close a task. */
const COUNTED: ReadonlySet<EventType> = new Set<EventType>([
  'task.created',
  'task.archived',
  'task.unarchived',
  'task.deleted',
]);

/** The parents that a task has left and joined. */
const parentsIn = (changes: Event['changes']): readonly number[] =>
  (changes ?? []).flatMap(({ field, from, to }) =>
    field === 'parent' ? [from, to].flatMap((number) => (number ? [Number(number)] : [])) : [],
  );

/** Readings in progress by task; true if the task must be read once more because of a later event. */
const reading = pageState(() => new Map<number | string, boolean>());

async function read(queries: QueryClient, id: number | string, withParent = false): Promise<void> {
  if (reading.get().has(id)) {
    reading.get().set(id, true);
    return;
  }
  do {
    reading.get().set(id, false);
    try {
      const task = await tandem.tasks.get(id);
      if (withParent && task.parent) void read(queries, task.parent.taskNumber);
      const change = changeUnderWay(task.taskNumber);
      if (change) {
        // A change sent since may have been made before or after this reading.
        await change.catch(() => undefined);
        reading.get().set(id, true);
      } else showTask(queries, task);
    } catch (error) {
      if (!isTandemError(error) || error.status !== 404) refetchQueries(queries, LISTS);
      else if (typeof id === 'number') hideTask(queries, id);
    }
  } while (reading.get().get(id));
  reading.get().delete(id);
}

/** Reads the tasks that a task blocks, or blocks again. */
async function refreshBlocked(queries: QueryClient, taskNumber: number | undefined): Promise<void> {
  if (taskNumber === undefined) return;
  const task = await tandem.tasks.get(taskNumber).catch(() => null);
  const blocked = task?.relations.filter(({ type }) => type === 'blocks') ?? [];
  if (blocked.length > MAX_READ) refetchQueries(queries, LISTS);
  else for (const relation of blocked) void read(queries, relation.task.taskNumber);
}
