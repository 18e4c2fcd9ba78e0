import { fold } from '../shared/text.ts';

/** Maximum members that a text mentions. */
export const MAX_MENTIONS = 20;
/** Maximum names looked up per text; names of nobody must not displace a member's. */
export const MAX_NAMES = 50;
const MAX_NAME = 64;

const FENCE = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING_FENCE = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/;

/** The text with its fenced blocks as blank lines. A block without an end reaches to the end of the text. */
function withoutFences(text: string): string {
  let open = '';
  const outside = (line: string): string => {
    if (open === '') {
      open = FENCE.exec(line)?.[1] ?? '';
      return open === '' ? line : '';
    }
    const closing = CLOSING_FENCE.exec(line)?.[1] ?? '';
    if (closing.startsWith(open)) open = '';
    return '';
  };
  return text.split(/\r?\n/).map(outside).join('\n');
}

const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/;
const INDENTED = /^(?: {4}| {0,3}\t)/;

/** The paragraphs without indented code. Below a list item, indented text belongs to the item. */
function paragraphsOf(text: string): readonly string[] {
  let isInList = false;
  return text.split(/\n[ \t]*\n/).map((paragraph) => {
    const lines = paragraph.split('\n').filter((line) => line.trim() !== '');
    const isIndented = INDENTED.test(lines[0] ?? '');
    const prose = isInList || !isIndented ? 0 : lines.findIndex((line) => !INDENTED.test(line));
    const rest = prose < 0 ? [] : lines.slice(prose);
    if (rest.length > 0)
      isInList = rest.some((line) => LIST_ITEM.test(line)) || (isInList && /^[ \t]/.test(rest[0] ?? ''));
    return rest.join('\n');
  });
}

/** A paragraph without its code spans: from a run of backticks to the next run of the same length. */
function withoutSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)];
  const closings: (number | undefined)[] = [];
  const nextOf = new Map<number, number>();
  for (let i = runs.length - 1; i >= 0; i--) {
    const length = runs[i]?.[0].length as number;
    closings[i] = nextOf.get(length);
    nextOf.set(length, i);
  }
  let rest = '';
  let from = 0;
  for (let i = 0; i < runs.length; i++) {
    const { index = 0 } = runs[i] as RegExpExecArray;
    const closing = closings[i];
    if (closing === undefined || paragraph[index - 1] === '\\') continue;
    const end = runs[closing] as RegExpExecArray;
    rest += `${paragraph.slice(from, index)} `;
    from = (end.index ?? 0) + end[0].length;
    i = closing;
  }
  return rest + paragraph.slice(from);
}

/** A paragraph without HTML comments, which readers don't see. */
function withoutComments(paragraph: string): string {
  let rest = '';
  let from = 0;
  for (;;) {
    const start = paragraph.indexOf('<!--', from);
    const end = start < 0 ? -1 : paragraph.indexOf('-->', start);
    if (end < 0) return rest + paragraph.slice(from);
    rest += `${paragraph.slice(from, start)} `;
    from = end + '-->'.length;
  }
}

/** Before the `@`: the local part of an address, a path, another `@`, or an escape. */
const NOT_BEFORE = /[\p{Script=Latin}\p{N}][._%+-]{0,64}$|[/@\\]$/u;
/** After the name: the rest of a word, of an address or of a path. */
const NOT_AFTER = /^(?:[\p{Script=Latin}\p{M}]|@|\/[A-Za-z0-9])/u;
/** Longer than any local part that ends in punctuation. */
const CONTEXT = 66;

/**
 * The names after an `@` in a text (docs/rules.md, Mentions), folded, each once. A name may end in punctuation that
 * belongs to the sentence, so each entry has the possible names, the longest first.
 *
 * @example
 * mentionedNames('Ask @ada-l. or `@bob`'); // [['ada-l.', 'ada-l']]
 */
export function mentionedNames(text: string | null): readonly (readonly string[])[] {
  if (!text?.includes('@')) return [];
  const found = new Map<string, readonly string[]>();
  for (const paragraph of paragraphsOf(withoutFences(text))) {
    if (!paragraph.includes('@')) continue;
    const prose = withoutComments(withoutSpans(paragraph));
    for (const { index = 0, 0: match } of prose.matchAll(/@[A-Za-z0-9][A-Za-z0-9._-]*/g)) {
      if (NOT_BEFORE.test(prose.slice(Math.max(0, index - CONTEXT), index))) continue;
      const end = index + match.length;
      if (NOT_AFTER.test(prose.slice(end, end + 2))) continue;
      const name = fold(match.slice(1));
      const names = possibleNames(name);
      if (names.length > 0) found.set(name, names);
      if (found.size >= MAX_NAMES) return [...found.values()];
    }
  }
  return [...found.values()];
}

function possibleNames(name: string): readonly string[] {
  const names: string[] = [];
  const bare = name.replace(/[._-]+$/, '');
  for (let length = Math.min(name.length, MAX_NAME); length >= bare.length; length--)
    names.push(name.slice(0, length));
  return names;
}
