const BEAT_MS = process.stderr.isTTY ? 1_000 : 15_000;
const CLEAR = '\r\x1b[K';

/** What is going on, with the time at which it began. */
const running = new Map();
let timer;
let paused = false;

/** Shows work and its duration on standard error until the returned function is called, which returns the seconds. */
export function showProgress(what) {
  const startedAt = Date.now();
  running.set(what, startedAt);
  timer ??= setInterval(show, BEAT_MS);
  if (process.stderr.isTTY) show();
  else process.stderr.write(`${what} …\n`);
  return () => {
    running.delete(what);
    if (running.size === 0) timer = clearInterval(timer);
    clearLine();
    return secondsSince(startedAt);
  };
}

/** Leaves the terminal to another program while `work` runs. */
export async function withoutProgress(work) {
  clearLine();
  paused = process.stderr.isTTY;
  try {
    return await work();
  } finally {
    paused = false;
  }
}

/** Removes the line of the progress, so that a message can take its place. */
export function clearLine() {
  if (process.stderr.isTTY) process.stderr.write(CLEAR);
}

function show() {
  if (paused) return;
  const line = [...running].map(([what, startedAt]) => `${what} (${secondsSince(startedAt)} s)`).join(', ');
  process.stderr.write(process.stderr.isTTY ? `${CLEAR}${line} …` : `  ${line} …\n`);
}

const secondsSince = (startedAt) => Math.round((Date.now() - startedAt) / 1000);
