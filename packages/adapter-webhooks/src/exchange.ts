import { isIP, connect as openTcp, type Socket, type TcpSocketConnectOpts } from 'node:net';
import { connect as openTls } from 'node:tls';
import { type buildConnector, Client } from 'undici';
import { ANSWER_BYTES } from './answers.ts';
import { NoAnswer } from './failures.ts';

export interface Message {
  readonly url: URL;
  /** The resolved and validated addresses of the URL's host; no other address is connected to. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answer {
  readonly code: number;
  /** A header by its lowercase name; the first value if it is repeated. */
  readonly header: (name: string) => string | undefined;
  /** The beginning of the body, or the part that arrived. Does not reject. */
  readonly begin: () => Promise<Uint8Array>;
}

/** Limit on all response headers together. */
const HEADER_BYTES = 16 * 1024;
/**
 * Limit on all bytes that a receiver may send, checked periodically. Some input can be parsed forever without a result.
 */
const MAX_BYTES = 1024 * 1024;
const WATCH_MS = 100;
/** Time for one of several addresses before the next is tried. */
const ADDRESS_MS = 1_000;

/**
 * Sends a message over a new connection and passes the response to `use`; when `use` ends or `signal` aborts, the
 * connection is destroyed. Connections are not reused: the next message to this host may have to go to another address,
 * and a receiver could hold a connection open. Redirects are not followed and content is not decoded. Proxies in the
 * environment are ignored, because they would resolve the name themselves.
 */
export async function exchange<T>(
  { url, addresses, headers, body }: Message,
  { ca, signal }: { readonly ca: string | undefined; readonly signal: AbortSignal },
  use: (answer: Answer) => Promise<T>,
): Promise<T> {
  let socket: Socket | undefined;
  const client = new Client(url.origin, {
    connect: (target, connected) => {
      const opened = open(target, addresses, ca);
      socket = opened;
      const failed = (error: Error) => connected(error, null);
      // A connection may emit several errors; only the first one counts.
      opened.on('error', () => undefined).once('error', failed);
      opened.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        opened.off('error', failed);
        connected(null, opened);
      });
    },
    maxHeaderSize: HEADER_BYTES,
    // The signal is the only time limit.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const cut = (why: Error | null) => {
    const ended = client.destroy(why);
    // The client does not know a connection that is not open yet.
    socket?.destroy();
    return ended;
  };
  const stop = () => cut(null);
  const watch = setInterval(() => {
    if ((socket?.bytesRead ?? 0) > MAX_BYTES) cut(new NoAnswer('The receiver sent too much data.'));
  }, WATCH_MS);
  // The client ignores a signal until it is connected.
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const path = `${url.pathname}${url.search}`;
    const answer = await client.request({ method: 'POST', path, headers, body, reset: true });
    // It also emits an error if the connection is destroyed while nothing reads it.
    answer.body.on('error', () => undefined);
    return await use({
      code: answer.statusCode,
      header: (name) => [answer.headers[name]].flat()[0],
      begin: () => beginOf(answer.body),
    });
  } finally {
    signal.removeEventListener('abort', stop);
    clearInterval(watch);
    await cut(null);
  }
}

/** Connects to one of the addresses. The host name is only used to verify the certificate. */
function open(target: buildConnector.Options, addresses: readonly string[], ca: string | undefined): Socket {
  const { hostname, port, protocol } = target;
  const secure = protocol === 'https:';
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const to: TcpSocketConnectOpts = {
    host: hostname,
    port: Number(port) || (secure ? 443 : 80),
    lookup: (_name, { all }, callback) => {
      if (all) callback(null, found);
      else callback(null, found[0]?.address ?? '', found[0]?.family);
    },
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
  };
  if (!secure) return openTcp(to);
  return openTls({
    ...to,
    ALPNProtocols: ['http/1.1'],
    // A certificate can be issued for an address, but SNI does not allow addresses.
    servername: isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '',
    // Overrides NODE_TLS_REJECT_UNAUTHORIZED=0.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  });
}

async function beginOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= ANSWER_BYTES) break;
    }
  } catch {
    // The beginning is enough to determine the outcome.
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES);
}
