/** What ends a request before it is answered: whoever asks, or time. */
export interface End {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** Whether the time was over. */
  isLate(): boolean;
  /** The request is over. `again` says that nothing of it goes on which the signal could end. */
  over(again: boolean): void;
}

interface Kept extends End {
  /** From now on it is that of a request which may take so long. */
  begin(timeoutMs: number): void;
}

/** How many requests it serves: what fetch listens to a signal with stays there for a while. */
const USES = 8;
/** Those that wait for a request. */
const MAX_SPARE = 16;
/** The longest time that a timer can wait. */
const MAX_TIMER_MS = 0x7fff_ffff;

const spare: Kept[] = [];

/**
 * An AbortController with a timer takes longer to be made than all else that is done for a request. So one serves several that
 * follow each other, and its timer goes on from one to the next where the platform lets it not count as work that is left.
 */
export function endAfter(timeoutMs: number): End {
  const end = spare.pop() ?? newEnd();
  end.begin(timeoutMs);
  return end;
}

function newEnd(): Kept {
  const controller = new AbortController();
  let uses = 0;
  let isLate = false;
  /** When the request is late; null between requests. */
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
    // Timers may be a little early.
    if (left > 1) start(left);
    else {
      isLate = true;
      controller.abort();
    }
  };

  const end: Kept = {
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

/** Whether a timer keeps the process running; returns false where it cannot be told. */
function hold(timer: unknown, running: boolean): boolean {
  const { ref, unref } = (timer ?? {}) as { ref?(): void; unref?(): void };
  if (!ref || !unref) return false;
  (running ? ref : unref).call(timer);
  return true;
}
