import { spawn } from 'node:child_process';

export interface Outcome {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly output: string;
  /** The end of what it said on standard error. */
  readonly complaint: string;
}

/** More than any answer may hold; what comes after is dropped. */
const MOST_OUTPUT = 500_000;
const MOST_COMPLAINT = 2_000;

/**
 * Runs a shell command with `input` on its standard input and collects what it prints. Aborting the signal
 * ends it with all the processes that it has started.
 */
export function execute(command: string, input: string, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that ending it ends its children too.
    const child = spawn(command, { shell: true, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    const end = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    };
    let output = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < MOST_OUTPUT) output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-MOST_COMPLAINT);
    });
    child.once('error', reject);
    child.once('close', (exitCode) => {
      signal.removeEventListener('abort', end);
      resolve({ exitCode, output, complaint });
    });
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    // A command need not read what it is given.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
