import { CLI, type Running, start } from './tandem.ts';

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Starts one command of `tandem` on a terminal, which shows both of its outputs; both are `stdout` here. */
export async function onTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const command = [process.execPath, CLI, ...args].map(quoted).join(' ');
  // Told first, for a signal to `script` would not reach it.
  const terminal = start('script', ['-qefc', `echo "PID $$"; exec ${command}`, '/dev/null'], env);
  const [, pid] = await terminal.says('stdout', /PID (\d+)/);
  return { ...terminal, signal: (name) => void process.kill(Number(pid), name) };
}
