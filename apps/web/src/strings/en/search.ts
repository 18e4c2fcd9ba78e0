import type { SearchType } from '@tandem/client';

export const search = {
  field: 'Search',
  placeholder: 'Words or a task number',
  kind: 'Type',
  anyKind: 'All types',
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
  archivedToo: 'Include archived',
  begin: 'Search this workspace',
  beginHint:
    'Find tasks, projects, initiatives, and goals by their titles, descriptions, comments, and results.',
  none: (q: string) => `No results for “${q}”`,
  noneHint: 'Try fewer words, search all types, or include archived items.',
  looksOn: 'No results yet. Load more to keep searching.',
  incomplete: 'Older text is still being indexed, so results may be incomplete.',
  found: (count: number, more: boolean) =>
    `${count}${more ? '+' : ''} ${count === 1 && !more ? 'result' : 'results'}`,
  assignedTo: (name: string) => `Assigned to ${name}`,
};
