import { CannotDo } from '../../ending.ts';

/** A file of a source, as named in messages. */
export interface SourceFile {
  readonly name: string;
  readonly size: number;
  /** Where it is, for files on this machine. */
  readonly path?: string;
  /** The content from its beginning, as often as needed. */
  bytes(): AsyncIterable<Uint8Array>;
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
  let decode: ((bytes?: Uint8Array) => string) | undefined;
  let encoding = '';
  let line = 1;
  const decoded = (bytes?: Uint8Array): string => {
    try {
      return decode?.(bytes) ?? '';
    } catch {
      throw new CannotDo(invalidText(file, line + (bytes ? linesUntilInvalid(bytes, encoding) : 0)));
    }
  };
  for await (const bytes of file.bytes()) {
    if (!decode) {
      encoding = encodingOf(file, bytes);
      const decoder = new TextDecoder(encoding, { fatal: true });
      decode = (piece) => (piece ? decoder.decode(piece, { stream: true }) : decoder.decode());
    }
    const text = decoded(bytes);
    yield text;
    line += breaksIn(text);
  }
  const rest = decoded();
  if (rest) yield rest;
}

/** The encoding that the first bytes show. */
function encodingOf({ name }: SourceFile, start: Uint8Array): string {
  const hex = Array.from(start.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const [, what] = BINARY.find(([bytes]) => hex.startsWith(bytes)) ?? [];
  if (what)
    throw new CannotDo(`${name} is ${what}, then import that.`.replace('a PDF, then import that', 'a PDF'));
  if (hex.startsWith('fffe')) return 'utf-16le';
  if (hex.startsWith('feff')) return 'utf-16be';
  if (start.length > 1 && (start[0] === 0 || start[1] === 0))
    throw new CannotDo(`${name} looks like UTF-16 without a byte order mark. Save it as UTF-8.`);
  return 'utf-8';
}

const invalidText = ({ name, path }: SourceFile, line: number) =>
  `${name}:${line}: the file is not valid UTF-8. Convert it first: iconv -f WINDOWS-1252 -t UTF-8 ${path ?? name}`;

function linesUntilInvalid(bytes: Uint8Array, encoding: string): number {
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
