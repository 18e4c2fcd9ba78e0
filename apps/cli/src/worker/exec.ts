import type { ChildProcess } from 'node:child_process';
import { startGuarded } from './guarded.ts';
import type { RunLog } from './run-logs.ts';

export interface Outcome {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly output: string;
  /** The last line of the output that is not blank, also of more than is kept. */
  readonly lastLine: string;
  /** The end of what it said on standard error. */
  readonly complaint: string;
  /** Whether it was ended because it took too long. */
  readonly timedOut: boolean;
}

/** What a run of a command is given beside its input, and who hears of it. */
export interface RunOptions {
  /** Beside the environment of this process, from which what a command must not know is gone by then. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number | undefined;
  readonly silentMs: number;
  /** Called each time that many milliseconds have passed without output. */
  readonly onSilence: (silentForMs: number) => void;
  readonly log: RunLog;
}

/** More than any answer may hold; what comes after is dropped. */
const MAX_OUTPUT = 500_000;
/** The longest last line that is told whole. */
const MAX_END = 300_000;
const MAX_COMPLAINT = 2_000;
/** How long what a command has started may go on after the command, and after being asked to end. */
const PATIENCE_MS = 2_000;

/**
 * Runs a shell command with `input` on its standard input and collects what it prints. Aborting the signal ends it with
 * all the processes that it has started; so do the timeout and the end of this process.
 */
export function execute(
  command: string,
  input: string,
  signal: AbortSignal,
  { env, timeoutMs, silentMs, onSilence, log }: RunOptions,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that ending it ends its children too.
    const { child, over } = startGuarded(command, { ...process.env, ...env });
    let patience: NodeJS.Timeout | undefined;
    /** Asks, and then insists: a command may not want to, and a process may have left the group. */
    const end = () => {
      signalGroup(child, 'SIGTERM');
      clearTimeout(patience);
      patience = setTimeout(() => {
        signalGroup(child, 'SIGKILL');
        child.stdout.destroy();
        child.stderr.destroy();
      }, PATIENCE_MS);
    };
    const kill = () => signalGroup(child, 'SIGKILL');
    let timedOut = false;
    const timeout =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            end();
          }, timeoutMs);
    let heardAt = performance.now();
    const silence = setInterval(() => onSilence(performance.now() - heardAt), silentMs);
    const hear = (text: string) => {
      heardAt = performance.now();
      silence.refresh();
      log.write(text);
    };
    let output = '';
    let tail = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      hear(text);
      if (output.length < MAX_OUTPUT) output += text;
      tail = (tail + text).slice(-MAX_END);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      hear(text);
      complaint = (complaint + text).slice(-MAX_COMPLAINT);
    });
    const settled = () => {
      clearTimeout(patience);
      clearTimeout(timeout);
      clearInterval(silence);
      over();
      signal.removeEventListener('abort', end);
      process.removeListener('exit', kill);
    };
    child.once('error', (error) => {
      settled();
      log.end(error.message);
      reject(error);
    });
    // Something that it left behind may hold its output open: the answer does not wait for that.
    child.once('exit', () => {
      if (!signal.aborted && !timedOut) patience = setTimeout(end, PATIENCE_MS);
    });
    child.once('close', (exitCode) => {
      settled();
      if (signal.aborted || timedOut) kill();
      const how = exitCode === null ? 'ended by a signal' : `exit status ${exitCode}`;
      log.end(timedOut ? `timed out, ${how}` : how);
      const lastLine = tail.trimEnd().split('\n').at(-1) ?? '';
      resolve({ exitCode, output, lastLine, complaint, timedOut });
    });
    process.once('exit', kill);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    // A command need not read what it is given.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}
