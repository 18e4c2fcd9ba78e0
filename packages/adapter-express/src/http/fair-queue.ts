import { HttpProblem } from './problem.ts';

/**
 * Maximum time in milliseconds to start work in one turn of the event loop, before other events are handled.
 */
const SLICE_MS = 10;
/**
 * Maximum work in progress that waits for something else, mostly the database. More would queue there,
 * without fairness.
 */
const MAX_UNDER_WAY = 64;
/** Maximum queued work per holder: somewhat more than a connection brings at once. */
const MAX_WAITING = 1_000;

export interface FairQueue {
  /** Runs the work when it is its turn. 429 if this holder has too much queued work. */
  run<T>(holder: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Runs work one piece at a time, in turn for each holder. One connection can send many requests at once; other holders
 * do not wait for all of them, and the event loop turns in between, so that disconnects are noticed. Work that waits
 * for something else does not block the queue: other work starts meanwhile.
 */
export function fairQueue(): FairQueue {
  const queues = new Map<string, (() => void)[]>();
  /** Identifies the work that is running now. */
  let current: object | null = null;
  let underWay = 0;
  /** When the first work of this turn of the event loop started; null if none has. */
  let since: number | null = null;

  const begin = (work: object) => {
    current = work;
    underWay++;
    // Runs after all promises that can settle have settled: work not done by then is waiting for something
    // else.
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
    // Re-inserting moves the holder to the back of the line.
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
    message: 'Too many requests of this key are queued. Wait for some responses, then retry.',
    headers: { 'Retry-After': '1' },
  });
