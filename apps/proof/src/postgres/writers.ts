/*
 * The client process, which outlives servers and databases: writers with a connection each. Its argument is the path of
 * the ledger; its parent sends it the servers' addresses. Each writer uses one server, switches to the next one when a
 * request fails there, and first repeats unanswered requests.
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
  /** Whether to write until told to stop, or only to repeat unanswered requests. */
  readonly load: boolean;
}

export interface Report {
  /** The problems found. */
  readonly complaints: readonly string[];
  /** How often a writer switched servers: after no response, and after a 503. */
  readonly cut: number;
  readonly refused: number;
}

const writers: readonly Writer[] = [
  ...Array.from({ length: 12 }, (_, i) => taskWriter(`task${i}`, i)),
  ...Array.from({ length: 10 }, (_, i) => chatWriter(`chat${i}`, i)),
  ...Array.from({ length: 8 }, (_, i) => fileWriter(`file${i}`)),
];

const REST_MS = 30;
/** After a stop signal, a writer finishes its current request if a server responds in time. */
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

/** Treats a valid temporary refusal like a missing response: the request may or may not have taken effect. */
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
