import type { SearchType } from '@tandem/client';

export const search = {
  field: 'Search',
  placeholder: 'Words or a task number',
  type: 'Type',
  anyType: 'All types',
  types: {
    task: 'Tasks',
    project: 'Projects',
    initiative: 'Initiatives',
    goal: 'Goals',
  } satisfies Record<SearchType, string>,
  typeNames: {
    task: 'Task',
    project: 'Project',
    initiative: 'Initiative',
    goal: 'Goal',
  } satisfies Record<SearchType, string>,
  includeArchived: 'Include archived',
  emptyTitle: 'Search this workspace',
  emptyHint:
    'Find tasks, projects, initiatives, and goals by their titles, descriptions, comments, and results.',
  none: (q: string) => `No results for “${q}”`,
  noneHint: 'Try fewer words, search all types, or include archived items.',
  keepSearching: 'No results yet. Load more to keep searching.',
  incomplete: 'Older text is still being indexed, so results may be incomplete.',
  resultCount: (count: number, more: boolean) =>
    `${count}${more ? '+' : ''} ${count === 1 && !more ? 'result' : 'results'}`,
  assignedTo: (name: string) => `Assigned to ${name}`,
};
