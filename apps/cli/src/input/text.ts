import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { CannotDo, Misused } from '../ending.ts';

/** Streams that an option has read. */
const taken = new WeakSet<NodeJS.ReadStream>();

/**
 * The text of an option: `-` reads standard input, `@file` reads a file, `@@` escapes a leading @; anything else is the
 * text itself. A trailing line break is removed.
 */
export async function textOf(given: string): Promise<string> {
  if (given === '-') return (await standardInput()).replace(/\r?\n$/, '');
  if (given.startsWith('@@')) return given.slice(1);
  if (given.startsWith('@')) return contentOf(given.slice(1)).replace(/\r?\n$/, '');
  return given;
}

export const optionalText = async (given: string | undefined): Promise<string | undefined> =>
  given === undefined ? undefined : textOf(given);

async function standardInput(): Promise<string> {
  const { stdin } = process;
  if (taken.has(stdin)) throw new Misused('Standard input can be read only once: use - for only one option.');
  taken.add(stdin);
  return text(stdin);
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CannotDo(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}). To start a text with @, write @@.`,
    );
  }
}

/**
 * The text of an argument: `-` reads standard input; anything else is the text itself, even if it starts with
 * @ (a mention).
 */
export const plainText = async (given: string): Promise<string> => (given === '-' ? textOf('-') : given);
