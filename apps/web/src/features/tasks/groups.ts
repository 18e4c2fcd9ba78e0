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
import { isClosed } from '../../api/is-closed.ts';
import { useLabels } from '../../api/queries/labels.ts';
import { useProjects } from '../../api/queries/projects.ts';
import type { TaskFilter } from '../../api/queries/tasks.ts';
import { strings } from '../../strings/index.ts';
import { moveTo, type TaskChange } from './change.ts';
import { addLabel, assign, prioritize, putInProject, removeLabel } from './fields.ts';
import { moveRefusal } from './moves.ts';
import type { People, Person } from './people.ts';
import { type BoardSearch, filterOf } from './search.ts';

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
  filter: project ? { ...filter, projectId: project.id } : filter,
  ...(project === null && { keeps: (task: Task) => task.project === null }),
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
}

/** The groups of a view. Grouped by anything but status, a view has only open tasks. */
function groupsOf(search: BoardSearch, { people, projects, labels }: Known): readonly Group[] {
  const { view, group, project, assigned, priority, label } = search;
  const filter = filterOf(search);
  const open: TaskFilter = { ...filter, status: OPEN };
  if (group === 'priority')
    return PRIORITIES.filter((each) => !priority || each === priority).map((each) => ofPriority(each, open));
  if (group === 'assignee')
    return [
      ofPerson(null, nobody(), open),
      ...[...people].map(([name, person]) => ofPerson(name, person, open)),
    ].filter(({ key }) => !assigned || key.toLowerCase() === assigned.toLowerCase());
  if (group === 'project') {
    const visible = projects.filter(({ id }) => !project || id === project);
    return [...visible.map((each) => ofProject(each, open)), ...(project ? [] : [ofProject(null, open)])];
  }
  if (group === 'label') {
    const visible = labels.filter(({ name }) => !label || name.toLowerCase() === label.toLowerCase());
    return [...visible.map((each) => ofLabel(each, open)), ...(label ? [] : [ofLabel(null, open)])];
  }
  if (group === 'none') return [all(open)];
  return (view === 'list' ? LIST_STATUSES : TASK_STATUSES).map((status) => ofStatus(status, filter));
}

export function useGroups(search: BoardSearch, people: People): readonly Group[] {
  const projects = useProjects();
  const labels = useLabels();
  return useMemo(() => groupsOf(search, { people, projects, labels }), [search, people, projects, labels]);
}
