import { spawnSync } from 'node:child_process';
import { CLI, type Running, start } from './tandem.ts';

/** Whether this machine has the program that gives a command a terminal, in the form that Linux has it. */
export const hasTerminal = /util-linux/.test(String(spawnSync('script', ['--version']).stdout));

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Starts one command of `tandem` on a terminal, which shows both of its outputs; both are `stdout` here. */
export async function onTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const command = [process.execPath, CLI, ...args].map(quoted).join(' ');
  // Told first, for a signal to `script` would not reach it.
  const shown = start('script', ['-qefc', `echo "PID $$"; exec ${command}`, '/dev/null'], env);
  const [, pid] = await shown.says('stdout', /PID (\d+)/);
  return { ...shown, signal: (name) => void process.kill(Number(pid), name) };
}
