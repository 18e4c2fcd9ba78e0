import { Refusal } from '../shared/refusal.ts';

/** Members that hear of one task: a transition writes a notification for each, in one unit of work. */
export const MAX_SUBSCRIBERS = 5_000;

export const tooManySubscribers = () =>
  new Refusal(
    'LIMIT_REACHED',
    `A task may have at most ${MAX_SUBSCRIBERS} subscribers. Read its activity instead, or wait until others unsubscribe.`,
    { details: { limit: MAX_SUBSCRIBERS } },
  );
