import { HOME } from '../api/tandem.ts';

/** `@name` or `#12`, but not within a word, an address or a path. */
const REFERENCE =
  /(?<![\p{L}\p{N}_@#/.&-])(?:@(?<name>[A-Za-z0-9][\w.-]*)(?![\w.\p{L}\p{M}@-]|\/\w)|#(?<number>[1-9]\d{0,14})(?![\p{L}\p{N}_]))/gu;

/** Whether a text may mention a member: a quick check before reading the members. */
export const mentionsSomeone = (text: string): boolean => text.includes('@');

/** Marks mentions of members and links references to tasks, outside code and links. */
export function markReferences(parsed: Document, nameOf: (name: string) => string | undefined): void {
  const texts: Text[] = [];
  const walker = parsed.createTreeWalker(parsed.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text;
    if (/[@#]/.test(text.data) && !text.parentElement?.closest('a, code, pre')) texts.push(text);
  }
  for (const text of texts) text.replaceWith(...partsOf(parsed, text.data, nameOf));
}

function partsOf(
  parsed: Document,
  text: string,
  nameOf: (name: string) => string | undefined,
): readonly (string | Node)[] {
  const parts: (string | Node)[] = [];
  let end = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const { name = '', number } = match.groups ?? {};
    const member = possibleNames(name).find((each) => nameOf(each) !== undefined);
    if (number === undefined && member === undefined) continue;
    const node =
      member === undefined ? taskLink(parsed, number ?? '') : mention(parsed, member, nameOf(member));
    parts.push(text.slice(end, match.index), node);
    end = match.index + (member ?? number ?? '').length + 1;
  }
  return [...parts, text.slice(end)];
}

function taskLink(parsed: Document, number: string): Node {
  const link = parsed.createElement('a');
  link.setAttribute('href', new URL(`tasks/${number}`, HOME).href);
  link.dataset.taskNumber = number;
  link.textContent = `#${number}`;
  return link;
}

/** A name may end in punctuation that belongs to the sentence (docs/rules.md, Mentions): the longest first. */
function possibleNames(name: string): readonly string[] {
  const bare = name.replace(/[._-]+$/, '');
  return Array.from({ length: name.length - bare.length + 1 }, (_, i) => name.slice(0, name.length - i));
}

function mention(parsed: Document, name: string, displayName: string | undefined): Node {
  const mark = parsed.createElement('span');
  mark.dataset.mention = '';
  mark.title = displayName ?? '';
  mark.textContent = `@${name}`;
  return mark;
}
