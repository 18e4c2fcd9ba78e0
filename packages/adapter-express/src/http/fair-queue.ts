import { HttpProblem } from './problem.ts';

/** For how long one turn of the event loop begins further work, before it looks after everything else. */
const SLICE_MS = 10;
/** How much work may wait for something else at a time, a database above all; more would wait there, and not in turn. */
const MAX_UNDER_WAY = 64;
/** How much work may wait for one holder: as much as a connection brings at once, and some. */
const MAX_WAITING = 1_000;

export interface FairQueue {
  /** Does the work when it is its turn. 429 when too much waits for this holder already. */
  run<T>(holder: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Has work done one piece after the other, those of each holder in turn. Many requests may come at once over one
 * connection: nobody else waits for all of them, and between them the event loop turns, so that it is heard of
 * when their client has gone. Work that waits for something else holds up no other: more begins meanwhile.
 */
export function fairQueue(): FairQueue {
  const queues = new Map<string, (() => void)[]>();
  /** Stands for the work that is being done now. */
  let current: object | null = null;
  let underWay = 0;
  /** When the first work of this turn of the event loop began; null when none has. */
  let since: number | null = null;

  const begin = (work: object) => {
    current = work;
    underWay++;
    // Once all promises are settled that can be: what is not done by then waits for something else.
    queueMicrotask(() => process.nextTick(letOthersBegin, work));
    if (since !== null) return;
    since = performance.now();
    setImmediate(() => {
      since = null;
      current = null;
      next();
    });
  };

  const letOthersBegin = (work: object) => {
    if (current !== work) return;
    current = null;
    next();
  };

  const mayBegin = () =>
    current === null && underWay < MAX_UNDER_WAY && (since === null || performance.now() - since < SLICE_MS);

  const next = () => {
    const [first] = queues;
    if (!first || !mayBegin()) return;
    const [holder, queue] = first;
    const start = queue.shift() as () => void;
    // Behind all others, if there is more.
    queues.delete(holder);
    if (queue.length > 0) queues.set(holder, queue);
    start();
  };

  const wait = (holder: string, work: object): Promise<void> => {
    const queue = queues.get(holder) ?? [];
    if (queue.length >= MAX_WAITING) throw tooMany();
    queues.set(holder, queue);
    return new Promise((resolve) => {
      queue.push(() => {
        begin(work);
        resolve();
      });
    });
  };

  return {
    run: async (holder, work) => {
      const me = {};
      if (queues.size === 0 && mayBegin()) begin(me);
      else await wait(holder, me);
      try {
        return await work();
      } finally {
        underWay--;
        if (current === me) current = null;
        next();
      }
    },
  };
}

const tooMany = () =>
  new HttpProblem({
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Too many requests of this key wait for their turn. Wait for some to be answered.',
    headers: { 'Retry-After': '1' },
  });
