import { eventsTopic } from '../../events/signals.ts';
import type { Ports } from '../../ports.ts';
import type { Sharing } from '../../shared/sharing.ts';
import { isEverything } from '../../shared/signals.ts';
import type { WebhookSender } from '../sender.ts';
import { webhooksTopic } from '../signals.ts';
import type { Webhook } from '../webhook.ts';
import { deliveryAttempts } from './attempts.ts';
import { creatorIsAdmin } from './disabling.ts';
import { deliveryPlanner } from './plan.ts';

/** Units of work per webhook and look, so that other webhooks get their turn. */
const UNITS_OF_A_LOOK = 10;
/** Commits within this time, in milliseconds, are planned together. */
const SOON_MS = 20;

/**
 * Delivers events to webhooks (docs/rules.md, Webhooks). Deliveries are stored before they are sent, so that another
 * process can continue after a crash. Of several processes, only the leader sends.
 */
export function deliverer(ports: Ports, { leads }: Pick<Sharing, 'leads'>) {
  const { storage, schedule } = ports;
  const stopping = new AbortController();
  const planner = deliveryPlanner(ports);
  const attempts = deliveryAttempts(ports, stopping.signal, (workspaceId) => soon(workspaceId, 0));
  const looks = new Map<string, { again: boolean }>();
  const planned = new Set<string>();
  /** Workspaces with webhooks. */
  let watched: ReadonlySet<string> = new Set();
  let unsubscribe: (() => void) | undefined;
  /** Leadership as of the last check; if it overlaps between two processes, units of work keep them apart. */
  let leading = false;

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
    if (!stands) return planner.dismiss(workspaceId, webhook.id);
    if (webhook.enabled && planner.startOf(webhook) < last) {
      let more = true;
      for (let units = 0; more && units < UNITS_OF_A_LOOK && !stopping.signal.aborted; units++)
        more = await planner.plan(workspaceId, webhook.id);
      if (more) soon(workspaceId);
    }
    await attempts.launch(sender, workspaceId, webhook);
  };

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
    settled: attempts.settled,
  };
}
