import type { Line } from '../files/text.ts';
import type { SourceItem, SourceTask } from '../items.ts';
import { meaningOf, STATUS_WORDS } from '../words.ts';

const ITEM = /^(\s*)(?:[-*+]|\d+[.)])\s+\[(.)\]\s+(.+)$/;
const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const FENCE = /^\s*(```|~~~)/;
const TAB = 4;

/** Statuses by the mark in a box; boxes with other marks are open. */
const MARKS: Readonly<Record<string, string>> = { x: 'done', X: 'done', '/': 'in progress', '-': 'canceled' };

/**
 * The tasks of check lists. Nested items are sub-tasks, the first heading is the project, and other headings are
 * statuses or labels. The text identifies an item, below its parents.
 */
export function* checkItems(lines: readonly Line[], file: string): Generator<SourceItem> {
  const counts = new Map<string, number>();
  const open: { readonly indent: number; readonly id: string }[] = [];
  let title: string | undefined;
  let heading: string | undefined;
  let isCode = false;
  let last: { task: SourceTask; notes: string[]; indent: number } | undefined;
  for (const { text, number } of lines) {
    if (FENCE.test(text)) isCode = !isCode;
    const item = isCode ? null : ITEM.exec(text);
    const head = isCode ? null : HEADING.exec(text);
    if (!item) {
      // Indented text below an item belongs to it.
      const isNote = last && (text.trim() === '' || indentOf(text) > last.indent);
      if (isNote && !head) last?.notes.push(text.trim());
      else if (last) {
        yield withNotes(last);
        last = undefined;
      }
      if (head?.[1] === '#' && title === undefined && heading === undefined) title = head[2];
      else if (head) heading = head[2];
      if (head) open.length = 0;
      continue;
    }
    if (last) yield withNotes(last);
    const [, , mark = ' ', name = ''] = item;
    const indent = indentOf(text);
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const parent = open.at(-1)?.id;
    const id = distinct(`${parent ?? file} > ${name}`, counts);
    open.push({ indent, id });
    const isStatus = heading !== undefined && meaningOf(heading, STATUS_WORDS) !== undefined;
    const task: SourceTask = {
      type: 'task',
      place: { file, line: number },
      id,
      title: name,
      status: MARKS[mark] ?? (isStatus && parent === undefined ? heading : 'todo'),
      labels: heading === undefined || isStatus ? [] : [heading],
      parent,
      project: title === undefined ? undefined : { id: title, title },
    };
    last = { task, notes: [], indent };
  }
  if (last) yield withNotes(last);
}

function withNotes({
  task,
  notes,
}: {
  readonly task: SourceTask;
  readonly notes: readonly string[];
}): SourceTask {
  return { ...task, description: notes.join('\n').trim() || undefined };
}

const indentOf = (text: string): number => {
  const space = /^\s*/.exec(text)?.[0] ?? '';
  return space.replaceAll('\t', ' '.repeat(TAB)).length;
};

function distinct(id: string, counts: Map<string, number>): string {
  const count = (counts.get(id) ?? 0) + 1;
  counts.set(id, count);
  return count === 1 ? id : `${id} (${count})`;
}
