import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addServiceCommands } from './commands/index.ts';
import { explained } from './explain.ts';
import { printableLines } from './output/print.ts';
import { endQuietly } from './output/quietly.ts';

/** Runs one command with its arguments and sets the exit code. Errors say why, and what to do. */
export async function run(args: readonly string[]): Promise<void> {
  endQuietly();
  try {
    await programOf().parseAsync(args, { from: 'user' });
  } catch (error) {
    const code = explained(error);
    if (code === null) throw error;
    process.exitCode = code;
  }
}

function programOf(): Command {
  // Must precede the commands, which inherit these settings.
  const program = new Command('tandem').exitOverride().configureOutput({
    writeOut: (text) => process.stdout.write(printableLines(text)),
    writeErr: (text) => process.stderr.write(printableLines(text)),
  });
  program.description('Work management for teams of people and AI agents').version(version());
  addServiceCommands(program);
  return program;
}

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
