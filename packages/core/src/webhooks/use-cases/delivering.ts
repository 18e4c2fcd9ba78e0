import type { Event } from '../../events/event.ts';
import { eventFilter } from '../../events/filter.ts';
import { eventsTopic } from '../../events/signals.ts';
import { eventTypeOf } from '../../events/types.ts';
import { FOR_WEBHOOKS } from '../../events/visible.ts';
import type { Ports, Stores } from '../../ports.ts';
import type { Sharing } from '../../shared/sharing.ts';
import { isEverything } from '../../shared/signals.ts';
import type { AttemptOutcome } from '../attempt.ts';
import { ATTEMPT_LEASE_MS, afterAttempt, type Delivery, UNTRIED } from '../delivery.ts';
import { messageOf, testMessage } from '../message.ts';
import type { WebhookSender } from '../sender.ts';
import { webhooksTopic } from '../signals.ts';
import { afterOutcome, FAILING_MS, secretsAt, type Webhook } from '../webhook.ts';
import { creatorIsAdmin, webhookDisabler } from './disabling.ts';

/** Concurrent attempts per endpoint. */
const AT_A_TIME = 4;
/** Events scanned per unit of work when planning deliveries. */
const PLANNED_AT_ONCE = 100;
/** Maximum untried deliveries per webhook; planning pauses until there are fewer. */
const MAX_PENDING = 1_000;
/** Units of work per webhook and look, so that other webhooks get their turn. */
const UNITS_OF_A_LOOK = 10;
/** Irrelevant events that may be skipped before the position is saved. */
const MAX_PASSED_OVER = 1_000;
/** Commits within this time, in milliseconds, are planned together. */
const SOON_MS = 20;

/** An attempt to make. */
interface Due {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
  readonly message: string;
}

/**
 * Delivers events to webhooks (docs/rules.md, Webhooks). Deliveries are stored before they are sent, so that another
 * process can continue after a crash. Of several processes, only the leader sends.
 */
