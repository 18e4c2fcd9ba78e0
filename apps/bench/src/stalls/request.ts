import { request as httpRequest } from 'node:http';

/** A request as the cases make it. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Secret of the key; by default the admin's, `null` for none. */
  readonly secret?: string | null;
}

export interface Answer {
  readonly status: number;
  /** Milliseconds until the last byte was there. */
  readonly ms: number;
  readonly bytes: number;
  /** Kept only where it was asked for. */
  readonly body: string;
}

const API = '/api/v1';
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A resource's path and query, from the part after `/api/v1/`. */
export function get(resource: string, query: Readonly<Record<string, string>> = {}): Request {
  const text = new URLSearchParams(query).toString();
  return { method: 'GET', path: `${API}/${resource}${text && `?${text}`}` };
}

const withBody =
  (method: string) =>
  (resource: string, body?: object): Request => ({
    method,
    path: `${API}/${resource}`,
    ...(body && { body: JSON.stringify(body), headers: JSON_TYPE }),
  });

export const post = withBody('POST');
export const put = withBody('PUT');
export const patch = withBody('PATCH');
export const remove = (resource: string): Request => ({ method: 'DELETE', path: `${API}/${resource}` });

export const by = ({ secret }: { readonly secret: string }, request: Request): Request => ({
  ...request,
  secret,
});

/** The same, with fields that are not known refused. */
export const strictly = (request: Request): Request => ({
  ...request,
  headers: { ...request.headers, Prefer: 'handling=strict' },
});

/** How long an endless stream is read. */
const FOLLOWED_MS = 1_000;

/** Sends a request on a separate connection; null if no response arrives in time. */
export function send(
  port: number,
  { method, path, headers, body, secret }: Request,
  patienceMs: number,
  keepBody = false,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const start = performance.now();
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const authorization = secret ? { Authorization: `Bearer ${secret}` } : {};
    const sent = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: false,
        headers: { ...length, ...authorization, ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (keepBody) chunks.push(chunk);
        });
        const answered = () =>
          end({
            status: response.statusCode ?? 0,
            ms: performance.now() - start,
            bytes,
            body: Buffer.concat(chunks).toString(),
          });
        response.on('end', answered);
        if (response.headers['content-type']?.startsWith('text/event-stream'))
          setTimeout(answered, FOLLOWED_MS);
        response.on('error', () => end(null));
      },
    );
    const patience = setTimeout(() => end(null), patienceMs);
    const end = (answer: Answer | null) => {
      clearTimeout(patience);
      resolve(answer);
      sent.destroy();
    };
    // A server may respond before it has read the whole body, and close the connection: the response still counts.
    sent.on('error', () => setTimeout(() => end(null), 100));
    sent.end(body);
  });
}
