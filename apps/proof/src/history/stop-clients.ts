import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface StopOrder {
  readonly url: string;
  /** Unique among the processes. */
  readonly name: string;
  readonly connections: number;
  readonly key: string;
  readonly agentId: string;
}

/** The outcome of a request. */
export interface Fate {
  /** The unique text that it tried to write. */
  readonly text: string;
  /**
   * A status; `refused` if the connection was refused; `unanswered` if the connection was lost before a response began;
   * `cut` if it was lost after that.
   */
  readonly outcome: number | 'refused' | 'unanswered' | 'cut';
  /** When the outcome was known, in milliseconds of the monotonic clock. */
  readonly ended: number;
}

let count = 0;

/** Writes over one keep-alive connection until the server refuses connections. */
async function client({ url, name, key, agentId }: StopOrder): Promise<Fate[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const fates: Fate[] = [];
  const writes: readonly ((text: string) => [path: string, body: object])[] = [
    (title) => ['tasks', { title }],
    (body) => ['tasks/1/comments', { body }],
    (body) => ['chats', { agentId, body, clientMessageId: body }],
  ];
  const write = (text: string): Promise<Fate['outcome']> => {
    const [path, body] = (writes[count % writes.length] as (typeof writes)[number])(text);
    return outcomeOf(`${url}/api/v1/${path}`, agent, key, Buffer.from(JSON.stringify(body)));
  };
  for (let outcome: Fate['outcome'] = 0; outcome !== 'refused'; ) {
    const text = `${name}-${++count}`;
    outcome = await write(text);
    fates.push({ text, outcome, ended: Number(process.hrtime.bigint()) / 1e6 });
  }
  return fates;
}

const outcomeOf = (url: string, agent: Agent, key: string, body: Buffer): Promise<Fate['outcome']> =>
  new Promise((resolve) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      text(response).then(
        (answer) => resolve(isWhole(answer) ? (response.statusCode ?? 0) : 'cut'),
        () => resolve('cut'),
      );
    });
    sent.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'unanswered'),
    );
    sent.end(body);
  });

function isWhole(answer: string): boolean {
  try {
    JSON.parse(answer);
    return true;
  } catch {
    return false;
  }
}

process.once('message', async (order: StopOrder) => {
  const fates = await Promise.all(Array.from({ length: order.connections }, () => client(order)));
  process.send?.({ fates: fates.flat() }, () => process.exit(0));
});
