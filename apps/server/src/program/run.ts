import { addServiceCommands, endQuietly, explained, note, printableLines } from '@tandem/cli';
import { Command } from 'commander';
import { commit, version } from '../installation.ts';
import { CLIENT_SETTINGS, unknownSettings, warningOf } from '../settings/unknown-settings.ts';

// Most commands only call a server. They load a fraction of the program, so the rest is imported on demand.

/** Runs one command of `tandem` with its arguments. Sets the exit code; a failure prints its reason on one line. */
export async function run(args: readonly string[]): Promise<void> {
  // Files created from here on, above all the database and the contents, are readable by this user only.
  process.umask(0o077);
  const words = withCommand(args);
  // The server keeps running when the reader of its log closes the pipe.
  if (words[0] !== 'serve' || words.some((word) => HELP.includes(word))) endQuietly();
  const operator = isServiceCommand(words) ? undefined : await import('./operator-commands.ts');
  try {
    await (operator ? wholeProgram(operator) : serviceProgram()).parseAsync(words, { from: 'user' });
  } catch (error) {
    const code = explained(error) ?? operator?.explainedFailure(error);
    if (code === undefined) throw error;
    process.exitCode = code;
  }
}

const HELP = ['-h', '--help'];

/** The options of the program itself, which no command has. */
const OWN_OPTIONS = [...HELP, '-V', '--version'];

/** `tandem` without a command serves. */
const withCommand = ([first, ...rest]: readonly string[]): readonly string[] => {
  if (first === undefined) return ['serve'];
  return first.startsWith('-') && !OWN_OPTIONS.includes(first) ? ['serve', first, ...rest] : [first, ...rest];
};

/** Service commands that need the rest of the program, too. */
const OTHERS = ['mcp', 'completion'];

/** Whether a command needs only a small part of the program: nothing that is imported on demand. */
export const isServiceCommand = ([name = '']: readonly string[]): boolean =>
  unfamiliarSettings().length === 0 &&
  !OTHERS.includes(name) &&
  (name === '--version' || serviceProgram().commands.some((command) => command.name() === name));

/** Variables with our prefix that clients don't read: settings of the server, or typos. */
const unfamiliarSettings = () => unknownSettings(process.env, CLIENT_SETTINGS);

let service: Command | undefined;

function serviceProgram(): Command {
  if (!service) {
    service = newProgram();
    addServiceCommands(service);
  }
  return service;
}

/** The program with all of its commands. */
export function wholeProgram({ addOperatorCommands }: typeof import('./operator-commands.ts')): Command {
  const program = newProgram();
  addOperatorCommands(program);
  addServiceCommands(program);
  return program;
}

function versionLine(): string {
  const from = commit();
  return from ? `${version()} (commit ${from.slice(0, 12)})` : version();
}

function newProgram(): Command {
  // Must precede the commands, which inherit it.
  const program = new Command('tandem').exitOverride().configureOutput({
    writeOut: (text) => process.stdout.write(printableLines(text)),
    writeErr: (text) => process.stderr.write(printableLines(text)),
  });
  program.description('Work management for teams of people and AI agents').version(versionLine());
  return program.hook('preAction', async (_program, command) => {
    // A server reports them in its log.
    if (command.name() === 'serve') return;
    if (unfamiliarSettings().length === 0) return;
    const config = await import('../settings/config.ts');
    for (const unknown of config.unknownSettings(process.env)) note(warningOf(unknown));
  });
}
