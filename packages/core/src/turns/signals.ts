import type { Stores } from '../ports.ts';
import type { Turn } from './turn.ts';

/** Raised when a turn ends. */
export const turnTopic = (turnId: string): string => `turn ${turnId}`;

/** Raised when a turn enters an agent's queue. */
export const queueTopic = (agentId: string): string => `queue ${agentId}`;

/** Wakes requests that wait for the end of a turn, or for a turn in the queue. */
export function raiseTurn({ signals }: Pick<Stores, 'signals'>, turn: Turn): void {
  if (turn.status !== 'pending') signals.raise({ topic: turnTopic(turn.id), toOne: false });
  else if (turn.state === 'queued') signals.raise({ topic: queueTopic(turn.agentId), toOne: true });
}
