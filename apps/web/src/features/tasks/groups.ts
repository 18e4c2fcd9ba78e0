import {
  type Label,
  PRIORITIES,
  type Priority,
  type Project,
  TASK_STATUSES,
  type Task,
  type TaskStatus,
} from '@tandem/client';
import { useMemo } from 'react';
import { serverNow } from '../../api/clock.ts';
import { isClosed } from '../../api/is-closed.ts';
import { useLabels } from '../../api/queries/labels.ts';
import { useProjects } from '../../api/queries/projects.ts';
import type { TaskFilter } from '../../api/queries/tasks.ts';
import { useCaller } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { moveTo, type TaskChange } from './change.ts';
import { endOfWeek } from './due.ts';
import { addLabel, assign, prioritize, putInProject, removeLabel } from './fields.ts';
import { moveRefusal } from './moves.ts';
import type { People, Person } from './people.ts';
import { type BoardSearch, type FilterName, filterOf, valuesOf } from './search.ts';

/** A set of tasks: a column of the board or a section of the list. */
export interface Group {
  readonly key: string;
  readonly title: string;
  /** The assignee, if the group has one. */
  readonly person?: Person;
  readonly filter: TaskFilter;
  /** Filters tasks of the group that the API can't select. */
  readonly keeps?: (task: Task) => boolean;
  /** Why a task can't move here; null if it can, or is here already. */
  readonly refuses: (task: Task) => string | null;
  /** The change that moves a task from another group here. */
  readonly change: (from: Group) => TaskChange;
  /** The status, priority or label of the group, whose sign it shows. */
  readonly status?: TaskStatus;
  readonly priority?: Priority;
  readonly label?: Label;
}

const noRefusal = () => null;

const ofStatus = (status: TaskStatus, filter: TaskFilter): Group => ({
  key: status,
  status,
  title: strings().status[status],
  filter: { ...filter, status: [status] },
  refuses: (task) => (task.status === status ? null : moveRefusal(task, status)),
  change: () => moveTo(status),
});

const ofPriority = (priority: Priority, filter: TaskFilter): Group => ({
  key: priority,
  priority,
  title: strings().priority[priority],
  filter: { ...filter, priority: [priority] },
  refuses: noRefusal,
  change: () => prioritize(priority),
});

const ofPerson = (name: string | null, person: Person, filter: TaskFilter): Group => ({
  key: name ?? 'unassigned',
  title: person.text,
  ...(name !== null && { person }),
  filter: { ...filter, assigned: name ?? 'unassigned' },
  refuses: noRefusal,
  change: () => assign(name, person.text),
});

const ofProject = (project: Pick<Project, 'id' | 'title'> | null, filter: TaskFilter): Group => ({
  key: project?.id ?? 'none',
  title: project?.title ?? strings().tasks.noProject,
  filter: { ...filter, projectId: project?.id ?? 'none' },
  refuses: noRefusal,
  change: () => putInProject(project),
});

const ofLabel = (label: Label | null, filter: TaskFilter): Group => ({
  key: label?.id ?? 'none',
  title: label?.name ?? strings().tasks.noLabel,
  filter: label ? { ...filter, label: label.name } : filter,
  ...(label === null && { keeps: (task: Task) => task.labels.length === 0 }),
  ...(label && { label }),
  refuses: noRefusal,
  change: (from) => (label ? addLabel(label, from.label) : removeLabel(from.label)),
});

/** The groups by due date, with the filter of each; `later` begins where the filter `week` ends. */
const ofDue = (due: (typeof DUE_GROUPS)[number], filter: TaskFilter): Group => ({
  key: due,
  title: strings().tasks.dueGroups[due],
  filter: { ...filter, ...(due === 'later' ? { dueAfter: endOfWeek(serverNow()) } : { due }) },
  refuses: () => strings().tasks.setDueDate,
  change: () => moveTo('todo'),
});
const DUE_GROUPS = ['overdue', 'week', 'later', 'none'] as const;

const all = (filter: TaskFilter): Group => ({
  key: 'all',
  title: strings().nav.tasks,
  filter,
  refuses: noRefusal,
  change: () => moveTo('todo'),
});

const nobody = (): Person => ({ text: strings().tasks.unassigned, agent: false });

const CLOSED = TASK_STATUSES.filter(isClosed);
const OPEN = TASK_STATUSES.filter((status) => !isClosed(status));
/** In a list, the statuses closest to done come first and finished ones last. */
const LIST_STATUSES = [...OPEN.toReversed(), ...CLOSED];

interface Known {
  readonly people: People;
  readonly projects: readonly Project[];
  readonly labels: readonly Label[];
  /** The name of the signed-in person. */
  readonly own: string;
}

const without = (filter: TaskFilter, name: keyof TaskFilter): TaskFilter => ({
  ...filter,
  [name]: undefined,
});

/** The groups of a view. Grouped by anything but status, a view has only open tasks. */
function groupsOf(search: BoardSearch, { people, projects, labels, own }: Known): readonly Group[] {
  const { view, group, due } = search;
  const filter = filterOf(search);
  const open: TaskFilter = { status: OPEN, ...filter };
  /** A filter by the value of the groups leaves only those groups. */
  const isWanted = (name: FilterName, value: string): boolean => {
    const wanted = valuesOf(search, name);
    const key = value.toLowerCase();
    return wanted.length === 0 || wanted.some((each) => (each === 'me' ? own : each).toLowerCase() === key);
  };
  if (group === 'priority')
    return PRIORITIES.filter((each) => isWanted('priority', each)).map((each) => ofPriority(each, open));
  if (group === 'assignee')
    return [
      ofPerson(null, nobody(), open),
      ...[...people].map(([name, person]) => ofPerson(name, person, open)),
    ].filter(({ key }) => isWanted('assigned', key));
  if (group === 'project')
    return [
      ...projects.map((each) => ofProject(each, open)),
      ofProject(null, without(open, 'projectId')),
    ].filter(({ key }) => isWanted('project', key));
  if (group === 'label') {
    const visible = labels.filter(({ name }) => isWanted('label', name));
    return [...visible.map((each) => ofLabel(each, open)), ...(search.label ? [] : [ofLabel(null, open)])];
  }
  if (group === 'due')
    return DUE_GROUPS.filter((each) => !due || each === due).map((each) => ofDue(each, without(open, 'due')));
  if (group === 'none') return [all(open)];
  return (view === 'list' ? LIST_STATUSES : TASK_STATUSES)
    .filter((status) => isWanted('status', status))
    .map((status) => ofStatus(status, filter));
}

export function useGroups(search: BoardSearch, people: People): readonly Group[] {
  const projects = useProjects();
  const labels = useLabels();
  const own = useCaller().name;
  return useMemo(
    () => groupsOf(search, { people, projects, labels, own }),
    [search, people, projects, labels, own],
  );
}
