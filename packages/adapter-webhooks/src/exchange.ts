import { isIP, connect as openTcp, type Socket, type TcpSocketConnectOpts } from 'node:net';
import { connect as openTls } from 'node:tls';
import { type buildConnector, Client } from 'undici';
import { ANSWER_BYTES } from './answers.ts';
import { NoAnswer } from './failures.ts';

export interface Message {
  readonly url: URL;
  /** Where the host of the URL is, as it was resolved and checked; nothing else is connected to. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answer {
  readonly code: number;
  /** A header by its name in lower case; the first, if it came more than once. */
  readonly header: (name: string) => string | undefined;
  /** The beginning of the body, or as much of it as came. Does not reject. */
  readonly begin: () => Promise<Uint8Array>;
}

/** Of all headers of an answer together. */
const HEADER_BYTES = 16 * 1024;
/** Of bytes in all that a receiver may send; looked at now and then. Some can be parsed for ever and come to nothing. */
const MAX_BYTES = 1024 * 1024;
const WATCH_MS = 100;
/** For how long one of several addresses is tried before the next one is. */
const ADDRESS_MS = 1_000;

/**
 * Sends a message over a connection of its own and hands over what is answered; when `use` has ended, or `signal` says
 * so, the connection is cut. It is never used again: the next message to this name may have to go elsewhere,
 * and a stranger would hold it open meanwhile. No redirect is followed and no content decoded. Proxies that the
 * environment names are not used, for they would look the name up themselves.
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
      // A connection can fail more than once, and is told of once.
      opened.on('error', () => undefined).once('error', failed);
      opened.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        opened.off('error', failed);
        connected(null, opened);
      });
    },
    maxHeaderSize: HEADER_BYTES,
    // The signal ends it all, whatever it is at.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const cut = (why: Error | null) => {
    const ended = client.destroy(why);
    // A connection that has not come about is not known to the client yet.
    socket?.destroy();
    return ended;
  };
  const stop = () => cut(null);
  const watch = setInterval(() => {
    if ((socket?.bytesRead ?? 0) > MAX_BYTES) cut(new NoAnswer('The receiver sent far more than an answer.'));
  }, WATCH_MS);
  // By itself the client takes no notice of a signal before it is connected.
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const path = `${url.pathname}${url.search}`;
    const answer = await client.request({ method: 'POST', path, headers, body, reset: true });
    // It also fails when the connection is cut while nobody reads.
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

/** Connects to one of the addresses. The name is only what the certificate has to be for. */
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
    // A certificate can be for an address, but an address cannot be asked for by name.
    servername: isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '',
    // Also where NODE_TLS_REJECT_UNAUTHORIZED is set to 0.
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
    // The rest is not needed to know what became of the message.
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES);
}
