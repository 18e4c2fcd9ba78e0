import { isAssignable, type Member } from '../../members/member.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { type ExternalId, externalIdProblems } from '../../shared/external-id.ts';
import { refusedAs } from '../../shared/refusal.ts';
import { LIMITS } from '../../shared/text.ts';
import { taskSaver } from '../../steps/save-task.ts';
import { checkFitsBelow, parentRef } from '../../steps/set-parent.ts';
import { isRank } from '../../tasks/rank.ts';
import { isOpen } from '../../tasks/status.ts';
import { isOpenChild } from '../../tasks/subtasks.ts';
import {
  EFFORTS,
  NO_CHILDREN,
  NO_WORK,
  normalizeTags,
  TASK_TEXTS,
  type Task,
  type TaskChange,
  type TaskWork,
  taskProblems,
} from '../../tasks/task.ts';
import type { ImportItem } from '../import.ts';
import type { Digests, ImportedField, ImportedFields } from '../merge.ts';
import type { ImportRecord, RecordOf, SourceTask } from '../record.ts';
import { fitted, isExported, priorityOf, statusOf, type Warn } from '../words.ts';
import { resolveLabels } from './labels.ts';
import { resolveMemberId, resolveRef, resolveWho } from './people.ts';
import { resolveProject } from './projects.ts';
import {
  exportedExternalId,
  type Importer,
  type ImportUnit,
  idFor,
  idHere,
  importOnce,
  problemOf,
  type Taken,
} from './unit.ts';

type TaskRecord = RecordOf<'task'>;

/** Leaves numbers for later tasks. */
const MAX_NUMBER = 1_000_000_000;

const WAITING = { kind: 'other', who: null, what: 'Waiting in the source of the import.' } as const;

/** Whether the task waits as its own record says; a `wait` record says for what. */
export const isPlaceholder = ({ waitingFor }: Task): boolean => waitingFor?.what === WAITING.what;

const field = (name: keyof typeof TASK_TEXTS, ...parts: readonly (keyof Task)[]): ImportedField<Task> => ({
  text: TASK_TEXTS[name],
  part: (task) =>
    Object.fromEntries((parts.length > 0 ? parts : [name]).map((part) => [part, task[part as keyof Task]])),
});

/** Held: a move that the sub-tasks or the parent do not allow. */
const isHeld = (current: Task, wanted: Task): boolean =>
  current.claim !== null ||
  (!isOpenChild(wanted) && current.children.open > 0) ||
  (current.parent !== null && !isOpenChild(current) && isOpenChild(wanted));

const FIELDS: ImportedFields<Task> = {
  title: field('title'),
  description: field('description'),
  priority: field('priority'),
  dueDate: field('dueDate'),
  effort: field('effort'),
  assignedTo: field('assignedTo', 'assignee'),
  projectId: field('projectId', 'project'),
  budget: field('budget'),
  tags: field('tags'),
  labels: field('labels'),
  metadata: field('metadata'),
  url: { text: ({ externalId }) => externalId?.url ?? null, part: ({ externalId }) => ({ externalId }) },
  status: {
    text: ({ status }) => status,
    part: ({ status, completedAt, waitingFor, work }) => ({ status, completedAt, waitingFor, work }),
    held: isHeld,
  },
  archived: {
    text: ({ archived }) => String(archived),
    part: ({ archived }) => ({ archived }),
    held: isHeld,
  },
};

/** The task that a record refers to. */
export async function resolveTask({ stores, run }: ImportUnit, reference: SourceTask): Promise<Task | null> {
  const item =
    typeof reference === 'number'
      ? await stores.imports.itemOfNumber(run.source, reference)
      : await stores.imports.item(run.source, 'task', reference);
  return item && stores.tasks.byId(item.entityId);
}

/** Lets the tasks that an import created be handed out. */
export const release = ({ imports }: Stores, items: readonly ImportItem[]): Promise<void> =>
  imports.release(
    items.flatMap(({ type, taskNumber }) => (type === 'task' && taskNumber ? [taskNumber] : [])),
  );

/** Imports a record that belongs to a task, like `importOnce`. */
export const importOnTask = (
  unit: ImportUnit,
  record: ImportRecord & { readonly taskNumber: SourceTask },
  make: (
    task: Task,
  ) => Promise<{ readonly id: string; readonly created?: boolean; readonly fields?: Digests } | string>,
): Promise<Taken> =>
  importOnce(unit, record, async () => {
    const task = await resolveTask(unit, record.taskNumber);
    if (!task) return 'Its task is not in the source, or was deleted here.';
    const made = await make(task);
    return typeof made === 'string' ? made : { ...made, taskNumber: task.taskNumber };
  });

