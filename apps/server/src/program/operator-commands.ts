import { addExamples, note } from '@tandem/cli';
import { Refusal } from '@tandem/core';
import type { Command } from 'commander';
import { addBackupCommand } from '../commands/backup.ts';
import { addDoctorCommand } from '../commands/doctor.ts';
import { OPERATOR_EXAMPLES } from '../commands/examples.ts';
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

/** Adds the commands that serve a database or work on it directly. */
export function addOperatorCommands(program: Command): void {
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
  addExamples(program, OPERATOR_EXAMPLES);
}

/** The exit code of a command that failed. */
const FAILED = 1;

/** Prints why such a command failed; returns its exit code, or undefined for an unexpected error. */
export function explainedFailure(error: unknown): number | undefined {
  const addon = explainedAddon(error);
  if (addon !== null) {
    note(addon);
    return FAILED;
  }
  if (!(error instanceof CannotRun || error instanceof Refusal)) return undefined;
  for (const message of error instanceof CannotRun ? error.messages : [error.message]) note(message);
  return FAILED;
}
