import type { Priority } from '@tandem/client';
import type { TaskFilter } from '../../api/queries/tasks.ts';

/** What of the board and the list stands in the address, so that a view can be kept and sent. */
export interface BoardSearch {
  readonly view?: 'list';
  readonly project?: string;
  readonly assigned?: string;
  readonly label?: string;
  readonly priority?: Priority;
}

const PRIORITIES: readonly string[] = ['p0', 'p1', 'p2', 'p3'] satisfies Priority[];

/** What is none of it is left out: an address may come from anybody. */
export function boardSearch(given: Record<string, unknown>): BoardSearch {
  const text = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? String(given[name]) : undefined;
  const priority = text('priority');
  return {
    ...(given.view === 'list' && { view: 'list' }),
    ...pick('project', text('project')),
    ...pick('assigned', text('assigned')),
    ...pick('label', text('label')),
    ...(priority !== undefined && PRIORITIES.includes(priority) && { priority: priority as Priority }),
  };
}

const pick = <Name extends string>(name: Name, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, string>>;

/** The same as the API filters by it. */
export const filterOf = ({ project, assigned, label, priority }: BoardSearch): TaskFilter => ({
  ...(project && { projectId: project }),
  ...(assigned && { assigned }),
  ...(label && { label }),
  ...(priority && { priority: [priority] }),
});
