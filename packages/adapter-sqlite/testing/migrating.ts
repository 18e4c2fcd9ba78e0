/*
 * A process that migrates a database file, so that a test can start two at once or kill one. Its parent sends the
 * command; it reports the start and the result.
 */

import { nodePorts } from '@tandem/adapter-node';
import { createTandem } from '@tandem/core';
import { openConnection } from '../src/engine/sqlite.ts';
import { sqliteStorage } from '../src/index.ts';
import { migrate } from '../src/migrations/index.ts';

export type Order =
  /** Migrates by a list; with a small cache, so that pages of a long change reach the file before it ends. */
  | { readonly do: 'migrate'; readonly file: string; readonly migrations: readonly string[] }
  /** Opens the file as a server does, and creates a task as the person named. */
  | { readonly do: 'serve'; readonly file: string; readonly workspaceId: string; readonly as: string };

export type Message = 'ready' | 'begins' | { readonly done: number | null } | { readonly failed: string };

const say = (what: Message) => process.send?.(what);

async function follow(order: Order): Promise<number | null> {
  if (order.do === 'migrate') {
    const connection = openConnection(order.file, 'writer');
    connection.exec('PRAGMA cache_size = -1000');
    migrate(connection, { migrations: order.migrations, copies: true });
    connection.close();
    return null;
  }
  const storage = sqliteStorage({ file: order.file });
  const tandem = createTandem({ storage, ...nodePorts() });
  const caller = await tandem.operator.callerFor(order.workspaceId, order.as);
  const { taskNumber } = await tandem.tasks.create(caller, { title: 'Served' });
  await storage.close();
  return taskNumber;
}

process.on('message', async (order: Order) => {
  say('begins');
  // The word is out before the work begins, which leaves this process no time to speak.
  await new Promise(setImmediate);
  try {
    say({ done: await follow(order) });
  } catch (error) {
    say({ failed: (error as Error).message });
  }
  process.disconnect();
});
say('ready');
