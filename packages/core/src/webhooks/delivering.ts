import type { Event } from '../events/event.ts';
import { eventFilter } from '../events/filter.ts';
import { eventsTopic } from '../events/signals.ts';
import { eventTypeOf } from '../events/types.ts';
import { FOR_WEBHOOKS } from '../events/visible.ts';
import type { Ports, Stores } from '../ports.ts';
import type { Sharing } from '../shared/sharing.ts';
import { isEverything } from '../shared/signals.ts';
import { ATTEMPT_LEASE_MS, afterAttempt, type Delivery, UNTRIED } from './delivery.ts';
import { creatorStands, webhookDisabler } from './disabling.ts';
import { messageOf, testMessage } from './message.ts';
import type { AttemptOutcome, WebhookSender } from './sender.ts';
import { webhooksTopic } from './signals.ts';
import { afterOutcome, FAILING_MS, secretsAt, type Webhook } from './webhook.ts';

/** Attempts at one endpoint at a time. */
const AT_A_TIME = 4;
/** Events that are looked at, and made deliveries of, in one unit of work. */
const PLANNED_AT_ONCE = 100;
/** Deliveries that wait for their first attempt: of what comes after them none are made until they are fewer. */
const MAX_PENDING = 1_000;
/** Units of work for one webhook in one look: whoever else is to be told is looked at between them. */
const UNITS_OF_A_LOOK = 10;
/** How far what is of no concern to a webhook is passed over without being written down, in events. */
const MAX_PASSED_OVER = 1_000;
/** What is committed within so many milliseconds is planned together. */
const SOON_MS = 20;

/** An attempt that is to be made. */
interface Due {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
  readonly message: string;
}

/**
 * Sends what webhooks are to be told (docs/rules.md, Webhooks). What is to be sent stands in the storage before it is
 * sent: whatever is lost with this process is sent by the next one, or by another that runs. Of several, the one that
 * leads sends.
 */