export function deliverer(ports: Ports, { leads }: Pick<Sharing, 'leads'>) {
  const { storage, clock, schedule, newId } = ports;
  const disable = webhookDisabler(ports);
  const stopping = new AbortController();
  const underWay = new Map<string, Set<Promise<void>>>();
  /** Positions reached without relevant events since the saved position, by webhook. */
  const passed = new Map<string, { readonly of: Webhook; readonly upTo: number }>();
  const looks = new Map<string, { again: boolean }>();
  const planned = new Set<string>();
  /** Workspaces with webhooks. */
  let watched: ReadonlySet<string> = new Set();
  let unsubscribe: (() => void) | undefined;
  /** Leadership as of the last check; if it overlaps between two processes, units of work keep them apart. */
  let leading = false;

  /** Plans deliveries of the next events; returns whether there may be more. */
  const plan = (workspaceId: string, id: string): Promise<boolean> =>
    storage.write(workspaceId, async (stores) => {
      const webhook = await stores.webhooks.byId(id);
      if (!webhook?.enabled) return false;
      // Checked right before planning, so that nothing is planned after a demotion.
      if (!(await creatorIsAdmin(stores, webhook))) {
        await disable(stores, workspaceId, webhook, 'creator');
        return false;
      }
      if ((await stores.deliveries.countPending(id, MAX_PENDING)) >= MAX_PENDING) return false;
      const from = startOf(webhook);
      const { events, upTo, more } = await stores.events.after(from, PLANNED_AT_ONCE);
      const { wants } = eventFilter({ types: webhook.types });
      const wanted = events.filter((event) => wants(event) && FOR_WEBHOOKS.sees(event));
      if (wanted.length > 0)
        await stores.deliveries.plan(
          wanted.map((event) => deliveryOf(event, id)),
          clock(),
        );
      if (wanted.length > 0 || upTo - webhook.position > MAX_PASSED_OVER) {
        await stores.webhooks.update({ ...webhook, position: upTo });
      } else passed.set(id, { of: webhook, upTo });
      return more;
    });

  const deliveryOf = (event: Event, webhookId: string): Delivery => {
    const now = clock();
    return {
      id: newId(),
      webhookId,
      messageId: event.id,
      type: eventTypeOf(event),
      seq: event.seq,
      ...UNTRIED,
      nextAt: now,
      createdAt: now,
    };
  };

  const startOf = ({ id, position, types }: Webhook): number => {
    const known = passed.get(id);
    // Skipped events may match after the types have changed.
    const holds = known?.of.position === position && known.of.types.join() === types.join();
    return known && holds ? known.upTo : position;
  };

  /** Reserves due deliveries, so that no other process attempts them. */
  const take = (workspaceId: string, id: string, atMost: number): Promise<readonly Due[]> =>
    storage.write(workspaceId, async (stores) => {
      const webhook = await stores.webhooks.byId(id);
      if (!webhook || (webhook.enabled && !(await creatorIsAdmin(stores, webhook)))) return [];
      const now = clock();
      const due: Due[] = [];
      const testsAlone = !webhook.enabled || (webhook.notBefore ?? 0) > now;
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
      if (!webhook.enabled || outcome.ok) return;
      if (outcome.code === 410) await disable(stores, workspaceId, after, 'gone');
      else if (after.failingSince !== null && now - after.failingSince >= FAILING_MS)
        await disable(stores, workspaceId, after, 'failing');
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
      stopping.signal,
    );
    if (stopping.signal.aborted && !outcome.ok) await giveBack(workspaceId, due);
    else await settle(workspaceId, due, outcome);
  };

  /** Starts as many attempts as the endpoint allows. */
  const launch = async (
    sender: WebhookSender,
    workspaceId: string,
    { id, enabled, notBefore }: Webhook,
  ): Promise<void> => {
    // An endpoint that asked to wait receives nothing until then, except tests, which are requested by hand.
    const testsAlone = !enabled || (notBefore ?? 0) > clock();
    const running = underWay.get(id) ?? new Set();
    const free = AT_A_TIME - running.size;
    if (free <= 0 || stopping.signal.aborted) return;
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
          soon(workspaceId, 0);
        });
      running.add(run);
    }
  };

  /** Plans and sends deliveries for the webhooks of a workspace. */
  const look = async (workspaceId: string): Promise<void> => {
    const sender = ports.webhooks;
    if (!sender || !leading || stopping.signal.aborted) return;
    const state = looks.get(workspaceId);
    if (state) {
      state.again = true;
      return;
    }
    const mine = { again: false };
    looks.set(workspaceId, mine);
    try {
      await lookOnce(sender, workspaceId);
    } finally {
      looks.delete(workspaceId);
      // Delayed, so that a loop over all workspaces reaches the next one.
      if (mine.again) soon(workspaceId);
    }
  };

  const lookOnce = async (sender: WebhookSender, workspaceId: string): Promise<void> => {
    const found = await storage.read(workspaceId, async (stores) => {
      const { last } = await stores.events.bounds();
      const webhooks = await stores.webhooks.all();
      const valid: boolean[] = [];
      for (const webhook of webhooks) valid.push(!webhook.enabled || (await creatorIsAdmin(stores, webhook)));
      return webhooks.map((webhook, index) => ({ webhook, last, stands: valid[index] }));
    });
    const failed: unknown[] = [];
    for (const each of found) {
      await lookAt(sender, workspaceId, each).catch((error) => failed.push(error));
    }
    // A failure of one webhook does not affect the others.
    if (failed.length > 0) throw failed[0];
  };

  const lookAt = async (
    sender: WebhookSender,
    workspaceId: string,
    { webhook, last, stands }: { webhook: Webhook; last: number; stands: boolean | undefined },
  ): Promise<void> => {
    if (!stands) return dismiss(workspaceId, webhook.id);
    if (webhook.enabled && startOf(webhook) < last) {
      let more = true;
      for (let units = 0; more && units < UNITS_OF_A_LOOK && !stopping.signal.aborted; units++)
        more = await plan(workspaceId, webhook.id);
      if (more) soon(workspaceId);
    }
    await launch(sender, workspaceId, webhook);
  };

  /** A webhook sees what its creator sees, who no longer sees anything. */
  const dismiss = (workspaceId: string, id: string): Promise<void> =>
    storage.write(workspaceId, async (stores) => {
      const webhook = await stores.webhooks.byId(id);
      if (!webhook?.enabled || (await creatorIsAdmin(stores, webhook))) return;
      await disable(stores, workspaceId, webhook, 'creator');
    });

  const soon = (workspaceId: string, afterMs = SOON_MS): void => {
    if (planned.has(workspaceId) || stopping.signal.aborted) return;
    planned.add(workspaceId);
    schedule(afterMs, () => {
      planned.delete(workspaceId);
      look(workspaceId).catch(() => undefined);
    });
  };

  const listen = () => {
    unsubscribe ??= storage.signals.subscribe((signals) => {
      for (const signal of signals) {
        // The next call of `run` finds what was missed.
        if (isEverything(signal)) continue;
        const { topic } = signal;
        const workspaceId = topic.slice(topic.indexOf(' ') + 1);
        if (topic === webhooksTopic(workspaceId)) soon(workspaceId);
        else if (topic === eventsTopic(workspaceId) && watched.has(workspaceId)) soon(workspaceId);
      }
    });
  };

  return {
    /**
     * Sends due deliveries and, from the first call on, new events as they occur; call it about every second.
     * Resolves when all attempts have started.
     */
    run: async (): Promise<void> => {
      if (!ports.webhooks || stopping.signal.aborted) return;
      leading = await leads();
      if (!leading) return;
      listen();
      watched = new Set(await storage.directory.workspacesWithWebhooks());
      const failed: unknown[] = [];
      for (const workspaceId of watched) await look(workspaceId).catch((error) => failed.push(error));
      // A failure in one workspace does not affect the others.
      if (failed.length > 0) throw failed[0];
    },
    /** Stops new attempts and aborts running ones; another process sends what has not arrived. */
    stop: (): void => {
      unsubscribe?.();
      stopping.abort();
    },
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
