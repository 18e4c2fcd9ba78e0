/*
 * The client process, which outlives the server: 50 writers with a connection each. Its argument is the path of the
 * ledger; its parent sends it the server's address, and it works until the server is gone.
 */
import { chatWriter } from './chat-writer.ts';
import { Cut, clientOf } from './client.ts';
import type { Accounts, Writer, WriterContext } from './context.ts';
import { fileWriter } from './file-writer.ts';
import { openLedger } from './ledger.ts';
import { taskWriter } from './task-writer.ts';

export interface Order {
  readonly url: string;
  readonly accounts: Accounts;
  /** Whether to write until the server is gone, or only to repeat unanswered requests. */
  readonly load: boolean;
}

/** Only the problems found; the ledger holds the rest. */
export interface Report {
  readonly complaints: readonly string[];
}

const writers: readonly Writer[] = [
  ...Array.from({ length: 16 }, (_, i) => taskWriter(`task${i}`, i)),
  ...Array.from({ length: 14 }, (_, i) => chatWriter(`chat${i}`, i)),
  ...Array.from({ length: 20 }, (_, i) => fileWriter(`file${i}`)),
];

const ledger = await openLedger(process.argv[2] as string);

async function follow({ url, accounts, load }: Order): Promise<Report> {
  const complaints: string[] = [];
  await Promise.all(
    writers.map(async (writer) => {
      const client = clientOf(url);
      const context: WriterContext = { accounts, ledger, client };
      try {
        await writer.settle(context);
        while (load) await writer.round(context);
      } catch (error) {
        if (!(load && error instanceof Cut)) complaints.push((error as Error).message);
      } finally {
        client.close();
      }
    }),
  );
  return { complaints };
}

process.on('message', async (order: Order) => {
  process.send?.(await follow(order));
});
process.on('disconnect', () => process.exit());
