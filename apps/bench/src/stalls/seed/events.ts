import type { Bulk } from './bulk.ts';
import { START } from './texts.ts';

export interface EventTraits {
  readonly actor: string;
  readonly actorType: 'human' | 'agent';
  readonly task: { readonly id: string; readonly title: string };
  /** Claims are not shown in any activity. */
  readonly action: 'created' | 'updated' | 'transitioned' | 'claimed' | 'released';
  readonly field?: string;
  readonly oldValue?: string;
  readonly newValue?: string;
  readonly reason?: string | undefined;
  readonly at?: number | undefined;
}

/** Appends an event of a task, and returns its number. */
export function addEvent(bulk: Bulk, event: EventTraits): number {
  const seq = bulk.nextEvent();
  bulk.add('events', {
    seq,
    actor_type: event.actorType,
    actor_id: event.actor,
    entity_type: 'task',
    entity_id: event.task.id,
    entity_title: event.task.title,
    action: event.action,
    field: event.field ?? null,
    old_value: event.oldValue ?? null,
    new_value: event.newValue ?? null,
    reason: event.reason ?? null,
    created_at: event.at ?? START,
    entries: event.action === 'claimed' || event.action === 'released' ? 0 : 1,
  });
  return seq;
}

export interface Notice {
  readonly number: number;
  readonly members: readonly string[];
  readonly actor: string;
  readonly reason?: string;
  readonly at?: number;
}

/** Notifies members of a task's move. */
export function notify(bulk: Bulk, { number, members, actor, reason, at }: Notice): void {
  const task = { id: String(number), title: `Task ${number}` };
  const move = { field: 'status', oldValue: 'todo', newValue: 'in_progress' };
  const seq = addEvent(bulk, {
    actor,
    actorType: 'human',
    task,
    action: 'transitioned',
    ...move,
    reason,
    at,
  });
  for (const member_id of members) bulk.add('notifications', { member_id, seq, number });
}
