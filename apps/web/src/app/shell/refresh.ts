import type { Event, TaskWithRelations } from '@tandem/client';
import type { Query, QueryClient } from '@tanstack/react-query';
import { refreshTasks } from '../../features/tasks/refresh-tasks.ts';
import { isOfVerification, refreshVerifications } from '../../features/tasks/refresh-verifications.ts';
import { refetchQueries } from '../../live/refetch.ts';

/** The subjects that show data of an entity: the first words of query keys. */
const SHOWN_BY: Readonly<Record<Event['entity']['type'], readonly string[]>> = {
  // Lists of tasks are refreshed separately (refresh-tasks.ts).
  task: [
    'task',
    'task-counts',
    'inbox',
    'notifications',
    'projects',
    'project',
    'agents',
    'agent',
    'agent-activity',
  ],
  project: ['projects', 'project', 'tasks', 'task-counts', 'task', 'initiatives', 'initiative', 'goal'],
  initiative: ['initiatives', 'initiative', 'projects', 'project', 'goals', 'goal'],
  goal: ['goals', 'goal', 'inbox', 'initiative', 'project'],
  agent: ['agents', 'agent', 'agent-activity', 'members', 'inbox'],
  label: ['labels', 'tasks', 'task-counts', 'task'],
  comment: ['task'],
  workspace: ['workspace', 'me'],
  member: ['members', 'member', 'me'],
  key: ['keys', 'sessions', 'members', 'me'],
  chat: ['chats', 'chat', 'messages', 'turn'],
  webhook: ['webhooks', 'webhook', 'inbox'],
  import: [],
};

/**
 * The subject with a query per task, by type of entity: an event concerns only the pages of its task and of related
 * tasks.
 */
const PER_TASK: Readonly<Record<string, string>> = { task: 'task', comment: 'task' };

/** Reads the visible queries that the events affect; others are read when they are next shown. */
export function refresh(queries: QueryClient, all: readonly Event[]): void {
  refreshVerifications(queries, all);
  const events = all.filter((event) => !isOfVerification(event));
  const subjects = new Set<string>();
  const tasks = new Set<unknown>();
  refreshTasks(queries, events);
  for (const event of events) {
    const { entity, related } = event;
    for (const subject of SHOWN_BY[entity.type]) if (subject !== PER_TASK[entity.type]) subjects.add(subject);
    if (PER_TASK[entity.type]) tasks.add(entity.taskNumber);
    if (changesNames(event)) subjects.add('tasks');
    // The workspace counts reviews without the required proof.
    if (event.type === 'task.reviewed') subjects.add('workspace');
    // The other task of a new relation, whose page doesn't know it yet.
    if (related?.taskId !== undefined) tasks.add(related.taskId);
  }
  refetchQueries(queries, {
    predicate: (query) => {
      const [subject] = query.queryKey;
      return subjects.has(subject as string) || (subject === 'task' && concernsTask(query, tasks));
    },
  });
}

/** Tasks refer to members by name, and are unassigned when their member is removed. */
const changesNames = ({ entity, type, changes }: Event): boolean =>
  (entity.type === 'agent' || entity.type === 'member') &&
  (type.endsWith('.deleted') || changes?.some(({ field }) => field === 'name') === true);

/** Returns whether a query belongs to one of these tasks or shows one of them as related. */
function concernsTask({ queryKey: [, of, part], state }: Query, tasks: ReadonlySet<unknown>): boolean {
  if (tasks.has(of)) return true;
  const task = part === undefined ? (state.data as TaskWithRelations | undefined) : undefined;
  return (
    tasks.has(task?.id) ||
    tasks.has(task?.parent?.taskNumber) ||
    task?.relations?.some((relation) => tasks.has(relation.task.taskNumber)) === true
  );
}
