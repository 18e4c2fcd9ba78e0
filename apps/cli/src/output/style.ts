/** Terminal styles. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'cyan';

const CODES: Readonly<Record<Style, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
};

/** Whether a stream supports colors: a terminal that has them, unless NO_COLOR is set. */
export const hasColours = (stream: NodeJS.WriteStream = process.stdout): boolean =>
  stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

/** Applies a style to an escaped text, if colors are supported. */
export function styled(text: string, style: Style | undefined, stream = process.stdout): string {
  if (style === undefined || text === '' || !hasColours(stream)) return text;
  const [on, off] = CODES[style];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

/** Styles of statuses and priorities. */
const WORDS: Readonly<Record<string, Style>> = {
  in_progress: 'blue',
  waiting: 'yellow',
  done: 'green',
  met: 'green',
  canceled: 'dim',
  abandoned: 'dim',
  backlog: 'dim',
  verification_pending: 'yellow',
  blocked: 'red',
  paused: 'yellow',
  working: 'blue',
  failed: 'red',
  tampered: 'red',
  passed: 'green',
  succeeded: 'green',
  accepted: 'green',
  returned: 'red',
  p0: 'red',
  p1: 'yellow',
  p3: 'dim',
};

export const styleOfWord = (word: string): Style | undefined => WORDS[word];
