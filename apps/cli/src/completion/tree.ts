import type { Argument, Command } from 'commander';
import { wordsOf } from '../commands/options.ts';

/** Possible completions after a command. */
export interface CommandPath {
  /** The names of the command and its parents, each after a space; empty for the program itself. */
  readonly at: string;
  readonly commands: readonly Named[];
  readonly options: readonly Named[];
  /** The options that take a value. */
  readonly valued: readonly string[];
  readonly values: readonly Values[];
}

export interface Named {
  readonly name: string;
  readonly meaning: string;
}

/** The allowed words in a position: after an option, or as an argument, counted from 0. */
export interface Values {
  readonly of: string;
  readonly words: readonly string[];
  /** Whether several words may be given, separated by commas. */
  readonly isSeveral: boolean;
}

/** The completions of all commands of a program. */
export function placesOf(command: Command, at = ''): CommandPath[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const options = help.visibleOptions(command).filter(({ long }) => long);
  const place: CommandPath = {
    at,
    commands: commands.map((each) => ({ name: each.name(), meaning: each.description() })),
    options: options.map(({ long = '', description }) => ({ name: long, meaning: description })),
    valued: options.filter(({ required }) => required).map(({ long = '' }) => long),
    values: [
      ...options.map((option) => ({ of: option.long ?? '', ...wordsOf(option) })),
      ...command.registeredArguments.map((argument: Argument, place) => ({
        of: String(place),
        words: argument.argChoices ?? [],
        isSeveral: false,
      })),
    ].filter(({ words }) => words.length > 0),
  };
  const below = commands.filter((each) => each.name() !== 'help');
  return [place, ...below.flatMap((each) => placesOf(each, `${at} ${each.name()}`))];
}
