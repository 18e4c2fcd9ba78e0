import type { Request, Response } from 'express';
import { ipKeyGenerator, MemoryStore, type Options } from 'express-rate-limit';
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
 * Limits requests a minute, by the IETF RateLimit headers (decisions, section 10). `perMinute` holds for each
 * key, and for each address that sends keys which are not valid; 0 turns both off.
 */
export function rateLimits(perMinute: number): RateLimits {
  const address = (req: Request) => ipKeyGenerator(req.ip ?? '');
  const off = () => Promise.resolve();
  return {
    byKey: perMinute === 0 ? off : limiter(perMinute, (_req, res) => traceOf(res).keyId ?? ''),
    withoutKey: limiter(WITHOUT_KEY, address),
    withoutValidKey: perMinute === 0 ? off : limiter(perMinute, address),
  };
}

/**
 * Counts by the store of express-rate-limit, and tells by its headers of draft 7. Its middleware is left out:
 * it takes as long as all else that comes before the use case.
 */
function limiter(limit: number, keyOf: (req: Request, res: Response) => string) {
  const store = new MemoryStore();
  store.init({ windowMs: WINDOW_MS } as Options);
  const policy = `${limit};w=${WINDOW_MS / 1000}`;
  return async (req: Request, res: Response): Promise<void> => {
    const { totalHits, resetTime } = await store.increment(keyOf(req, res));
    const reset = Math.max(0, Math.ceil(((resetTime as Date).getTime() - Date.now()) / 1000));
    res.setHeader('RateLimit-Policy', policy);
    res.setHeader('RateLimit', `limit=${limit}, remaining=${Math.max(0, limit - totalHits)}, reset=${reset}`);
    if (totalHits > limit) throw tooMany(reset);
  };
}

const tooMany = (seconds: number) =>
  new HttpProblem({
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Too many requests. Wait for as many seconds as Retry-After says, then go on.',
    headers: { 'Retry-After': String(seconds) },
  });
