import { addServiceCommands, endQuietly, explained, note, printableLines } from '@tandem/cli';
import { Refusal } from '@tandem/core';
import { Command } from 'commander';
import { addBackupCommand } from '../commands/backup.ts';
import { addDoctorCommand } from '../commands/doctor.ts';
import { addKeyCommands } from '../commands/key.ts';
import { addMemberCommands } from '../commands/member.ts';
import { addMoveCommand } from '../commands/move.ts';
import { addRestoreCommand } from '../commands/restore.ts';
import { addRollbackCommand } from '../commands/rollback.ts';
import { addServeCommand } from '../commands/serve.ts';
import { addWebLinkCommand } from '../commands/web-link.ts';
import { addWorkspaceCommands } from '../commands/workspace.ts';
import { explainedAddon } from '../errors/addon.ts';
import { CannotRun } from '../errors/cannot-run.ts';
import { version } from '../installation.ts';
import { unknownSettings } from '../settings/config.ts';
import { warningOf } from '../settings/unknown-settings.ts';

/** The exit code of a command that failed. */
const FAILED = 1;

/** Runs one command of `tandem` with its arguments. Sets the exit code; a failure prints its reason on one line. */
export async function run(args: readonly string[]): Promise<void> {
  // Files created from here on, above all the database and the contents, are readable by this user only.
  process.umask(0o077);
  // The server keeps running when the reader of its log closes the pipe.
  if (args[0] !== 'serve') endQuietly();
  try {
    await tandemCommand().parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = exitCodeFor(error);
  }
}

function tandemCommand(): Command {
  // Must precede the commands, which inherit it.
  const program = new Command('tandem').exitOverride().configureOutput({
    writeOut: (text) => process.stdout.write(printableLines(text)),
    writeErr: (text) => process.stderr.write(printableLines(text)),
  });
  program.description('Work management for teams of people and AI agents').version(version());
  program.hook('preAction', (_program, command) => {
    // A server reports them in its log.
    if (command.name() === 'serve') return;
    for (const unknown of unknownSettings(process.env)) note(warningOf(unknown));
  });
  addServeCommand(program);
  addWorkspaceCommands(program);
  addKeyCommands(program);
  addMemberCommands(program);
  addWebLinkCommand(program);
  addBackupCommand(program);
  addRestoreCommand(program);
  addRollbackCommand(program);
  addMoveCommand(program);
  addDoctorCommand(program);
  addServiceCommands(program);
  return program;
}

function exitCodeFor(error: unknown): number {
  const code = explained(error);
  if (code !== null) return code;
  const addon = explainedAddon(error);
  if (addon !== null) {
    note(addon);
    return FAILED;
  }
  if (!(error instanceof CannotRun || error instanceof Refusal)) throw error;
  for (const message of error instanceof CannotRun ? error.messages : [error.message]) note(message);
  return FAILED;
}
