import type { Event } from '@tandem/client';
import type { QueryClient } from '@tanstack/react-query';

/** Which subjects of the page show something of an entity: the first words of their queries' keys. */
const SHOWN_BY: Readonly<Record<Event['entity']['type'], readonly string[]>> = {
  task: [
    'tasks',
    'task',
    'inbox',
    'notifications',
    'projects',
    'project',
    'agents',
    'agent',
    'agent-activity',
  ],
  project: ['projects', 'project', 'tasks', 'task', 'initiative', 'goal'],
  initiative: ['initiatives', 'initiative', 'project', 'goals', 'goal'],
  goal: ['goals', 'goal', 'inbox', 'initiative', 'project'],
  agent: ['agents', 'agent', 'agent-activity', 'tasks', 'inbox'],
  label: ['labels', 'tasks', 'task'],
  comment: ['task'],
  workspace: ['workspace', 'me'],
  member: ['members', 'member', 'me'],
  key: ['keys', 'sessions', 'me'],
  chat: ['chats', 'chat', 'messages', 'turn'],
  webhook: ['webhooks', 'webhook', 'inbox'],
};

/** What happened to one task concerns no other task's page. */
const OF_ONE: Readonly<Record<string, string>> = { task: 'task', comment: 'task' };

/** Reads anew what is shown of what has happened; what is not shown is read when it is. */
export function refresh(queries: QueryClient, events: readonly Event[]): void {
  const subjects = new Set<string>();
  const tasks = new Set<number>();
  for (const { entity } of events) {
    for (const subject of SHOWN_BY[entity.type]) if (subject !== OF_ONE[entity.type]) subjects.add(subject);
    if (OF_ONE[entity.type] && entity.taskNumber !== undefined) tasks.add(entity.taskNumber);
  }
  void queries.invalidateQueries({
    predicate: ({ queryKey: [subject, of] }) =>
      subject === 'task' && !subjects.has('task') ? tasks.has(of as number) : subjects.has(subject as string),
  });
}