export function deliverer(ports: Ports, { leads }: Pick<Sharing, 'leads'>) {
  const { storage, clock, schedule, newId } = ports;
  const disable = webhookDisabler(ports);
  const stopping = new AbortController();
  const underWay = new Map<string, Set<Promise<void>>>();
  /** Up to where a webhook has been found to be concerned by nothing, since its kept position. */
  const passed = new Map<string, { readonly of: Webhook; readonly upTo: number }>();
  const looks = new Map<string, { again: boolean }>();
  const planned = new Set<string>();
  /** Workspaces that have webhooks. */
  let watched: ReadonlySet<string> = new Set();
  let unsubscribe: (() => void) | undefined;
  /** As it was when it was asked last; what two of them do at once, the units of work keep apart. */
  let leading = false;

  /** Makes deliveries of the next events; returns whether there may be more. */
  const plan = (workspaceId: string, id: string): Promise<boolean> =>
    storage.write(workspaceId, async (stores) => {
      const webhook = await stores.webhooks.byId(id);
      if (!webhook?.enabled) return false;
      // Here, and not before: of what happens after a demotion nothing is planned any more.
      if (!(await creatorStands(stores, webhook))) {
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
    // What was of no concern may be of some to other types.
    const holds = known?.of.position === position && known.of.types.join() === types.join();
    return known && holds ? known.upTo : position;
  };

  /** Takes what is due, so that no other process tries it as well. */
  const take = (workspaceId: string, id: string, atMost: number): Promise<readonly Due[]> =>
    storage.write(workspaceId, async (stores) => {
      const webhook = await stores.webhooks.byId(id);
      if (!webhook || (webhook.enabled && !(await creatorStands(stores, webhook)))) return [];
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
            answer: 'The event is not kept any more.',
          });
          continue;
        }
        await stores.deliveries.update({ ...delivery, nextAt: now + ATTEMPT_LEASE_MS });
        due.push({ webhook, delivery, message });
      }
      return due;
    });

  /** Keeps what came of an attempt, and what it means for the webhook. */
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
      // Somebody has asked for it once more meanwhile, and that has arrived.
      if (!outcome.ok && current.status === 'delivered') return;
      await stores.deliveries.update(afterAttempt(current, outcome, now));
      // What another address answered says nothing of this one.
      if (webhook.url !== url) return;
      const after = afterOutcome(webhook, { ...delivery, waitedFor: notBefore }, outcome, now);
      if (after !== webhook) await stores.webhooks.update(after);
      if (!webhook.enabled || outcome.ok) return;
      if (outcome.code === 410) await disable(stores, workspaceId, after, 'gone');
      else if (after.failingSince !== null && now - after.failingSince >= FAILING_MS)
        await disable(stores, workspaceId, after, 'failing');
    });

  /** It is tried again at once by whoever goes on. */
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

  /** Begins as many attempts as there may be at this endpoint. */
  const launch = async (
    sender: WebhookSender,
    workspaceId: string,
    { id, enabled, notBefore }: Webhook,
  ): Promise<void> => {
    // An endpoint that asks to wait is not sent other messages meanwhile either; a test is asked for by hand.
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
        // The storage is away: what was taken is taken again when its time is over.
        .catch(() => undefined)
        .then(() => {
          running.delete(run);
          if (running.size === 0) underWay.delete(id);
          soon(workspaceId, 0);
        });
      running.add(run);
    }
  };

  /** Plans and sends what there is for the webhooks of a workspace. */
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
      // Not at once: whoever goes through all workspaces goes on to the next.
      if (mine.again) soon(workspaceId);
    }
  };

  const lookOnce = async (sender: WebhookSender, workspaceId: string): Promise<void> => {
    const found = await storage.read(workspaceId, async (stores) => {
      const { last } = await stores.events.bounds();
      const webhooks = await stores.webhooks.all();
      const standing: boolean[] = [];
      for (const webhook of webhooks)
        standing.push(!webhook.enabled || (await creatorStands(stores, webhook)));
      return webhooks.map((webhook, place) => ({ webhook, last, stands: standing[place] }));
    });
    const failed: unknown[] = [];
    for (const each of found) {
      await lookAt(sender, workspaceId, each).catch((error) => failed.push(error));
    }
    // What is wrong with one of them is no matter of the others.
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

  /** What it would be told of is what its creator sees, who sees nothing any more. */
  const dismiss = (workspaceId: string, id: string): Promise<void> =>
    storage.write(workspaceId, async (stores) => {
      const webhook = await stores.webhooks.byId(id);
      if (!webhook?.enabled || (await creatorStands(stores, webhook))) return;
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
        // What was missed is found with the next call of `run`.
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
     * Sends what is due, and from the first call on also what happens, as it happens; to be called every second or so.
     * Resolves when everything has been begun.
     */
    run: async (): Promise<void> => {
      if (!ports.webhooks || stopping.signal.aborted) return;
      leading = await leads();
      if (!leading) return;
      listen();
      watched = new Set(await storage.directory.workspacesWithWebhooks());
      const failed: unknown[] = [];
      for (const workspaceId of watched) await look(workspaceId).catch((error) => failed.push(error));
      // What could not be read in one of them is no matter of the others.
      if (failed.length > 0) throw failed[0];
    },
    /** Begins nothing more, and ends what is under way; what has not arrived is sent by whoever goes on. */
    stop: (): void => {
      unsubscribe?.();
      stopping.abort();
    },
    /** Resolves when nothing is under way any more. */
    settled: async (): Promise<void> => {
      await Promise.all([...underWay.values()].flatMap((running) => [...running]));
    },
  };
}

/** null when the event is not kept any more. */
async function messageFor({ events }: Stores, delivery: Delivery): Promise<string | null> {
  if (delivery.seq === null) return testMessage(delivery);
  const { events: found } = await events.after(delivery.seq - 1, 1);
  const event: Event | undefined = found[0];
  return event?.seq === delivery.seq ? messageOf(event) : null;
}
