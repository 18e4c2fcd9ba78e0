import { type Command, Option } from 'commander';
import { integer, severalOf } from '../input/values.ts';

/** Default maximum number of items listed. */
const LIMIT = 50;
const MAX_LIMIT = 1_000_000;

/** Adds the option for machine-readable output. */
export const withJson = (command: Command): Command =>
  command.option('--json', "print the API's objects as JSON, one per line");

export const withList = (command: Command): Command =>
  withJson(command).addOption(
    new Option('--limit <n>', 'maximum number of items').argParser(integer(1, MAX_LIMIT)).default(LIMIT),
  );

/** Adds the options for the key that `tandem agent setup` saved; without them, TANDEM_AGENT names the agent. */
export const withAgent = (command: Command): Command =>
  command
    .option('--agent <name>', 'use the key saved for this agent, unless TANDEM_KEY is set')
    .option('--url <url>', "URL of the agent's service");

/** An option with its own parser. */
export const option = <Value>(
  flags: string,
  meaning: string,
  parser: (text: string, before: Value) => Value,
): Option => new Option(flags, meaning).argParser(parser as never);

/** Allowed words of options that take several, for shell completion. */
const WORDS = new WeakMap<Option, readonly string[]>();

/** An option with one or more words of a list, separated by commas. */
export function wordsOption<Word extends string>(flags: string, words: readonly Word[]): Option {
  const made = option(flags, `one or more of ${words.join(', ')}`, severalOf(words));
  WORDS.set(made, words);
  return made;
}

/** The allowed words of an option; empty if it takes any text. */
export const wordsOf = (
  given: Option,
): { readonly words: readonly string[]; readonly isSeveral: boolean } => {
  const words = WORDS.get(given);
  return { words: words ?? given.argChoices ?? [], isSeveral: words !== undefined };
};

export interface JsonOption {
  readonly json?: true;
}

/** The command group with this name, created if necessary. */
export function groupOf(program: Command, name: string, meaning: string): Command {
  return (
    program.commands.find((command) => command.name() === name) ?? program.command(name).description(meaning)
  );
}
