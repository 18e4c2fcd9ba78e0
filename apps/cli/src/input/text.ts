import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { CannotDo, Misused } from '../ending.ts';

let isTaken = false;

/**
 * A text as an option gives it: `-` is standard input, `@file` what is in a file, `@@` begins one with an @; all else is
 * the text itself. The end of the last line is none of it.
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
  if (isTaken) throw new Misused('Standard input can be read once: only one option may be -.');
  isTaken = true;
  return text(process.stdin);
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CannotDo(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}). A text that begins with @ itself is written with two: @@.`,
    );
  }
}

/** A text as an argument gives it: `-` is standard input, and all else the text itself, as one that begins with a name. */
export const plainText = async (given: string): Promise<string> => (given === '-' ? textOf('-') : given);
