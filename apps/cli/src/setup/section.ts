import { CannotDo } from '../ending.ts';
import { eolOf, type Part } from './tool.ts';

/** A marked section of a text file, which is appended once and replaced in place afterwards. */
export function sectionPart(
  file: string,
  lines: readonly string[],
  [begin, end]: readonly [begin: string, end: string],
  check?: (rest: string) => void,
): Part {
  return {
    files: [file],
    add: (text) => {
      const eol = eolOf(text);
      const section = [begin, ...lines, end].join(eol);
      const found = sectionIn(text, begin, end);
      check?.(found ? text.slice(0, found.from) + text.slice(found.to) : text);
      if (found) return text.slice(0, found.from) + section + text.slice(found.to);
      const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
      return text + gap + section + eol;
    },
    remove: (text, before) => {
      const found = sectionIn(text, begin, end);
      if (!found) return text;
      const eol = eolOf(text);
      const after = text.slice(found.to).replace(/^\r?\n/, '');
      const head = withoutEnd(text.slice(0, found.from), eol);
      // The setup ended the last line, which had no line break.
      const isUnended = after === '' && before !== undefined && before !== '' && !before.endsWith('\n');
      return (isUnended ? withoutEnd(head, eol) : head) + after;
    },
  };
}

const withoutEnd = (text: string, eol: string): string =>
  text.endsWith(eol) ? text.slice(0, -eol.length) : text;

function sectionIn(text: string, begin: string, end: string): { from: number; to: number } | null {
  const from = text.indexOf(begin);
  const last = text.indexOf(end);
  if (from < 0 && last < 0) return null;
  const isSingle = text.lastIndexOf(begin) === from && text.lastIndexOf(end) === last;
  if (from >= 0 && last > from && isSingle) return { from, to: last + end.length };
  throw new CannotDo(
    `must have ${begin} and ${end} once, in this order, or not at all. Fix it, then try again.`,
  );
}
