import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** The server went away before it responded: the request may or may not have taken effect. */
export class Cut extends Error {}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: writers look into it.
  readonly body: any;
}

/** A body that is not JSON. */
export interface Raw {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Question {
  readonly method?: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: object | Raw;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Client {
  /** Sends a request with a key; resolves with the complete response. Throws `Cut` if it does not arrive. */
  ask(key: string, question: Question): Promise<Answer>;
  close(): void;
}

/** A client with its own keep-alive connection. It never retries. */
export function clientOf(url: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask: (key, { method = 'POST', path, body, headers }) =>
      new Promise((resolve, reject) => {
        const { type, bytes } = rawOf(body);
        const cut = (error: Error) => reject(new Cut(error.message));
        const options = {
          method,
          agent,
          headers: {
            Authorization: `Bearer ${key}`,
            'Content-Type': type,
            'Content-Length': bytes.length,
            ...headers,
          },
        };
        const sent = request(`${url}/api/v1/${path}`, options, (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', cut);
          answer.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const { statusCode: status = 0 } = answer;
            resolve({ status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) });
          });
        });
        sent.on('error', cut);
        sent.end(bytes);
      }),
    close: () => agent.destroy(),
  };
}

const rawOf = (body: object | Raw): Raw =>
  'bytes' in body ? body : { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) };
