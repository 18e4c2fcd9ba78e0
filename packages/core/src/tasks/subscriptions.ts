import { Refusal } from '../shared/refusal.ts';

/** Limits the notifications that one transition writes in a single unit of work. */
export const MAX_SUBSCRIBERS = 5_000;

export const tooManySubscribers = () =>
  new Refusal(
    'LIMIT_REACHED',
    `A task can have at most ${MAX_SUBSCRIBERS} subscribers. Read its activity instead, or wait until others unsubscribe.`,
    { details: { limit: MAX_SUBSCRIBERS } },
  );
