/** Ends a request before its response: by the caller or by the timeout. */
export interface End {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** Whether the timeout has passed. */
  isLate(): boolean;
  /**
   * Call when the request is over. `again`: nothing is left of the request that the signal could abort, so it
   * can be reused.
   */
  over(again: boolean): void;
}

interface Entry extends End {
  /** Starts using it for a request with this timeout. */
  begin(timeoutMs: number): void;
}

/** Maximum requests per signal: the listeners that fetch adds to a signal stay for a while. */
const USES = 8;
/** Maximum number of idle instances. */
const MAX_SPARE = 16;
/** The maximum delay of a timer. */
const MAX_TIMER_MS = 0x7fff_ffff;

const spare: Entry[] = [];

/**
 * Creating an AbortController with a timer takes longer than the rest of the client's work for a request. So one serves
 * several consecutive requests, and its timer keeps running in between where the platform can unref it.
 */
export function endAfter(timeoutMs: number): End {
  const end = spare.pop() ?? newEnd();
  end.begin(timeoutMs);
  return end;
}

function newEnd(): Entry {
  const controller = new AbortController();
  let uses = 0;
  let isLate = false;
  /** When the request times out; null between requests. */
  let deadline: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firesAt = Infinity;

  const start = (ms: number) => {
    firesAt = performance.now() + ms;
    timer = setTimeout(look, Math.min(ms, MAX_TIMER_MS));
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
    firesAt = Infinity;
  };
  const look = () => {
    stop();
    if (deadline === null) return;
    const left = deadline - performance.now();
    // Timers may fire slightly early.
    if (left > 1) start(left);
    else {
      isLate = true;
      controller.abort();
    }
  };

  const end: Entry = {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    isLate: () => isLate,
    begin: (timeoutMs) => {
      uses++;
      deadline = performance.now() + timeoutMs;
      if (firesAt <= deadline) hold(timer, true);
      else {
        stop();
        start(timeoutMs);
      }
    },
    over: (again) => {
      deadline = null;
      if (again && !controller.signal.aborted && uses < USES && spare.length < MAX_SPARE) {
        if (!hold(timer, false)) stop();
        spare.push(end);
      } else stop();
    },
  };
  return end;
}

/** Sets whether a timer keeps the process running; returns false if the platform does not support it. */
function hold(timer: unknown, running: boolean): boolean {
  const { ref, unref } = (timer ?? {}) as { ref?(): void; unref?(): void };
  if (!ref || !unref) return false;
  (running ? ref : unref).call(timer);
  return true;
}
