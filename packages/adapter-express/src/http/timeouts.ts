import type { Server, ServerOptions } from 'node:http';

/** Maximum time to wait for a client, in milliseconds. Slower clients are cut off. */
export interface Timeouts {
  /** Until the request headers are received. */
  readonly headers: number;
  /** Until the whole request is received; a large upload takes time. */
  readonly request: number;
  /** Without data in either direction: between requests, and while a response is not being read. */
  readonly idle: number;
  /** Until the client has received a response. */
  readonly answer: number;
  /**
   * Minimum download rate in bytes per second: extends the deadline of a download by the time its bytes take
   * at this rate.
   */
  readonly slowest: number;
}

/** `idle` must exceed the longest long poll, and the minute after which proxies drop idle connections. */
export const TIMEOUTS: Timeouts = {
  headers: 15_000,
  request: 300_000,
  idle: 65_000,
  answer: 60_000,
  slowest: 16 * 1024,
};

/** Interval at which Node checks for requests that take too long. */
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

/** Settings that Node does not accept as options. */
export function limitIdling(server: Server, chosen: Partial<Timeouts> = {}): Server {
  server.timeout = chosen.idle ?? TIMEOUTS.idle;
  return server;
}
