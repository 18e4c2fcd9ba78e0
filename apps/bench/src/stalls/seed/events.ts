import type { Bulk } from './bulk.ts';
import { START } from './texts.ts';

export interface EventTraits {
  readonly actor: string;
  readonly actorType: 'human' | 'agent';
  readonly task: { readonly id: string; readonly title: string };
  /** Claims are shown by no activity. */
  readonly action: 'created' | 'updated' | 'transitioned' | 'claimed' | 'released';
  readonly field?: string;
  readonly oldValue?: string;
  readonly newValue?: string;
  readonly reason?: string;
  readonly at?: number;
}

/** Returns a function that appends task events to the log; it returns the number of each entry. */
export function eventAdder(bulk: Bulk): (traits: EventTraits) => number {
  const insert = bulk.into('events');
  return ({ actor, actorType, task, action, field, oldValue, newValue, reason, at }) => {
    const seq = bulk.nextEvent();
    insert({
      seq,
      id: bulk.newId(),
      actor_type: actorType,
      actor_id: actor,
      actor_name: 'somebody',
      key_owner: null,
      entity_type: 'task',
      entity_id: task.id,
      entity_title: task.title,
      action,
      field: field ?? null,
      old_value: oldValue ?? null,
      new_value: newValue ?? null,
      reason: reason ?? null,
      created_at: at ?? START,
      entries: action === 'claimed' || action === 'released' ? 0 : 1,
    });
    return seq;
  };
}

export interface Notice {
  readonly number: number;
  readonly members: readonly string[];
  readonly actor: string;
  readonly reason?: string;
  readonly at?: number;
}

/** Returns a function that notifies members of a task's move. */
export function notifier(bulk: Bulk): (notice: Notice) => void {
  const insert = bulk.into('notifications');
  const addEvent = eventAdder(bulk);
  return ({ number, members, actor, reason, at }) => {
    const seq = addEvent({
      actor,
      actorType: 'human',
      task: { id: String(number), title: `Task ${number}` },
      action: 'transitioned',
      field: 'status',
      oldValue: 'todo',
      newValue: 'in_progress',
      ...(reason !== undefined && { reason }),
      ...(at !== undefined && { at }),
    });
    for (const member_id of members) insert({ member_id, seq, number, read_at: null });
  };
}