/** The parent, if it takes the task; otherwise the task becomes one of its own. */
async function parentOf(
  unit: ImportUnit,
  { parentTaskNumber }: TaskRecord,
  task: Pick<Task, 'status' | 'archived'>,
): Promise<Task | null> {
  if (parentTaskNumber === null || parentTaskNumber === undefined) return null;
  const parent = await resolveTask(unit, parentTaskNumber);
  const reason = !parent
    ? 'Its parent is not in the source, or was deleted here.'
    : isOpenChild(task) && !isOpenChild(parent)
      ? 'Its parent is closed or archived.'
      : await refusedAs(() => checkFitsBelow(unit.stores, parent, 1));
  if (reason === null) return parent;
  unit.warn(`${reason} It becomes a task of its own.`);
  return null;
}

/** The fields as they can be stored; a text says why there is no task. */
function inputOf({ warn }: ImportUnit, record: TaskRecord): TaskChange | string {
  const title = fitted(record.title.trim(), LIMITS.title, 'title', warn).trim();
  if (title === '') return 'The task has no title.';
  const { description, dueDate, budget, metadata } = record;
  const effort = EFFORTS.find((each) => each === record.effort?.toLowerCase());
  if (record.effort && !effort) warn('Its effort is unknown, so it is left out.');
  const tags = normalizeTags(record.tags ?? []).filter((tag) => tag !== '');
  const given: { -readonly [Name in keyof TaskChange]: TaskChange[Name] } = {
    title,
    description: description ? fitted(description, LIMITS.description, 'description', warn) : null,
    dueDate: dueDate ?? null,
    effort: effort ?? null,
    budget: budget ?? null,
    tags,
    metadata: metadata ?? {},
  };
  for (const [path, problem] of Object.entries(taskProblems(given))) {
    const name = path.split('.')[0] as keyof TaskChange;
    if (problem === undefined || given[name] === undefined) continue;
    delete given[name];
    warn(`Its ${name} ${problem}, so it is left out.`);
  }
  return given;
}

function withUrl({ source, id }: ExternalId, { url }: TaskRecord, warn: Warn): ExternalId {
  const problem = url && problemOf(externalIdProblems({ source, id: 'x', url }));
  if (problem) warn("Its url can't be stored, so it is left out.");
  return url && !problem ? { source, id, url } : { source, id };
}

/** The external id of a known task, with the present address in the source. */
const currentExternalId = ({ run, warn }: ImportUnit, record: TaskRecord, { externalId }: Task) =>
  externalId?.source === run.source && typeof record.externalId === 'string'
    ? withUrl(externalId, record, warn)
    : externalId;

/** The identity in the source, for people and other programs. Another task may have it. */
async function externalIdOf({ stores, run, warn }: ImportUnit, record: TaskRecord) {
  const { externalId } = record;
  if (typeof externalId !== 'string') return exportedExternalId(stores.tasks, record);
  const wanted = withUrl({ source: run.source, id: externalId }, record, warn);
  const isFree = taskProblems({ externalId: wanted });
  if (Object.values(isFree).some((problem) => problem !== undefined)) return null;
  return (await stores.tasks.byExternalId(`${run.source}:${externalId}`)) ? null : wanted;
}

/** The number of an exported task, if it is free and none that was given here; otherwise the next one. */
async function numberFor({ stores, run }: ImportUnit, record: TaskRecord): Promise<number> {
  const { taskNumber } = record;
  const isUsable =
    isExported(record) &&
    Number.isInteger(taskNumber) &&
    (taskNumber as number) > run.numbersAfter &&
    (taskNumber as number) <= MAX_NUMBER;
  if (!isUsable || (await stores.imports.isNumberTaken(taskNumber as number)))
    return stores.tasks.nextNumber();
  await stores.tasks.reserveNumber(taskNumber as number);
  return taskNumber as number;
}

const count = (given: number | null | undefined): number =>
  Number.isSafeInteger(given) ? Math.max(0, given as number) : 0;

