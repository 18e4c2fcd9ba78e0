/*
 * The process of the clients, which outlives servers and databases: writers on connections of their own. Started with
 * the path of the ledger; told by its parent where the servers are, each works at one of them, goes on at the next when it
 * is not served there, and first repeats what had no answer.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { chatWriter } from '../crash/chat-writer.ts';
import { type Client, Cut, clientOf } from '../crash/client.ts';
import type { Accounts, Writer, WriterContext } from '../crash/context.ts';
import { fileWriter } from '../crash/file-writer.ts';
import { openLedger } from '../crash/ledger.ts';
import { taskWriter } from '../crash/task-writer.ts';

export interface Order {
  readonly urls: readonly string[];
  readonly accounts: Accounts;
  /** Whether to go on writing until told to stop, or only to repeat what had no answer. */
  readonly load: boolean;
}

export interface Report {
  /** What was found wrong. */
  readonly complaints: readonly string[];
  /** How often a writer was not served, and went on elsewhere: without an answer, and with a 503. */
  readonly cut: number;
  readonly refused: number;
}

const writers: readonly Writer[] = [
  ...Array.from({ length: 12 }, (_, i) => taskWriter(`task${i}`, i)),
  ...Array.from({ length: 10 }, (_, i) => chatWriter(`chat${i}`, i)),
  ...Array.from({ length: 8 }, (_, i) => fileWriter(`file${i}`)),
];

const REST_MS = 30;
/** Whoever is told to stop ends what it has begun, if it is served in time. */
const SETTLES_MS = 20_000;

const ledger = await openLedger(process.argv[2] as string);
let over = false;

async function follow({ urls, accounts, load }: Order): Promise<Report> {
  const complaints: string[] = [];
  let [cut, refused] = [0, 0];
  over = !load;
  await Promise.all(
    writers.map(async (writer, place) => {
      const until = () => (over ? performance.now() + SETTLES_MS : Number.POSITIVE_INFINITY);
      let end = until();
      for (let at = place; ; at++) {
        const client = politely(clientOf(urls[at % urls.length] as string), () => refused++);
        const context: WriterContext = { accounts, ledger, client };
        try {
          await writer.settle(context);
          while (!over) await writer.round(context);
          return;
        } catch (error) {
          if (!(error instanceof Cut)) return complaints.push((error as Error).message);
          cut++;
          end = Math.min(end, until());
          if (performance.now() > end) return complaints.push('It was not served any more.');
          await pause(REST_MS);
        } finally {
          client.close();
        }
      }
    }),
  );
  return { complaints, cut: cut - refused, refused };
}

/** Takes a refusal for now, as long as it is one by the rules, like no answer: what was asked may have happened or not. */
function politely(client: Client, heard: () => void): Client {
  return {
    close: client.close,
    ask: async (key, question) => {
      const answer = await client.ask(key, question);
      const { status, headers, body } = answer;
      if (status !== 503 || body.error.code !== 'UNAVAILABLE' || !headers['retry-after']) return answer;
      heard();
      throw new Cut(body.error.message);
    },
  };
}

process.on('message', async (order: Order | 'stop') => {
  if (order === 'stop') over = true;
  else process.send?.(await follow(order));
});
process.on('disconnect', () => process.exit());
