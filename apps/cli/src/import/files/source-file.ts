import { closeSync, createReadStream, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CannotDo } from '../../ending.ts';

/** A file of a source, as named in messages. */
export interface SourceFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

/** The files behind arguments; folders stand for the files in them whose names match, in the order of their names. */
export function filesOf(paths: readonly string[], matches: RegExp): SourceFile[] {
  return paths.flatMap((path) => {
    const stats = statOf(path);
    if (!stats.isDirectory()) return [{ name: basename(path), path, size: stats.size }];
    const found = readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => matches.test(name) && !/(^|[\\/])(node_modules|\.git)[\\/]/.test(name))
      .map((name) => ({ name, path: join(path, name), stats: statOf(join(path, name)) }))
      .filter((each) => each.stats.isFile())
      .map((each) => ({ name: each.name, path: each.path, size: each.stats.size }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    if (found.length === 0) throw new CannotDo(`The folder ${path} contains no file to import.`);
    return found;
  });
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

export const unreadable = (path: string, error: unknown): CannotDo =>
  new CannotDo(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);

const START_BYTES = 4;

function startOf({ path }: SourceFile): Buffer {
  try {
    const file = openSync(path, 'r');
    try {
      const start = Buffer.alloc(START_BYTES);
      return start.subarray(0, readSync(file, start, 0, START_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** First bytes of formats that are no text. */
const BINARY: readonly (readonly [start: string, what: string])[] = [
  ['504b0304', 'a ZIP archive or an Excel file. Unpack it, or save the sheet as CSV'],
  ['1f8b', 'compressed. Decompress it'],
  ['d0cf11e0', 'an old Excel file. Save the sheet as CSV'],
  ['25504446', 'a PDF'],
  ['53514c69', 'an SQLite database. Use the source vibe-kanban for one of Vibe Kanban'],
];

/** The text of a file in pieces, without a byte order mark. UTF-8, or UTF-16 with a byte order mark. */
export async function* textOf(file: SourceFile): AsyncGenerator<string> {
  const start = startOf(file);
  const hex = start.toString('hex');
  const [, what] = BINARY.find(([bytes]) => hex.startsWith(bytes)) ?? [];
  if (what)
    throw new CannotDo(
      `${file.name} is ${what}, then import that.`.replace('a PDF, then import that', 'a PDF'),
    );
  const encoding = hex.startsWith('fffe') ? 'utf-16le' : hex.startsWith('feff') ? 'utf-16be' : 'utf-8';
  if (encoding === 'utf-8' && start.length > 1 && (start[0] === 0 || start[1] === 0))
    throw new CannotDo(`${file.name} looks like UTF-16 without a byte order mark. Save it as UTF-8.`);
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  try {
    for await (const bytes of createReadStream(file.path, { highWaterMark: 256 * 1024 })) {
      let text: string;
      try {
        text = decoder.decode(bytes as Buffer, { stream: true });
      } catch {
        throw new CannotDo(invalidText(file, line + linesUntilInvalid(bytes as Buffer, encoding)));
      }
      yield text;
      line += breaksIn(text);
    }
  } catch (error) {
    if (error instanceof CannotDo || (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw unreadable(file.path, error);
  }
  try {
    const rest = decoder.decode();
    if (rest) yield rest;
  } catch {
    throw new CannotDo(invalidText(file, line));
  }
}

const invalidText = ({ name, path }: SourceFile, line: number) =>
  `${name}:${line}: the file is not valid UTF-8. Convert it first: iconv -f WINDOWS-1252 -t UTF-8 ${path}`;

function linesUntilInvalid(bytes: Buffer, encoding: string): number {
  const text = new TextDecoder(encoding).decode(bytes);
  return breaksIn(text.slice(0, Math.max(0, text.indexOf('\ufffd'))));
}

function breaksIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** The longest line of JSON Lines and Markdown. */
const MAX_LINE = 32 * 1024 * 1024;

export interface Line {
  readonly text: string;
  readonly number: number;
}

/** The lines of a file, without their ends. */
export async function* linesOf(file: SourceFile): AsyncGenerator<Line> {
  let rest = '';
  let number = 0;
  for await (const piece of textOf(file)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE)
      throw new CannotDo(`${file.name}:${number + lines.length + 1}: the line is longer than 32 MB.`);
    for (const text of lines)
      yield { text: text.endsWith('\r') ? text.slice(0, -1) : text, number: ++number };
  }
  if (rest) yield { text: rest, number: ++number };
}
