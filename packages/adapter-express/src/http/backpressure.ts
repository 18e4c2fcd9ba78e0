import type { Response } from 'express';
import { isGone, whenClosed } from './connection.ts';
import { HttpProblem } from './problem.ts';
import { addressOf } from './rate-limit.ts';
import type { Timeouts } from './timeouts.ts';
import { traceOf } from './trace.ts';

/** Limits for unread responses (docs/decisions/0041). */
export interface BackpressureLimits extends Pick<Timeouts, 'answer' | 'slowest'> {
  /** Maximum bytes of unread responses per key. */
  readonly perKey: number;
  /** Maximum bytes of unread responses in total. */
  readonly inAll: number;
}

/** Responses to requests accepted before a key reached its limit may exceed the limit by this factor. */
const OVERDRAFT = 2;

/** Tracks unread responses: those that the socket buffers cannot take because their clients do not read. */
export interface Backpressure {
  /** Throws 429 if the caller has too many unread responses. Call it before doing the work. */
  checkCapacity(res: Response): void;
  /** Call with every response once it is fully written. Costs nothing if the system has already taken it. */
  given(res: Response, bytes: number): void;
  /**
   * Call when a response of any size begins, of which at most `bytes` wait at a time; `taken` returns the bytes already
   * taken. Call the returned function at the end.
   */
  begun(res: Response, bytes: number, taken: () => number): () => void;
}

interface Waiting {
  readonly holder: string;
  readonly bytes: number;
  readonly res: Response;
  end(): void;
}

interface Holder {
  bytes: number;
  /** Ordered by when they began to wait. */
  readonly waiting: Set<Waiting>;
}

export function backpressure({ answer, slowest, perKey, inAll }: BackpressureLimits): Backpressure {
  const holders = new Map<string, Holder>();
  let bytesInAll = 0;

  const count = (waiting: Waiting) => {
    const holder = holders.get(waiting.holder) ?? { bytes: 0, waiting: new Set() };
    holders.set(waiting.holder, holder);
    holder.bytes += waiting.bytes;
    holder.waiting.add(waiting);
    bytesInAll += waiting.bytes;
  };

  const discount = (waiting: Waiting) => {
    const holder = holders.get(waiting.holder);
    if (!holder?.waiting.delete(waiting)) return;
    holder.bytes -= waiting.bytes;
    bytesInAll -= waiting.bytes;
    if (holder.waiting.size === 0) holders.delete(waiting.holder);
  };

  /**
   * Cuts the connection of the response that has waited longest for a holder, and with it all responses on
   * that connection.
   */
  const cutOldest = ({ waiting }: Holder) => {
    const [oldest] = waiting;
    const connection = oldest?.res.req.socket;
    for (const each of waiting) if (each.res.req.socket === connection) each.end();
    if (oldest) cut(oldest.res);
  };

  /**
   * Above the total limit, the holder with the most unread bytes is cut first, so that it does not affect the
   * others.
   */
  const keepWithin = (holder: Holder) => {
    while (holder.bytes > perKey * OVERDRAFT) cutOldest(holder);
    while (bytesInAll > inAll) cutOldest(greediest(holders));
  };

  const begun: Backpressure['begun'] = (res, bytes, taken) => {
    if (isGone(res.req)) return () => undefined;
    const began = performance.now();
    const dueIn = () => answer + (taken() / slowest) * 1000 - (performance.now() - began);
    const look = () => {
      const left = dueIn();
      if (left <= 0) cut(res);
      else timer = setTimeout(look, left).unref();
    };
    let timer = setTimeout(look, answer).unref();
    const end = () => {
      clearTimeout(timer);
      callOff();
      discount(waiting);
    };
    const waiting: Waiting = { holder: holderOf(res), bytes, res, end };
    const callOff = whenClosed(res.req, end);
    count(waiting);
    keepWithin(holders.get(waiting.holder) as Holder);
    return end;
  };

  return {
    checkCapacity: (res) => {
      if (bytesInAll > 0 && (holders.get(holderOf(res))?.bytes ?? 0) >= perKey) throw tooMuch();
    },
    given: (res, bytes) => {
      if (!res.writableFinished)
        res.once(
          'close',
          begun(res, bytes, () => 0),
        );
    },
    begun,
  };
}

/** The key that the request counts against, or the address of a request without a key. */
export const holderOf = (res: Response): string =>
  traceOf(res).holder?.key ?? `address ${addressOf(res.req)}`;

function cut(res: Response): void {
  traceOf(res).cut = true;
  res.req.socket.destroy();
}

const greediest = (holders: ReadonlyMap<string, Holder>): Holder =>
  [...holders.values()].reduce((max, holder) => (holder.bytes > max.bytes ? holder : max));

const tooMuch = () =>
  new HttpProblem({
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Too many unread responses on this key. Read or close some, then retry.',
    headers: { 'Retry-After': '1' },
  });
