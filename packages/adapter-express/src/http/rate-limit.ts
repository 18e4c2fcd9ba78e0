import { MEMBER_QUOTA_FACTOR } from '@tandem/core';
import type { Request, Response } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { hitCounter } from './hit-counter.ts';
import type { HitExchange } from './hit-exchange.ts';
import { HttpProblem } from './problem.ts';
import { traceOf } from './trace.ts';

const WINDOW_MS = 60_000;
/** Requests per minute and address without a key: enough for people, too few to guess a code. */
const WITHOUT_KEY = 60;
/** Bits of an IPv6 address that identify a client: providers give each customer a whole network. */
const IPV6_PREFIX = 56;

/** The address that a request without a valid key counts against (docs/rules.md, Limits). */
export const addressOf = ({ ip = '' }: Request): string => ipKeyGenerator(ip, IPV6_PREFIX);

/** Each method counts a request and throws 429 if there are too many. */
export interface RateLimits {
  /** Counts against the key and the member behind it, as in `trace.holder`. */
  byCaller(req: Request, res: Response): void;
  /** Counts against the address, for an operation that needs no key. */
  withoutKey(req: Request, res: Response): void;
  /** Counts against the address, for a request with an invalid key. */
  withoutValidKey(req: Request, res: Response): void;
}

/**
 * Limits requests per minute with the IETF RateLimit headers (docs/rules.md, Limits). `perMinute` applies to each key,
 * four times as much to all keys of a member, and `perMinute` to each address that sends invalid keys; 0 turns all of
 * these off. With an exchange, all servers share the limits, with a delay of up to a second.
 */
export function rateLimits(perMinute: number, exchange?: HitExchange | undefined): RateLimits {
  const holder = (res: Response) => traceOf(res).holder;
  const off = () => undefined;
  const byKey = limiter('key', perMinute, (_req, res) => holder(res)?.key ?? '', exchange);
  const byMember = limiter(
    'member',
    perMinute * MEMBER_QUOTA_FACTOR,
    (_req, res) => holder(res)?.member ?? null,
    exchange,
  );
  return {
    byCaller:
      perMinute === 0
        ? off
        : (req, res) => {
            // The key is counted first: a request rejected for its key must not count against the member's
            // other keys.
            byKey(req, res);
            byMember(req, res);
          },
    withoutKey: limiter('no key', WITHOUT_KEY, addressOf, exchange),
    withoutValidKey: perMinute === 0 ? off : limiter('no valid key', perMinute, addressOf, exchange),
  };
}

/** Counts requests, and writes the headers of draft 7 for the limit with the fewest requests left. */
function limiter(
  of: string,
  limit: number,
  nameOf: (req: Request, res: Response) => string | null,
  exchange: HitExchange | undefined,
) {
  const hit = hitCounter({
    windowMs: WINDOW_MS,
    onHit: exchange && ((name, window) => exchange.report(`${of} ${name}`, window)),
  });
  const policy = `${limit};w=${WINDOW_MS / 1000}`;
  return (req: Request, res: Response): void => {
    const name = nameOf(req, res);
    if (name === null) return;
    const { hits, resetMs } = hit(name);
    const reset = Math.ceil(resetMs / 1000);
    const remaining = Math.max(0, limit - hits);
    const trace = traceOf(res);
    if (remaining < trace.remaining) {
      trace.remaining = remaining;
      trace.headers['RateLimit-Policy'] = policy;
      trace.headers.RateLimit = `limit=${limit}, remaining=${remaining}, reset=${reset}`;
    }
    if (hits > limit) throw tooMany(reset);
  };
}

const tooMany = (seconds: number) =>
  new HttpProblem({
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Too many requests. Wait for the number of seconds in Retry-After, then retry.',
    headers: { 'Retry-After': String(seconds) },
  });
