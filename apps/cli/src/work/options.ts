import { Argument, type Command } from 'commander';
import { type JsonOption, withJson } from '../commands/options.ts';
import { task } from '../input/values.ts';

/** What all commands take that are about a task that is held. */
export interface HeldOptions extends JsonOption {
  readonly token?: string;
}

export const withHeld = (command: Command): Command =>
  withJson(command)
    .addArgument(new Argument('[task]', 'its number, where several are held').argParser(task))
    .option('--token <token>', 'the token of the claim, where it was made elsewhere');
