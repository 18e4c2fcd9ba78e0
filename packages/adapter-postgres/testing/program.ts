/*
 * A process with its own storage, for a test to kill or suspend. It receives its task from the parent and reports when
 * it has started.
 */
import { postgresStorage } from '../src/storage.ts';

export type Order =
  /** Becomes the leader. */
  | { readonly do: 'lead'; readonly url: string }
  /** Writes in a workspace and never finishes. */
  | { readonly do: 'hold'; readonly url: string; readonly workspaceId: string }
  /** Runs an exclusive job that never finishes. */
  | { readonly do: 'exclusively'; readonly url: string; readonly name: string };

const say = (what: 'ready' | 'begun') => process.send?.(what);
const FOR_EVER = new Promise<never>(() => undefined);

async function follow(order: Order): Promise<void> {
  const storage = await postgresStorage({ url: order.url, allowUnsafe: true });
  if (order.do === 'lead') {
    setInterval(async () => {
      if (await storage.leads()) say('begun');
    }, 100);
  } else if (order.do === 'hold') {
    await storage.write(order.workspaceId, async ({ workspace }) => {
      for (let i = 0; ; i++) {
        await workspace.get();
        if (i === 0) say('begun');
      }
    });
  } else {
    await storage.exclusively(order.name, () => {
      say('begun');
      return FOR_EVER;
    });
  }
}

process.on('message', (order: Order) => void follow(order));
say('ready');
