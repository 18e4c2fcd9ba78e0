import type { Actor, Event } from '../events/event.ts';
import type { TaskStatus } from '../tasks/status.ts';

/** An earlier run at a task that ended without a result for review (docs/rules.md, Claims). */
export interface EarlierAttempt {
  /** Who had started the task. */
  readonly by: Actor;
  /** Who ended the attempt: the same, a person, or the service when the lease ran out. */
  readonly endedBy: Actor;
  readonly endedAt: number;
  readonly to: TaskStatus;
  /** The note of a release, the first line of a failed result, or why the service ended it. */
  readonly reason: string | null;
}

/** Log entries of a task that a briefing looks through; a busy task may have older attempts. */
export const EVENTS_LOOKED_THROUGH = 30;
const MAX_ATTEMPTS = 5;

const statusChange = ({ action, changes }: Event) =>
  action === 'transitioned' ? changes.find(({ field }) => field === 'status') : undefined;

/** The attempts that events of one task tell of, newest first as the events are. */
export function attemptsIn(events: readonly Event[]): EarlierAttempt[] {
  const moves = events.flatMap((event) => {
    const change = statusChange(event);
    return change ? [{ event, from: change.oldValue, to: change.newValue as TaskStatus }] : [];
  });
  return moves
    .flatMap(({ event, from, to }, place): EarlierAttempt[] => {
      if (from !== 'in_progress' || (to !== 'todo' && event.reason === null) || to === 'done') return [];
      const started = moves.slice(place + 1).find((move) => move.to === 'in_progress');
      const { actor: endedBy, createdAt: endedAt, reason } = event;
      return [{ by: started?.event.actor ?? endedBy, endedBy, endedAt, to, reason }];
    })
    .slice(0, MAX_ATTEMPTS);
}
