import type { Task } from '@tandem/client';
import type { Section } from './use-sections.ts';

type Line =
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
    count += lengthOf(next);
  }
  const at = (index: number): Line | null => {
    const place = placed.find((each) => index < each.start + lengthOf(each));
    if (!place) return null;
    const { section, start, headings, tasks } = place;
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
    firstOf: (section) => {
      const place = placed.find((each) => each.section === section);
      return place ? place.start + place.headings : 0;
    },
  };
}
