import type { Task } from '@tandem/client';
import type { Section } from './use-sections.ts';

export type Line =
  | { readonly kind: 'heading'; readonly section: Section }
  | { readonly kind: 'task'; readonly section: Section; readonly task: Task }
  | { readonly kind: 'note'; readonly section: Section };

/** The lines of all sections in order, each created on access: a list of 10,000 renders about 40. */
interface Lines {
  readonly count: number;
  readonly at: (index: number) => Line | null;
  readonly keyAt: (index: number) => string;
  /** The index of a section's first task. */
  readonly firstOf: (section: Section) => number;
}

interface Placed {
  readonly section: Section;
  readonly start: number;
  readonly headings: 0 | 1;
  readonly tasks: number;
  readonly notes: 0 | 1;
}

const lengthOf = ({ headings, tasks, notes }: Placed) => headings + tasks + notes;

export function linesOf(sections: readonly Section[], closed: ReadonlySet<string>): Lines {
  const placed: Placed[] = [];
  const firsts = new Map<Section, number>();
  let count = 0;
  for (const section of sections) {
    const { group, tasks, read } = section;
    const isOpen = !closed.has(group.key);
    const isWhole = read?.isSuccess === true && !read.hasNextPage && tasks.length > 0;
    const next: Placed = {
      section,
      start: count,
      headings: group.key === 'all' ? 0 : 1,
      tasks: isOpen ? tasks.length : 0,
      notes: isOpen && !isWhole ? 1 : 0,
    };
    placed.push(next);
    firsts.set(section, count + next.headings);
    count += lengthOf(next);
  }
  const at = (index: number): Line | null => {
    const entry = placed[placeOf(placed, index)];
    if (!entry) return null;
    const { section, start, headings, tasks } = entry;
    const within = index - start - headings;
    if (within < 0) return { kind: 'heading', section };
    const task = within < tasks ? section.tasks[within] : undefined;
    return task ? { kind: 'task', section, task } : { kind: 'note', section };
  };
  return {
    count,
    at,
    keyAt: (index) => {
      const line = at(index);
      if (!line) return '';
      const { key } = line.section.group;
      return line.kind === 'task' ? `${key}:${line.task.taskNumber}` : `${key}:${line.kind}`;
    },
    firstOf: (section) => firsts.get(section) ?? 0,
  };
}

/** The index of the section that contains a line, by binary search: there can be a thousand sections. */
function placeOf(placed: readonly Placed[], line: number): number {
  let low = 0;
  let high = placed.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = placed[middle] as Placed;
    if (line < entry.start + lengthOf(entry)) high = middle;
    else low = middle + 1;
  }
  return low;
}
