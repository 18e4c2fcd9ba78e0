import type { Response } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { isGone, whenClosed } from './connection.ts';
import { HttpProblem } from './problem.ts';
import type { Timeouts } from './timeouts.ts';
import { traceOf } from './trace.ts';

/** What may wait to be taken by clients, and for how long (docs/decisions/0041). */
export interface BackpressureLimits extends Pick<Timeouts, 'answer' | 'slowest'> {
  /** Bytes of answers that may wait for one key. */
  readonly perKey: number;
  /** Bytes of answers that may wait for all. */
  readonly inAll: number;
}

/** How far the answers to what was begun before a key was over its limit may bring it over. */
const OVERDRAFT = 2;

/** Knows which answers wait: given to the system, which has not taken them, because their clients do not. */
export interface Backpressure {
  /** 429 when so much waits for whoever asks that no more is done for them. To be asked before the work. */
  checkCapacity(res: Response): void;
  /** To be called with every answer once it is given, whole. Costs nothing when the system has taken it. */
  given(res: Response, bytes: number): void;
  /**
   * To be called when an answer of any size begins, of which never more than `bytes` wait; `taken` tells how many
   * of it have been. What it returns is to be called at the end.
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
  /** In the order in which they began to wait. */
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

  /** Cuts the connection of the answer that has waited longest for a holder, and with it all that wait there. */
  const cutOldest = ({ waiting }: Holder) => {
    const [oldest] = waiting;
    const connection = oldest?.res.req.socket;
    for (const each of waiting) if (each.res.req.socket === connection) each.end();
    if (oldest) cut(oldest.res);
  };

  /** Nobody's answers are refused because of what others do not take: whoever holds most goes first. */
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

/** The key that the request counts against, or the address of a request without one. */
export const holderOf = (res: Response): string =>
  traceOf(res).holder?.key ?? `address ${ipKeyGenerator(res.req.ip ?? '')}`;

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
    message: 'Too much of what was asked for waits to be read. Read those answers first, then ask again.',
    headers: { 'Retry-After': '1' },
  });
