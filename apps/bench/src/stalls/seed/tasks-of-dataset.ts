import { COMMON_TAG, type Traits, tagNamed, traitsOf } from '../../population.ts';
import type { Sizes } from '../dataset.ts';
import type { Bulk } from './bulk.ts';
import { addEvent } from './events.ts';
import type { Owners } from './owners.ts';
import { addTask, block, type TaskTraits } from './tasks.ts';
import { LONG_DESCRIPTION, LONG_TITLE } from './texts.ts';

export const APART_TAG = 'apart';
export const PAIRWISE_TAG = 'pairwise';
export const PAIRWISE_EFFORT = 'xl';

/** The number of kinds of tasks, each with a distinct value. */
const APART_KINDS = 5;
/** The oldest of them have the values of all kinds, so that filters by two find something, but only at the end. */
const TOGETHER = 3;

/** All tasks but a few that the cases know by name: the plain ones first, so that they have the numbers from 1. */
export function addTasks(bulk: Bulk, owners: Owners, { tasks, many }: Sizes): void {
  const { members } = owners.fixtures;
  for (let i = 1; i <= tasks; i++) {
    const base = traitsOf(i, tasks);
    const { creator, ...traits } = i <= many ? plain(owners) : faceted(owners, base, i, i - many <= TOGETHER);
    const number = addTask(bulk, creator, traits);
    if (i <= many && i > 1) block(bulk, number - 1, number);
    else if (i > many && base.blockedBy !== null && base.blockedBy > many)
      block(bulk, base.blockedBy, number);
    const actorType = members.find(({ id }) => id === creator)?.type ?? 'human';
    const task = { id: String(number), title: traits.title ?? `Task ${number}` };
    addEvent(bulk, { actor: creator, actorType, task, action: 'created' });
    bulk.add('subscriptions', { number, member_id: creator });
    const { assignee } = traits;
    if (assignee && assignee !== creator) bulk.add('subscriptions', { number, member_id: assignee });
  }
}

interface CreatedTask extends TaskTraits {
  readonly creator: string;
}

const plain = ({ admin }: Owners): CreatedTask => ({ creator: admin.id });

/** A task as there are many, with one of the values that are kept apart; or with all of them. */
function faceted(owners: Owners, traits: Traits, i: number, all: boolean): CreatedTask {
  const { members, projects, labels } = owners.fixtures;
  const kind = i % APART_KINDS;
  const has = (which: number) => all || kind === which;
  const pair = i % 4 === 0 && !all ? i % 3 : -1;
  const member = (index: number) => members[index]?.id as string;
  const effort = pair > 0 ? PAIRWISE_EFFORT : traits.effort;
  return {
    creator: has(0) ? owners.apartCreator.id : member(traits.creator),
    status: traits.status,
    priority: priorityOf(traits, effort, has(1)),
    effort,
    archived: traits.archived && !all,
    assignee: has(2) ? owners.apartAssignee.id : traits.assignee === null ? null : member(traits.assignee),
    project: has(1)
      ? owners.projects.apart
      : traits.project === null
        ? null
        : (projects[traits.project]?.id as string),
    tags: [
      ...traits.tags.filter((tag) => tag === COMMON_TAG || tag === tagNamed(0) || i % 2 === 0),
      ...(has(3) ? [APART_TAG] : []),
      ...(pair === 0 || pair === 2 ? [PAIRWISE_TAG] : []),
    ],
    labels: [
      ...traits.labels.slice(0, 1).map((index) => labels[index]?.id as string),
      ...(has(4) ? [owners.labels.apart] : []),
      ...(pair === 0 || pair === 1 ? [owners.labels.pairwise] : []),
    ],
  };
}

/** No task of a middling effort is p1, and none of the project that is kept apart p0. */
function priorityOf({ priority }: Traits, effort: string | null, ofProject: boolean): string {
  if (effort === 'm' && priority === 'p1') return 'p2';
  return ofProject && priority === 'p0' ? 'p3' : priority;
}

/** Numbers, both of them included. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** Closed tasks with titles of maximum length; each blocks all later ones. */
export function addGraph(bulk: Bulk, { admin, projects }: Owners, { graph }: Sizes): Range {
  const range = addAll(bulk, admin.id, graph, { title: LONG_TITLE, status: 'done', project: projects.graph });
  for (let from = range.first; from < range.last; from++) {
    for (let to = from + 1; to <= range.last; to++) block(bulk, from, to);
  }
  return range;
}

/** A task that is blocked by this many open ones with titles of maximum length. */
export function addBlocked(bulk: Bulk, { admin }: Owners, { graph }: Sizes): number {
  const blockers = addAll(bulk, admin.id, graph, { title: LONG_TITLE });
  return blockedBy(bulk, admin.id, blockers);
}

export function blockedBy(bulk: Bulk, creator: string, { first, last }: Range): number {
  const number = addTask(bulk, creator);
  for (let from = first; from <= last; from++) block(bulk, from, number);
  return number;
}

/** A page of the newest tasks, with texts of maximum length. */
export const addLongTasks = (bulk: Bulk, { admin }: Owners, { long }: Sizes): Range =>
  addAll(bulk, admin.id, long, { title: LONG_TITLE, description: LONG_DESCRIPTION });

function addAll(bulk: Bulk, creator: string, count: number, traits: TaskTraits): Range {
  const numbers = Array.from({ length: count }, () => addTask(bulk, creator, traits));
  return { first: numbers[0] as number, last: numbers.at(-1) as number };
}
