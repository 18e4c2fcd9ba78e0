import type { Caller, Tandem } from '@tandem/core';
import { COMMON_TAG, type Move, newTask, RARE_LABEL_INDEX, RARE_TAG, tagNamed } from './population.ts';
import type { Seeded } from './seed.ts';

/** A workspace as the cases use it. */
export interface Workspace {
  readonly tandem: Tandem;
  readonly caller: Caller;
  readonly seeded: Seeded;
  readonly nextMove: () => Move;
}

/** Something whose cost must not grow with the workspace. */
export interface GrowthCase {
  readonly name: string;
  /** Units that run together; a write shares its commit with the others, so that the disk tells little. */
  readonly together: number;
  run(workspace: Workspace): Promise<unknown>;
  /** For a page, how many rows it has: a workspace that cannot fill it has less to do. */
  rows?(workspace: Workspace): Promise<number>;
}

type TaskQuery = Parameters<Tandem['tasks']['list']>[1];

const WRITES_TOGETHER = 64;

const read = (name: string, run: GrowthCase['run']): GrowthCase => ({ name, together: 1, run });
const write = (name: string, run: GrowthCase['run']): GrowthCase => ({
  name,
  together: WRITES_TOGETHER,
  run,
});
const page = (name: string, query: (seeded: Seeded) => TaskQuery): GrowthCase => {
  const run = ({ tandem, caller, seeded }: Workspace) => tandem.tasks.list(caller, query(seeded));
  return { ...read(`page: ${name}`, run), rows: async (workspace) => (await run(workspace)).items.length };
};

/** By index, as tasks refer to them: the first are the busiest. */
const member = (index: number) => (seeded: Seeded) => seeded.memberNames.at(index) as string;
const project = (index: number) => (seeded: Seeded) => seeded.projectIds.at(index) as string;
const label = (index: number) => (seeded: Seeded) => seeded.labelNames.at(index) as string;
const half = ({ tasks }: Seeded) => Math.floor(tasks / 2);

export const GROWTH_CASES: readonly GrowthCase[] = [
  page('no filter', () => ({})),
  page('no filter, deep', (seeded) => ({ after: half(seeded) })),
  page('status', () => ({ status: ['todo'] })),
  page('status, deep', (seeded) => ({ status: ['todo'], after: half(seeded) })),
  page('several statuses', () => ({ status: ['todo', 'in_progress', 'waiting'] })),
  page('priority', () => ({ priority: ['p0'] })),
  page('several priorities', () => ({ priority: ['p0', 'p1'] })),
  page('effort', () => ({ effort: ['xl'] })),
  page('assigned', (seeded) => ({ assigned: member(0)(seeded) })),
  page('unassigned', () => ({ assigned: 'unassigned' })),
  page('projectId', (seeded) => ({ projectId: project(0)(seeded) })),
  page('common tag', () => ({ tags: [COMMON_TAG] })),
  page('rare tag', () => ({ tags: [RARE_TAG] })),
  page('several tags', () => ({ tags: [COMMON_TAG, tagNamed(0), tagNamed(1), RARE_TAG] })),
  page('label', (seeded) => ({ label: label(0)(seeded) })),
  page('rare label', (seeded) => ({ label: label(RARE_LABEL_INDEX)(seeded) })),
  page('createdBy', (seeded) => ({ createdBy: member(0)(seeded) })),
  page('archived=true', () => ({ archived: true })),
  page('archived=true, status', () => ({ archived: true, status: ['canceled'] })),
  page('assigned + status', (seeded) => ({ assigned: member(0)(seeded), status: ['in_progress'] })),
  page('common tag + priority', () => ({ tags: [COMMON_TAG], priority: ['p1'] })),
  page('projectId + createdBy', (seeded) => ({
    projectId: project(0)(seeded),
    createdBy: member(0)(seeded),
  })),
  page('common tag + rare label', (seeded) => ({
    tags: [COMMON_TAG],
    label: label(RARE_LABEL_INDEX)(seeded),
  })),
  ...(['updated', 'due', 'priority', 'completed'] as const).map((sort) =>
    page(`sort=${sort}`, () => ({ sort })),
  ),
  page('sort=created, asc', () => ({ order: 'asc' })),
  page('assigned + status, sort=due', (seeded) => ({
    assigned: member(0)(seeded),
    status: ['todo'],
    sort: 'due',
  })),
  page('ready', () => ({ ready: true })),
  page('not blocked', () => ({ blocked: false })),
  page('no project', () => ({ project: 'none' })),
  page('updatedSince', () => ({ updatedSince: 0, sort: 'updated' })),
  page('dueBefore', () => ({ dueBefore: Date.parse('2100-01-01'), sort: 'due' })),
  page('two filters that never meet', (seeded) => ({
    tags: [COMMON_TAG],
    createdBy: seeded.admin,
  })),
  read('get a task', ({ tandem, caller, seeded }) => tandem.tasks.get(caller, half(seeded))),
  read("a project's counts", ({ tandem, caller, seeded }) => tandem.projects.get(caller, project(0)(seeded))),
  read("an agent's totals", ({ tandem, caller, seeded }) =>
    tandem.agents.get(caller, seeded.agentIds.at(0) as string),
  ),
  read('activity of an agent', ({ tandem, caller, seeded }) =>
    tandem.monitoring.activity(caller, seeded.agentIds.at(0) as string, {}),
  ),
  read('activity of a task', ({ tandem, caller, seeded }) => tandem.tasks.activity(caller, half(seeded), {})),
  read('notifications, unread', ({ tandem, caller }) => tandem.notifications.list(caller, { unread: true })),
  write('create a task', ({ tandem, caller, seeded }) => tandem.tasks.create(caller, newTask(seeded.tasks))),
  write('transition a task', ({ tandem, caller, nextMove }) => {
    const { number, to } = nextMove();
    return tandem.tasks.transition(caller, number, { to });
  }),
];
