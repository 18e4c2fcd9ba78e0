import { Argument, type Command } from 'commander';
import { type JsonOption, withJson } from '../commands/options.ts';
import { task } from '../input/values.ts';

/** Options of all commands for a claimed task. */
export interface HeldOptions extends JsonOption {
  readonly token?: string;
}

export const withHeld = (command: Command): Command =>
  withJson(command)
    .addArgument(new Argument('[task]', 'number of the task, if several are claimed').argParser(task))
    .option('--token <token>', 'token of the claim, if it was made elsewhere');
