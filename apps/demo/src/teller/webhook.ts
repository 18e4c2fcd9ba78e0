import { randomBytes } from 'node:crypto';
import type { AttemptOutcome, WebhookSender } from '@tandem/core';
import { HOST } from '../story/team.ts';
import type { Calendar } from './calendar.ts';
import { callerOf, type Step, type World } from './world.ts';

const MINUTE_MS = 60_000;
const HOOK = {
  url: 'https://chat.linden-library.example/hooks/goals',
  types: ['goal.verified'],
  description: 'Posts the progress of goals to the branches’ channel.',
};

/** A simulated endpoint that accepts deliveries until a given day and is down from then on. Nothing is sent. */
export const webhookSender = (clock: () => number, { at }: Calendar): WebhookSender => ({
  send: async (): Promise<AttemptOutcome> =>
    clock() < at('9d 08:00')
      ? { ok: true, code: 200, durationMs: 84, answer: 'ok', retryAfterMs: null }
      : {
          ok: false,
          code: 503,
          durationMs: 212,
          answer: 'This service has moved. Ask the town’s IT for the new address.',
          retryAfterMs: null,
        },
  checkUrl: () => undefined,
  newSecret: () => `whsec_${randomBytes(32).toString('base64')}`,
  close: async () => undefined,
});

/** A webhook that works for a while and is disabled after five days of failures. */
export function webhookSteps({ at }: Calendar, workspaceId: string): Step[] {
  const deliver = (world: World) => deliverIn(world, workspaceId);
  const created: Step = {
    at: at('30d 10:00'),
    happens: (world) => world.tandem.webhooks.create(callerOf(world, HOST.name), HOOK),
  };
  const sent = [29, 28, 26, 24, 21, 20, 19, 18, 16, 15, 14, 12, 11, 9, 8, 7, 2].flatMap((day) => [
    { at: at(`${day}d 16:10`), happens: deliver },
    { at: at(`${day}d 16:10`) + 10 * MINUTE_MS, happens: deliver },
  ]);
  return [created, ...sent];
}

/** Delivers due events, and resolves when the outcomes are known. */
async function deliverIn({ tandem, storage }: World, workspaceId: string): Promise<void> {
  await tandem.webhooks.deliver();
  // The attempts have finished by then, so later writes come after their outcomes.
  await new Promise(setImmediate);
  await storage.write(workspaceId, async () => undefined);
}
