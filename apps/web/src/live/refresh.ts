import type { Event, TaskWithRelations } from '@tandem/client';
import type { Query, QueryClient } from '@tanstack/react-query';
import { refetchQueries } from './refetch.ts';
import { refreshTasks } from './refresh-tasks.ts';

/** Which subjects of the page show something of an entity: the first words of their queries' keys. */
const SHOWN_BY: Readonly<Record<Event['entity']['type'], readonly string[]>> = {
  // Lists of tasks too, but by themselves (refresh-tasks.ts).
  task: ['task', 'inbox', 'notifications', 'projects', 'project', 'agents', 'agent', 'agent-activity'],
  project: ['projects', 'project', 'tasks', 'task', 'initiatives', 'initiative', 'goal'],
  initiative: ['initiatives', 'initiative', 'projects', 'project', 'goals', 'goal'],
  goal: ['goals', 'goal', 'inbox', 'initiative', 'project'],
  agent: ['agents', 'agent', 'agent-activity', 'members', 'inbox'],
  label: ['labels', 'tasks', 'task'],
  comment: ['task'],
  workspace: ['workspace', 'me'],
  member: ['members', 'member', 'me'],
  key: ['keys', 'sessions', 'me'],
  chat: ['chats', 'chat', 'messages', 'turn'],
  webhook: ['webhooks', 'webhook', 'inbox'],
};

/** What happened to one task concerns no other task's page, but those that it is related to. */
const OF_ONE: Readonly<Record<string, string>> = { task: 'task', comment: 'task' };

/** Reads anew what is shown of what has happened; what is not shown is read when it is. */
export function refresh(queries: QueryClient, events: readonly Event[]): void {
  const subjects = new Set<string>();
  const tasks = new Set<unknown>();
  refreshTasks(queries, events);
  for (const event of events) {
    const { entity, related } = event;
    for (const subject of SHOWN_BY[entity.type]) if (subject !== OF_ONE[entity.type]) subjects.add(subject);
    if (OF_ONE[entity.type]) tasks.add(entity.taskNumber);
    if (changesNames(event)) subjects.add('tasks');
    // The other end of a relation that is new to its page.
    if (related?.taskId !== undefined) tasks.add(related.taskId);
  }
  refetchQueries(queries, {
    predicate: (query) => {
      const [subject] = query.queryKey;
      return subjects.has(subject as string) || (subject === 'task' && isOfOne(query, tasks));
    },
  });
}

/** Tasks tell of members by their names, and are nobody's when their member is gone. */
const changesNames = ({ entity, type, changes }: Event): boolean =>
  (entity.type === 'agent' || entity.type === 'member') &&
  (type.endsWith('.deleted') || changes?.some(({ field }) => field === 'name') === true);

/** Whether it is of one of these tasks, or shows one of them as related. */
function isOfOne({ queryKey: [, of, part], state }: Query, tasks: ReadonlySet<unknown>): boolean {
  if (tasks.has(of)) return true;
  const task = part === undefined ? (state.data as TaskWithRelations | undefined) : undefined;
  return (
    tasks.has(task?.id) || task?.relations?.some((relation) => tasks.has(relation.task.taskNumber)) === true
  );
}
