import { type Command, Option } from 'commander';
import { integer, severalOf } from '../input/values.ts';

/** How many of a list are shown unless it is said. */
const LIMIT = 50;
const MAX_LIMIT = 1_000_000;

/** The option by which a program reads the answer. */
export const withJson = (command: Command): Command =>
  command.option('--json', "the interface's own objects, one a line");

export const withList = (command: Command): Command =>
  withJson(command).addOption(
    new Option('--limit <n>', 'how many are shown at most').argParser(integer(1, MAX_LIMIT)).default(LIMIT),
  );

/** An option with a parser of its own. */
export const option = <Value>(
  flags: string,
  meaning: string,
  parser: (text: string, before: Value) => Value,
): Option => new Option(flags, meaning).argParser(parser as never);

/** The words of options that take several of them, for those who complete what is typed. */
const WORDS = new WeakMap<Option, readonly string[]>();

/** An option with one or more words of a list, with commas between. */
export function wordsOption<Word extends string>(flags: string, words: readonly Word[]): Option {
  const made = option(flags, `one or more of ${words.join(', ')}`, severalOf(words));
  WORDS.set(made, words);
  return made;
}

/** The words that an option takes; none where it takes any text. */
export const wordsOf = (
  given: Option,
): { readonly words: readonly string[]; readonly isSeveral: boolean } => {
  const words = WORDS.get(given);
  return { words: words ?? given.argChoices ?? [], isSeveral: words !== undefined };
};

export interface JsonOption {
  readonly json?: true;
}

/** The group of commands of this name, made where it is not there yet. */
export function groupOf(program: Command, name: string, meaning: string): Command {
  return (
    program.commands.find((command) => command.name() === name) ?? program.command(name).description(meaning)
  );
}