/** The state of agents' work. */
async function workOf(unit: ImportUnit, record: TaskRecord, startedAt: number | null): Promise<TaskWork> {
  if (!isExported(record)) return { ...NO_WORK, startedAt };
  return {
    attempts: count(record.attempts),
    failures: count(record.failures),
    notBefore: record.notBefore ?? null,
    backTo: await idHere(unit, 'member', record.backTo),
    touchedAt: record.touchedAt ?? null,
    startedAt: record.startedAt ?? null,
    wokenBy: record.wokenBy ?? null,
  };
}

async function assignableOf(unit: ImportUnit, { assignedTo }: TaskRecord): Promise<Member | null> {
  const member = await resolveWho(unit, assignedTo);
  if (member === null || isAssignable(member)) return member;
  unit.warn('Its assignee is a verifier, so it is unassigned.');
  return null;
}

async function wantedTask(
  unit: ImportUnit,
  record: TaskRecord,
  current: Task | null,
): Promise<Task | string> {
  const input = inputOf(unit, record);
  if (typeof input === 'string') return input;
  const { run, now, warn, by } = unit;
  const status = statusOf(record.status, run.options, warn);
  const priority = priorityOf(record.priority, run.options, warn);
  const words = [status.label, priority.label].filter((label) => label !== null);
  // Removed members stay only on closed tasks.
  const assignee = isOpen(status.value)
    ? await assignableOf(unit, record)
    : await resolveRef(unit, record.assignedTo);
  const creatorId = await resolveMemberId(unit, record, record.createdBy);
  const project = await resolveProject(unit, record.projectId);
  const createdAt = record.createdAt ?? now;
  const updatedAt = record.updatedAt ?? record.completedAt ?? createdAt;
  const startedAt = record.startedAt ?? (status.value === 'in_progress' ? updatedAt : null);
  const archived = record.archived ?? false;
  const parent = current ? null : await parentOf(unit, record, { status: status.value, archived });
  const exported = isExported(record);
  // One literal: V8 makes a slow object when a large one is spread and then extended.
  return {
    id: current?.id ?? (await idFor(unit, record)),
    taskNumber: current?.taskNumber ?? (await numberFor(unit, record)),
    title: input.title as string,
    description: input.description ?? null,
    status: status.value,
    priority: priority.value,
    effort: input.effort ?? null,
    dueDate: input.dueDate ?? null,
    assignee: assignee && { id: assignee.id, name: assignee.name },
    project: project && { id: project.id, title: project.title },
    tags: input.tags ?? [],
    labels: await resolveLabels(unit, [...(record.labels ?? []), ...words]),
    externalId: current ? currentExternalId(unit, record, current) : await externalIdOf(unit, record),
    metadata: (input.metadata ?? {}) as Task['metadata'],
    completedAt: status.value === 'done' ? (record.completedAt ?? updatedAt) : null,
    archived,
    blocked: false,
    parent: parent && parentRef(parent),
    children: NO_CHILDREN,
    budget: input.budget ?? null,
    overBudget: (exported && record.overBudget) || false,
    held: true,
    work: await workOf(unit, record, startedAt),
    claim: null,
    waitingFor: status.value === 'waiting' ? { ...WAITING, since: updatedAt } : null,
    creatorId: creatorId ?? by.id,
    fromAgent: (exported && record.fromAgent) || false,
    fromImport: true,
    rank: record.rank && isRank(record.rank) ? record.rank : null,
    createdAt,
    updatedAt,
  };
}

/** Imports tasks. The parent is set when the task is created, and stays as it is here afterwards. */
export function taskImporter(ports: SteadyPorts): Importer<TaskRecord, Task> {
  const save = taskSaver(ports);
  const eventOf = ({ run }: ImportUnit) => ({ related: { importId: run.id }, quiet: true });
  return {
    fields: FIELDS,
    byId: ({ stores }, id) => stores.tasks.byId(id),
    wanted: wantedTask,
    insert: async (unit, task) => {
      const { related, quiet } = eventOf(unit);
      const all = task.parent ? { ...related, parentId: task.parent.id } : related;
      await save(unit.stores, unit.by, {
        before: null,
        after: task,
        event: { action: 'created', related: all },
        quiet,
      });
      if (task.rank !== null) await unit.stores.ranks.set(new Map([[task.taskNumber, task.rank]]));
    },
    update: async (unit, after, before, changes) => {
      const { related, quiet } = eventOf(unit);
      await save(unit.stores, unit.by, {
        before,
        after: { ...after, updatedAt: unit.now },
        event: { action: 'updated', changes, related },
        quiet,
      });
    },
  };
}
