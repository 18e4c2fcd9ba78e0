import type { Request, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { HttpProblem } from './problem.ts';

const WINDOW_MS = 60_000;
/** For requests without a key, by address: enough for people, too few to guess a code. */
const WITHOUT_KEY = 60;

export interface RateLimits {
  /** Counts a request against its key, or its address where there is none; 429 when that is too many. */
  admit(req: Request, res: Response, keyId: string | undefined): Promise<void>;
}

/** Limits requests a minute, by the IETF RateLimit headers (decisions, section 10); 0 turns them off for keys. */
export function rateLimits(perKey: number): RateLimits {
  const keys = new WeakMap<Request, string>();
  const byKey = limiter(perKey, (req) => keys.get(req) ?? '');
  const byAddress = limiter(WITHOUT_KEY, (req) => ipKeyGenerator(req.ip ?? ''));

  return {
    admit: async (req, res, keyId) => {
      if (keyId === undefined) return byAddress(req, res);
      if (perKey === 0) return;
      keys.set(req, keyId);
      return byKey(req, res);
    },
  };
}

function limiter(limit: number, keyGenerator: (req: Request) => string) {
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
