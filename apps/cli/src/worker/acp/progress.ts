import type { SessionUpdate } from '@agentclientprotocol/sdk';

const MAX_NOTE = 500;

/** The progress of a running task, for people. */
export interface Progress {
  readonly note: string;
  readonly percent: number | null;
}

/** The progress that an update of a session shows, or null if it shows none. */
export function progressOf(update: SessionUpdate): Progress | null {
  if (update.sessionUpdate === 'tool_call') return { note: cut(update.title), percent: null };
  if (update.sessionUpdate !== 'plan' || update.entries.length === 0) return null;
  const done = update.entries.filter(({ status }) => status === 'completed').length;
  const now = update.entries.find(({ status }) => status === 'in_progress') ?? update.entries[done];
  const percent = Math.round((100 * done) / update.entries.length);
  return { note: cut(now?.content ?? 'The plan is done.'), percent };
}

/** The plan as a list, for the checkpoint. */
export const planText = (update: SessionUpdate & { sessionUpdate: 'plan' }): string =>
  update.entries
    .map(({ content, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${content}`)
    .join('\n');

const cut = (text: string): string =>
  Array.from(text.replace(/\0|\p{Surrogate}/gu, ''))
    .slice(0, MAX_NOTE)
    .join('');

/** Calls a function with the latest value at most once per interval, the first time at once. */
export function throttled<Value>(
  send: (value: Value) => void,
  everyMs: number,
): { show: (value: Value) => void; stop: () => void } {
  let waiting: Value | undefined;
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    timer = undefined;
    if (waiting === undefined) return;
    const value = waiting;
    waiting = undefined;
    timer = setTimeout(next, everyMs);
    send(value);
  };
  return {
    show: (value) => {
      waiting = value;
      if (timer === undefined) next();
    },
    stop: () => clearTimeout(timer),
  };
}
