import type { Server, ServerOptions } from 'node:http';

/** How long a client may keep the server waiting, in milliseconds. Whoever takes longer is cut off. */
export interface Timeouts {
  /** Until the headers of a request are in. */
  readonly headers: number;
  /** Until the whole request is in; a large upload takes its time. */
  readonly request: number;
  /** Without a byte either way: between requests, and while an answer is not being read. */
  readonly idle: number;
  /** Until an answer has been taken. */
  readonly answer: number;
  /** For a download as many more as it takes at this rate, in bytes a second, to take what has been taken of it. */
  readonly slowest: number;
}

/** `idle` is longer than the longest wait, and than the minute after which proxies drop idle connections. */
export const TIMEOUTS: Timeouts = {
  headers: 15_000,
  request: 300_000,
  idle: 65_000,
  answer: 60_000,
  slowest: 16 * 1024,
};

/** How often Node looks for requests that take too long. */
const LOOK_EVERY_MS = 5_000;

export function timeoutOptions(chosen: Partial<Timeouts> = {}): ServerOptions {
  const { headers, request, idle } = { ...TIMEOUTS, ...chosen };
  return {
    headersTimeout: Math.min(headers, request),
    requestTimeout: request,
    keepAliveTimeout: idle,
    connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, headers, request),
  };
}

/** What Node takes no option for. */
export function limitIdling(server: Server, chosen: Partial<Timeouts> = {}): Server {
  server.timeout = chosen.idle ?? TIMEOUTS.idle;
  return server;
}
