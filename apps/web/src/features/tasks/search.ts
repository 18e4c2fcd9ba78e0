import type { Priority, TaskStatus } from '@tandem/client';
import type { TaskFilter } from '../../api/queries/tasks.ts';

/** By what the tasks of a view stand together; by their status unless it is said. */
export const GROUPINGS = ['project', 'assignee', 'priority', 'label', 'none'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What of the board and the list stands in the address, so that a view can be kept and sent. */
export interface BoardSearch {
  readonly view?: 'list';
  /** `none` is of the list alone. */
  readonly group?: Grouping;
  readonly project?: string;
  readonly assigned?: string;
  readonly label?: string;
  readonly priority?: Priority;
}

export const PRIORITIES = ['p0', 'p1', 'p2', 'p3'] as const satisfies Priority[];

/** Statuses of a task that is still to be done. */
export const OPEN = ['backlog', 'todo', 'in_progress', 'waiting'] as const satisfies TaskStatus[];

/** What is none of it is left out: an address may come from anybody. */
export function boardSearch(given: Record<string, unknown>): BoardSearch {
  const text = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? { [name]: given[name] } : {};
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) => {
    const value = values.find((each) => each === given[name]);
    return value === undefined ? {} : { [name]: value };
  };
  const view = oneOf('view', ['list']);
  return {
    ...view,
    ...oneOf('group', 'view' in view ? GROUPINGS : GROUPINGS.filter((each) => each !== 'none')),
    ...text('project'),
    ...text('assigned'),
    ...text('label'),
    ...oneOf('priority', PRIORITIES),
  };
}

/** The same as the API filters by it. */
export const filterOf = ({ project, assigned, label, priority }: BoardSearch): TaskFilter => ({
  ...(project && { projectId: project }),
  ...(assigned && { assigned }),
  ...(label && { label }),
  ...(priority && { priority: [priority] }),
});

export const isFiltered = (search: BoardSearch): boolean => Object.keys(filterOf(search)).length > 0;
