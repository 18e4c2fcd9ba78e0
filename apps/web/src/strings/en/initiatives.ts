import type { InitiativeStatus } from '@tandem/client';

export const initiatives = {
  one: 'Initiative',
  new: 'New initiative',
  create: 'Create initiative',
  none: 'No initiatives yet',
  noneHint: 'An initiative is why several projects are done; projects and goals point at it.',
  status: {
    planned: 'Planned',
    active: 'Active',
    paused: 'Paused',
    completed: 'Completed',
    canceled: 'Canceled',
  } satisfies Record<InitiativeStatus, string>,
  projects: 'Projects',
  noProjects: 'No project points at this initiative.',
  goals: 'Goals',
  noGoals: 'No goal points at this initiative.',
  nothing: 'No projects',
  completeOf: (complete: number, all: number) =>
    `${complete} of ${all} ${all === 1 ? 'project' : 'projects'} complete`,
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteSays: 'Its projects and goals are kept and are in no initiative then. This cannot be undone.',
  deleted: (name: string) => `Deleted: ${name}`,
};
