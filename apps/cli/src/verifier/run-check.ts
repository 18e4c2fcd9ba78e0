import type { Finding, TaskVerification } from '@tandem/client';
import { startGuarded } from '../worker/guarded.ts';
import { killLeft } from './left-processes.ts';
import { newOutput } from './output.ts';
import type { Place, Sandbox } from './sandbox.ts';

/** How often the output so far is shown, in milliseconds, and how much of it. */
const SHOW_MS = 2_000;
const MAX_SHOWN = 16_000;
/** Time for the output to arrive after the processes have been killed. */
const DRAIN_MS = 2_000;

/** Both outputs in the order in which they were written. */
const ONE_OUTPUT = ['/bin/sh', '-c', 'exec "$@" 2>&1', '/bin/sh'];

export interface CheckRun {
  readonly check: Pick<TaskVerification['check'], 'command' | 'timeoutSeconds'>;
  /** The folder of this run, which contains the place. */
  readonly folder: string;
  readonly place: Place;
  readonly sandbox: Sandbox;
  /** Added to `PATH`, `HOME` and `LANG`. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly show: (output: string) => void;
}

/** Runs the command of a check, and kills what it leaves. Aborting the signal kills it. */
export function runCheck(run: CheckRun): Promise<Omit<Finding, 'durationMs'>> {
  const { check, folder, place, sandbox, signal, show } = run;
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: place.home, LANG: 'C.UTF-8', ...run.env };
  return new Promise((resolve, reject) => {
    const argv = [...ONE_OUTPUT, ...sandbox.run(check.command, place)];
    const { child, kill, over } = startGuarded(argv, { env, cwd: place.checkout });
    const output = newOutput();
    let shown = 0;
    let timedOut = false;
    let drain: NodeJS.Timeout | undefined;
    const killAll = () => {
      kill();
      killLeft(folder);
      // A process that was not found may keep the output open.
      drain ??= setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, DRAIN_MS);
    };
    const timeout = setTimeout(() => {
      timedOut = true;
      killAll();
    }, check.timeoutSeconds * 1000);
    const showing = setInterval(() => {
      if (output.length() === shown) return;
      shown = output.length();
      show(output.end(MAX_SHOWN));
    }, SHOW_MS);
    const settle = () => {
      clearTimeout(timeout);
      clearTimeout(drain);
      clearInterval(showing);
      signal.removeEventListener('abort', killAll);
      over();
    };
    child.stdout.on('data', (bytes: Buffer) => output.add(bytes));
    child.stdin.on('error', () => undefined).end();
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('exit', killAll);
    child.once('close', (exitCode) => {
      settle();
      const note = timedOut
        ? `\n[Killed after ${check.timeoutSeconds} seconds, the time limit of the check.]\n`
        : '';
      // One that was killed has no exit code.
      const failed = exitCode === null || timedOut || sandbox.hasStarted(place) ? 'failed' : 'error';
      const outcome = exitCode === 0 && !timedOut ? 'passed' : failed;
      resolve({
        outcome,
        exitCode: timedOut || outcome === 'error' ? null : exitCode,
        output: output.end() + note,
        outputLength: output.length(),
        outputDigest: output.digest(),
      });
    });
    signal.addEventListener('abort', killAll, { once: true });
    if (signal.aborted) killAll();
  });
}
