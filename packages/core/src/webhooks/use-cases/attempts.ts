import type { Event } from '../../events/event.ts';
import type { Ports, Stores } from '../../ports.ts';
import type { AttemptOutcome } from '../attempt.ts';
import { ATTEMPT_LEASE_MS, afterAttempt, type Delivery, freeAttempts } from '../delivery.ts';
import { messageOf, testMessage } from '../message.ts';
import type { WebhookSender } from '../sender.ts';
import { afterOutcome, disabledAfter, receivesOnlyTests, secretsAt, type Webhook } from '../webhook.ts';
import { creatorIsAdmin, webhookDisabler } from './disabling.ts';

/** An attempt to make. */
interface Due {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
  readonly message: string;
}

/** Attempts due deliveries. Aborting `stopping` ends running attempts; `ended` is called after each. */
export function deliveryAttempts(ports: Ports, stopping: AbortSignal, ended: (workspaceId: string) => void) {
  const { storage, clock } = ports;
  const disable = webhookDisabler(ports);
  const underWay = new Map<string, Set<Promise<void>>>();

  /** Reserves due deliveries, so that no other process attempts them. */
  const take = (workspaceId: string, id: string, atMost: number): Promise<readonly Due[]> =>
    storage.write(workspaceId, async (stores) => {
      const webhook = await stores.webhooks.byId(id);
      if (!webhook || (webhook.enabled && !(await creatorIsAdmin(stores, webhook)))) return [];
      const now = clock();
      const due: Due[] = [];
      const testsAlone = receivesOnlyTests(webhook, now);
      for (const delivery of await stores.deliveries.due(id, now, atMost, testsAlone)) {
        const message = await messageFor(stores, delivery);
        if (message === null) {
          await stores.deliveries.update({
            ...delivery,
            status: 'given_up',
            nextAt: null,
            answer: 'The event is no longer stored.',
          });
          continue;
        }
        await stores.deliveries.update({ ...delivery, nextAt: now + ATTEMPT_LEASE_MS });
        due.push({ webhook, delivery, message });
      }
      return due;
    });

  /** Saves the outcome of an attempt and its consequences for the webhook. */
  const settle = (
    workspaceId: string,
    { webhook: { id, url, notBefore }, delivery }: Due,
    outcome: AttemptOutcome,
  ): Promise<void> =>
    storage.write(workspaceId, async (stores) => {
      const webhook = await stores.webhooks.byId(id);
      const current = await stores.deliveries.byId(id, delivery.id);
      if (!webhook || !current) return;
      const now = clock();
      // A requested repeat has been delivered meanwhile.
      if (!outcome.ok && current.status === 'delivered') return;
      await stores.deliveries.update(afterAttempt(current, outcome, now));
      // The outcome at another address does not count for this one.
      if (webhook.url !== url) return;
      const after = afterOutcome(webhook, { ...delivery, waitedFor: notBefore }, outcome, now);
      if (after !== webhook) await stores.webhooks.update(after);
      const reason = webhook.enabled ? disabledAfter(after, outcome, now) : null;
      if (reason) await disable(stores, workspaceId, after, reason);
    });

  /** Makes the delivery due at once, for the next process. */
  const giveBack = (workspaceId: string, { delivery }: Due): Promise<void> =>
    storage.write(workspaceId, async ({ deliveries }) => {
      const current = await deliveries.byId(delivery.webhookId, delivery.id);
      if (current && current.nextAt !== null) await deliveries.update({ ...current, nextAt: clock() });
    });

  const attempt = async (sender: WebhookSender, workspaceId: string, due: Due): Promise<void> => {
    const { webhook, delivery, message } = due;
    const timestamp = clock();
    const outcome = await sender.send(
      {
        url: webhook.url,
        id: delivery.messageId,
        timestamp,
        body: message,
        secrets: secretsAt(webhook, timestamp),
      },
      stopping,
    );
    if (stopping.aborted && !outcome.ok) await giveBack(workspaceId, due);
    else await settle(workspaceId, due, outcome);
  };

  /** Starts as many attempts as the endpoint allows. */
  const launch = async (sender: WebhookSender, workspaceId: string, webhook: Webhook): Promise<void> => {
    const { id } = webhook;
    const running = underWay.get(id) ?? new Set();
    const free = freeAttempts(running.size);
    if (free === 0 || stopping.aborted) return;
    const testsAlone = receivesOnlyTests(webhook, clock());
    const nextDue = await storage.read(workspaceId, ({ deliveries }) => deliveries.nextDue(id, testsAlone));
    if (nextDue === null || nextDue > clock()) return;
    const dues = await take(workspaceId, id, free);
    for (const due of dues) {
      underWay.set(id, running);
      const run: Promise<void> = attempt(sender, workspaceId, due)
        // The storage is unreachable: the deliveries are attempted again when their reservation ends.
        .catch(() => undefined)
        .then(() => {
          running.delete(run);
          if (running.size === 0) underWay.delete(id);
          ended(workspaceId);
        });
      running.add(run);
    }
  };

  return {
    launch,
    /** Resolves when no attempt is running. */
    settled: async (): Promise<void> => {
      await Promise.all([...underWay.values()].flatMap((running) => [...running]));
    },
  };
}

/** null when the event is no longer stored. */
async function messageFor({ events }: Stores, delivery: Delivery): Promise<string | null> {
  if (delivery.seq === null) return testMessage(delivery);
  const { events: found } = await events.after(delivery.seq - 1, 1);
  const event: Event | undefined = found[0];
  return event?.seq === delivery.seq ? messageOf(event) : null;
}
