import type { Request, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
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

function limiter(limit: number, keyGenerator: (req: Request, res: Response) => string) {
  const handle = rateLimit({
    windowMs: WINDOW_MS,
    limit,
    keyGenerator,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    // Its checks of the set-up look at every request's address.
    validate: false,
    handler: (_req, _res, next) => next(tooMany()),
  });
  return (req: Request, res: Response): Promise<void> =>
    new Promise((resolve, reject) => {
      void handle(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
}

const tooMany = () =>
  new HttpProblem({
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Too many requests. Wait for as many seconds as Retry-After says, then go on.',
  });
