import { PATIENCE_MS, startGuarded } from './guarded.ts';
import type { RunLog } from './run-logs.ts';
import { watchSilence } from './silence.ts';

export interface Outcome {
  /** null if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal?: string | null | undefined;
  readonly output: string;
  /** The last non-blank line of the output, even beyond the part that is kept. */
  readonly lastLine: string;
  /** The end of its standard error. */
  readonly complaint: string;
  /** Whether it was ended by the timeout. */
  readonly timedOut: boolean;
}

/** Options of a run of a command, apart from its input. */
export interface RunOptions {
  /** Added to the environment of this process, from which secrets have already been removed. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number | undefined;
  readonly silentMs: number;
  /** Called each time `silentMs` milliseconds pass without output. */
  readonly onSilence: (silentForMs: number) => void;
  readonly log: RunLog;
}

/** More than any reply may have; the rest is dropped. */
const MAX_OUTPUT = 500_000;
/** Maximum length of the last line that is kept. */
const MAX_END = 300_000;
const MAX_COMPLAINT = 2_000;

/**
 * Runs a shell command with `input` as its standard input and collects its output. Aborting the signal ends it with all
 * processes it started; so do the timeout and the end of this process.
 */
export function execute(
  command: string,
  input: string,
  signal: AbortSignal,
  { env, timeoutMs, silentMs, onSilence, log }: RunOptions,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    // Its own process group, so that its children can be ended too.
    const { child, end, kill, over } = startGuarded(command, { env: { ...process.env, ...env } });
    let patience: NodeJS.Timeout | undefined;
    let timedOut = false;
    const timeout =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            end();
          }, timeoutMs);
    const silence = watchSilence(silentMs, onSilence);
    const hear = (text: string) => {
      silence.heard();
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
      silence.stop();
      over();
      signal.removeEventListener('abort', end);
    };
    child.once('error', (error) => {
      settled();
      log.end(error.message);
      reject(error);
    });
    // A process left behind may keep the output open; do not wait for it.
    child.once('exit', () => {
      if (!signal.aborted && !timedOut) patience = setTimeout(end, PATIENCE_MS);
    });
    child.once('close', (exitCode, endedBy) => {
      settled();
      if (signal.aborted || timedOut) kill();
      const how = exitCode === null ? 'ended by a signal' : `exit status ${exitCode}`;
      log.end(timedOut ? `timed out, ${how}` : how);
      const lastLine = tail.trimEnd().split('\n').at(-1) ?? '';
      resolve({ exitCode, signal: endedBy, output, lastLine, complaint, timedOut });
    });
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    // A command need not read its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
