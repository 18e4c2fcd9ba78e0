import type { Actor, Event } from '../events/event.ts';
import type { TaskStatus } from './status.ts';

/** An earlier run at a task that ended without a result for review (docs/rules.md, Claims). */
export interface EarlierAttempt {
  /** The actor that started the task. */
  readonly by: Actor;
  /** The agent itself, a person, or the system when the lease expired. */
  readonly endedBy: Actor;
  readonly endedAt: number;
  readonly to: TaskStatus;
  /** The note of a release, the first line of a failed result, or the system's reason for ending the attempt. */
  readonly reason: string | null;
}

/** Events of a task that a briefing reads; older attempts of a busy task are not found. */
export const EVENTS_LOOKED_THROUGH = 30;
const MAX_ATTEMPTS = 5;

const statusChange = ({ action, changes }: Event) =>
  action === 'transitioned' ? changes.find(({ field }) => field === 'status') : undefined;

/** The attempts recorded in the events of one task; both newest first. */
export function attemptsIn(events: readonly Event[]): EarlierAttempt[] {
  const moves = events.flatMap((event) => {
    const change = statusChange(event);
    return change ? [{ event, from: change.oldValue, to: change.newValue as TaskStatus }] : [];
  });
  return moves
    .flatMap(({ event, from, to }, index): EarlierAttempt[] => {
      if (from !== 'in_progress' || (to !== 'todo' && event.reason === null) || to === 'done') return [];
      const started = moves.slice(index + 1).find((move) => move.to === 'in_progress');
      const { actor: endedBy, createdAt: endedAt, reason } = event;
      return [{ by: started?.event.actor ?? endedBy, endedBy, endedAt, to, reason }];
    })
    .slice(0, MAX_ATTEMPTS);
}
