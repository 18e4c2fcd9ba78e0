import { type IncomingMessage, request as requestOverHttp } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/**
 * A `fetch` for commands, as far as the client needs it. Node's own takes 0.1 s of CPU time to load, which is more than
 * the rest of a command.
 */
export const fetchOverHttp: typeof fetch = async (input, init = {}) => {
  const { method = 'GET', headers, body, signal } = init;
  // Uploads are forms or streams.
  if (typeof input !== 'string' || (body !== undefined && typeof body !== 'string'))
    return fetch(input, init);
  const request = input.startsWith('https:') ? (await import('node:https')).request : requestOverHttp;
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: { 'User-Agent': 'tandem', ...(headers as Record<string, string>) },
      ...(signal && { signal }),
    };
    request(input, options, (message) => resolve(responseOf(message) as Response))
      // fetch reports the system's error as its cause.
      .on('error', (cause) => reject(new TypeError('fetch failed', { cause })))
      .end(body);
  });
};

type UsedResponse = Pick<Response, 'ok' | 'status' | 'type' | 'body' | 'text'> & {
  readonly headers: Pick<Headers, 'get' | 'has'>;
};

function responseOf(message: IncomingMessage): UsedResponse {
  const { statusCode: status = 0, headers } = message;
  const get = (name: string) => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? null : String(value);
  };
  return {
    ok: status >= 200 && status < 300,
    status,
    type: 'default',
    headers: { get, has: (name) => get(name) !== null },
    get body() {
      return Readable.toWeb(message) as ReadableStream;
    },
    text: () => text(message),
  };
}
