import { JSONParser, TokenType } from '@streamparser/json';
import { CannotDo } from '../../ending.ts';
import type { Place } from '../items.ts';
import { linesOf, type SourceFile, textOf } from './text.ts';

/** A value of a JSON document, with its position: keys and indexes from the root. */
export interface Entry {
  readonly value: unknown;
  readonly path: readonly (string | number)[];
  /** Where the value begins. */
  readonly place: Place;
}

/**
 * The values at these paths (`$.*`, `$.cards.*`) in their order, without keeping the document in memory. A file may
 * contain several documents, as pages of an API do.
 */
export async function* entriesOf(file: SourceFile, paths: readonly string[]): AsyncGenerator<Entry> {
  const parser = new JSONParser({ paths: [...paths], keepStack: false, separator: '' });
  let found: Entry[] = [];
  let line = 1;
  const open: number[] = [];
  let begun = 1;
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) open.push(line);
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) begun = open.pop() ?? line;
    else begun = line;
  };
  parser.onValue = ({ value, key, stack }) => {
    const path = [...stack.slice(1).map((each) => each.key), key].filter((each) => each !== undefined);
    found.push({ value, path, place: { file: file.name, line: begun } });
  };
  let isEmpty = true;
  try {
    for await (const text of textOf(file)) {
      // A line at a time, because the parser doesn't count lines.
      for (const part of text.split(/(?<=\n)/)) {
        if (isEmpty && part.trim() !== '') isEmpty = false;
        parser.write(part);
        yield* found;
        found = [];
        if (part.endsWith('\n')) line++;
      }
    }
    if (!parser.isEnded) parser.end();
  } catch (error) {
    if (error instanceof CannotDo) throw error;
    throw new CannotDo(`${file.name}:${line}: invalid JSON. ${(error as Error).message}`);
  }
  yield* found;
  if (isEmpty) throw new CannotDo(`${file.name} is empty.`);
}

/** The objects of a file in JSON Lines; null for a line that is no object. */
export async function* objectLinesOf(
  file: SourceFile,
): AsyncGenerator<{ readonly value: Json | null; readonly place: Place }> {
  for await (const { text, number } of linesOf(file)) {
    if (text.trim() === '') continue;
    yield { value: objectIn(text), place: { file: file.name, line: number } };
  }
}

function objectIn(text: string): Json | null {
  try {
    return jsonOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/** An object of a file, of which nothing is known. */
export type Json = Readonly<Record<string, unknown>>;

/** The value, if it is an object. */
export const jsonOf = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;

/** The text of a text or number that is not blank. */
export function textIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The objects in a list. */
export const objectsIn = (value: unknown): Json[] =>
  Array.isArray(value) ? value.map(jsonOf).filter((each) => each !== null) : [];

/** The texts in a list. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(textIn).filter((each) => each !== undefined) : [];
