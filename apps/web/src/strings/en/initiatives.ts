import type { InitiativeStatus } from '@tandem/client';

export const initiatives = {
  one: 'Initiative',
  new: 'New initiative',
  create: 'Create initiative',
  none: 'No initiatives yet',
  noneHint: 'An initiative groups projects and goals with a shared purpose.',
  status: {
    planned: 'Planned',
    active: 'Active',
    paused: 'Paused',
    completed: 'Completed',
    canceled: 'Canceled',
  } satisfies Record<InitiativeStatus, string>,
  projects: 'Projects',
  noProjects: 'No projects in this initiative yet',
  goals: 'Goals',
  noGoals: 'No goals in this initiative yet',
  nothing: 'No projects',
  completeOf: (complete: number, all: number) =>
    `${complete} of ${all} ${all === 1 ? 'project' : 'projects'} complete`,
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteHint: 'Its projects and goals are kept, without an initiative. This can’t be undone.',
  deleted: (name: string) => `Deleted: ${name}`,
};
