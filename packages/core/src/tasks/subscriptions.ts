import { Refusal } from '../shared/refusal.ts';

/** Limits the notifications that one transition writes in a single unit of work. */
export const MAX_SUBSCRIBERS = 5_000;

/** Whether a task with this many subscribers accepts no more. */
export const isFull = (subscribers: number): boolean => subscribers >= MAX_SUBSCRIBERS;

/** 409 LIMIT_REACHED when a member could not be subscribed, because the task is full. */
export function checkSubscribed(subscribed: boolean): void {
  if (subscribed) return;
  throw new Refusal(
    'LIMIT_REACHED',
    `A task can have at most ${MAX_SUBSCRIBERS} subscribers. Read its activity instead, or wait until others unsubscribe.`,
    { details: { limit: MAX_SUBSCRIBERS } },
  );
}
