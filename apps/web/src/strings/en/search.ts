import type { SearchType } from '@tandem/client';

export const search = {
  field: 'Search',
  placeholder: 'Words, or the number of a task',
  kind: 'Kind',
  anyKind: 'Everything',
  kinds: {
    task: 'Tasks',
    project: 'Projects',
    initiative: 'Initiatives',
    goal: 'Goals',
  } satisfies Record<SearchType, string>,
  one: {
    task: 'Task',
    project: 'Project',
    initiative: 'Initiative',
    goal: 'Goal',
  } satisfies Record<SearchType, string>,
  archivedToo: 'Archived as well',
  begin: 'What do you look for?',
  beginHint:
    'All words must occur, the last one may be a beginning. Titles, descriptions, comments and results are looked through.',
  none: (q: string) => `Nothing is found for “${q}”`,
  noneHint: 'Write fewer words, or look in everything, also in what is archived.',
  looksOn: 'Nothing yet; there is more to look through.',
  incomplete: 'Older texts are still being taken in: something may be missing.',
  found: (count: number, more: boolean) =>
    `${count}${more ? '+' : ''} ${count === 1 && !more ? 'hit' : 'hits'}`,
  assignedTo: (name: string) => `for ${name}`,
};
