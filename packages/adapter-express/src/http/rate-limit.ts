import type { Request, Response } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { hitCounter } from './hit-counter.ts';
import type { HitExchange } from './hit-exchange.ts';
import { HttpProblem } from './problem.ts';
import { traceOf } from './trace.ts';

const WINDOW_MS = 60_000;
/** For operations without a key, by address: enough for people, too few to guess a code. */
const WITHOUT_KEY = 60;

/** Each counts a request and refuses it with 429 when there are too many. */
export interface RateLimits {
  /** Against the key, which `trace` names. */
  byKey(req: Request, res: Response): Promise<void>;
  /** Against the address, for an operation that needs no key. */
  withoutKey(req: Request, res: Response): Promise<void>;
  /** Against the address, for a request whose key is not valid. */
  withoutValidKey(req: Request, res: Response): Promise<void>;
}

/**
 * Limits requests a minute, by the IETF RateLimit headers (docs/rules.md, Limits). `perMinute` holds for each
 * key, and for each address that sends keys which are not valid; 0 turns both off. By an exchange the limits are those of
 * all servers together, within a second.
 */
export function rateLimits(perMinute: number, exchange?: HitExchange | undefined): RateLimits {
  const address = (req: Request) => ipKeyGenerator(req.ip ?? '');
  const off = () => Promise.resolve();
  return {
    byKey:
      perMinute === 0 ? off : limiter('key', perMinute, (_req, res) => traceOf(res).keyId ?? '', exchange),
    withoutKey: limiter('no key', WITHOUT_KEY, address, exchange),
    withoutValidKey: perMinute === 0 ? off : limiter('no valid key', perMinute, address, exchange),
  };
}

/** Counts requests, and tells of the count by the headers of draft 7. */
function limiter(
  of: string,
  limit: number,
  keyOf: (req: Request, res: Response) => string,
  exchange: HitExchange | undefined,
) {
  const hit = hitCounter({
    windowMs: WINDOW_MS,
    onHit: exchange && ((key, window) => exchange.tell(`${of} ${key}`, window)),
  });
  const policy = `${limit};w=${WINDOW_MS / 1000}`;
  return async (req: Request, res: Response): Promise<void> => {
    const { hits, resetMs } = hit(keyOf(req, res));
    const reset = Math.ceil(resetMs / 1000);
    const { headers } = traceOf(res);
    headers['RateLimit-Policy'] = policy;
    headers.RateLimit = `limit=${limit}, remaining=${Math.max(0, limit - hits)}, reset=${reset}`;
    if (hits > limit) throw tooMany(reset);
  };
}

const tooMany = (seconds: number) =>
  new HttpProblem({
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Too many requests. Wait for as many seconds as Retry-After says, then go on.',
    headers: { 'Retry-After': String(seconds) },
  });
