import type { Caller } from '../../access/caller.ts';
import { goalEntity } from '../../goals/goal.ts';
import { initiativeEntity } from '../../initiatives/initiative.ts';
import { labelEntity } from '../../labels/label.ts';
import { memberEntity } from '../../members/member.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { projectEntity } from '../../projects/project.ts';
import type { Page } from '../../shared/page.ts';
import type { EventDraft } from '../../steps/record.ts';
import { recorder } from '../../steps/record.ts';
import { taskSaver } from '../../steps/save-task.ts';
import { type Task, taskEntity } from '../../tasks/task.ts';
import type { Import, ImportItem, ImportUndo } from '../import.ts';
import { digestOf } from '../merge.ts';
import { type ImportedType, MAX_LEFT } from '../record.ts';
import { release } from './tasks.ts';

/** Entities per unit of work. */
const AT_ONCE = 20;

const NOTHING: ImportUndo = { removed: {}, left: [], leftCount: 0, before: null };

/** Why an entity stays, for its readers. */
const CHANGED = 'It was changed here.';
const WITH_TASK = 'Its task stays.';

interface Undoing {
  readonly stores: Stores;
  readonly by: Caller;
  readonly run: Import;
  readonly undo: ImportUndo;
  readonly now: number;
  readonly record: (draft: EventDraft) => Promise<unknown>;
  readonly deleteTask: (task: Task) => Promise<unknown>;
}

/** Removes the entity of an item; returns why it stays. Those that are gone already return null too. */
type Remove = (undoing: Undoing, item: ImportItem) => Promise<string | null>;

const isTouched = (
  { stores, run }: Undoing,
  type: 'task' | 'project' | 'initiative' | 'goal' | 'label' | 'member' | 'agent' | 'comment',
  id: string,
): Promise<boolean> => stores.imports.isTouched({ type, id }, run.id);

const ONE = { limit: 1, after: undefined } as const;
/** A page may end early, so one that goes on may have items. */
const has = ({ items, next }: Page<unknown>): boolean => items.length > 0 || next !== null;

async function removeTask(undoing: Undoing, { entityId }: ImportItem): Promise<string | null> {
  const { stores, run, deleteTask } = undoing;
  const task = await stores.tasks.byId(entityId);
  if (!task) return null;
  const { taskNumber } = task;
  if (task.claim !== null || (await isTouched(undoing, 'task', entityId))) return CHANGED;
  if ((await stores.subtasks.children(taskNumber)).length > 0) return 'It has sub-tasks that stay.';
  await deleteTask(task);
  await stores.imports.removeItemsOfTask(run.id, taskNumber);
  return null;
}

/** Parts of a task that the import created go with the task, or stay with it. */
const withTask =
  (removePart: (undoing: Undoing, item: ImportItem, task: Task) => Promise<string | null>): Remove =>
  async (undoing, item) => {
    const { stores } = undoing;
    const task = item.taskNumber === null ? null : await stores.tasks.byNumber(item.taskNumber);
    return task ? removePart(undoing, item, task) : null;
  };

const REMOVERS: { readonly [Type in ImportedType]: Remove } = {
  task: removeTask,

  comment: withTask(async (undoing, { entityId }, task) => {
    const { stores, record } = undoing;
    const comment = await stores.comments.byId(task.taskNumber, entityId);
    if (!comment) return null;
    if (await isTouched(undoing, 'comment', entityId)) return CHANGED;
    await stores.comments.delete(entityId);
    await record({
      entity: { type: 'comment', id: entityId, title: task.title, taskNumber: task.taskNumber },
      action: 'deleted',
    });
    return null;
  }),

  attachment: withTask(async ({ stores, record }, { entityId }, task) => {
    const attachment = await stores.attachments.byId(task.taskNumber, entityId);
    if (!attachment) return null;
    await stores.attachments.delete(entityId);
    const changes = [{ field: 'attachments', oldValue: attachment.fileName, newValue: null }];
    await record({ entity: taskEntity(task), action: 'detached', changes });
    return null;
  }),

  relation: withTask(async ({ stores, record }, { entityId }, task) => {
    const relation = await stores.relations.byId(task.taskNumber, entityId);
    if (!relation) return null;
    await stores.relations.delete(relation);
    const other = relation.from === task.taskNumber ? relation.to : relation.from;
    const changes = [{ field: relation.kind, oldValue: String(other), newValue: null }];
    await record({ entity: taskEntity(task), action: 'unrelated', changes });
    return null;
  }),

  criterion: withTask(async (undoing, { entityId }, task) => {
    const { stores, record } = undoing;
    if (await isTouched(undoing, 'task', task.id)) return WITH_TASK;
    const criteria = await stores.criteria.allOf(task.taskNumber);
    const rest = criteria.filter(({ id }) => id !== entityId);
    if (rest.length === criteria.length) return null;
    await stores.criteria.replace(task.taskNumber, rest);
    const changes = [{ field: 'criteria', oldValue: entityId, newValue: null }];
    await record({ entity: taskEntity(task), action: 'updated', changes });
    return null;
  }),

  // What people and agents have reported is never deleted alone.
  result: withTask(async () => WITH_TASK),
  question: withTask(async () => WITH_TASK),
  wait: async () => null,

  // Its content is deleted only with the workspace.
  file: async () => null,

  view: async ({ stores }, { entityId, fields }) => {
    const view = await stores.views.byId(entityId);
    if (!view) return null;
    if (fields.updatedAt !== digestOf(String(view.updatedAt))) return CHANGED;
    await stores.views.delete(entityId);
    return null;
  },

  project: async (undoing, { entityId }) => {
    const { stores, record } = undoing;
    const project = await stores.projects.byId(entityId);
    if (!project) return null;
    if (await isTouched(undoing, 'project', entityId)) return CHANGED;
    const tasks = await stores.tasks.list({ projectIds: [entityId], archived: true }, ONE);
    if (has(tasks)) return 'It has tasks that stay.';
    await stores.projects.delete(project);
    await record({ entity: projectEntity(project), action: 'deleted' });
    return null;
  },

  // Verifications go with their goal.
  verification: async (undoing, { fields: { goal = '' } }) =>
    (await undoing.stores.goals.byId(goal)) && (await isTouched(undoing, 'goal', goal)) ? CHANGED : null,

  goal: async (undoing, { entityId }) => {
    const { stores, record } = undoing;
    const goal = await stores.goals.byId(entityId);
    if (!goal) return null;
    if (await isTouched(undoing, 'goal', entityId)) return CHANGED;
    await stores.inbox.remove('goal', goal.id);
    await stores.goals.delete(goal);
    await record({ entity: goalEntity(goal), action: 'deleted' });
    return null;
  },

  initiative: async (undoing, { entityId }) => {
    const { stores, record } = undoing;
    const initiative = await stores.initiatives.byId(entityId);
    if (!initiative) return null;
    if (await isTouched(undoing, 'initiative', entityId)) return CHANGED;
    const isUsed =
      has(await stores.projects.list({ initiativeId: entityId }, ONE)) ||
      has(await stores.goals.list({ initiativeId: entityId, archived: true }, ONE));
    if (isUsed) return 'It has projects or goals that stay.';
    await stores.initiatives.delete(initiative);
    await record({ entity: initiativeEntity(initiative), action: 'deleted' });
    return null;
  },

  label: async (undoing, { entityId }) => {
    const { stores, record } = undoing;
    const label = await stores.labels.byId(entityId);
    if (!label) return null;
    if (await isTouched(undoing, 'label', entityId)) return CHANGED;
    const tasks = await stores.tasks.list({ labelIds: [entityId], archived: true }, ONE);
    if (has(tasks)) return 'Tasks that stay have it.';
    await stores.labels.delete(label);
    await record({ entity: labelEntity(label), action: 'deleted' });
    return null;
  },

  member: async (undoing, item) => {
    const { stores, now, record } = undoing;
    const { entityId } = item;
    if ((await stores.members.mergedInto(entityId)) !== null) return 'It was merged into a person.';
    const member = await stores.members.byId(entityId);
    if (member) {
      const { type, id } = memberEntity(member);
      if (await isTouched(undoing, type, id)) return CHANGED;
      if ((await stores.keys.countOfMember(entityId, 1)) > 0) return 'It has a key.';
    }
    const reason = await referenceTo(undoing, item);
    if (reason !== null) return reason;
    if (member) {
      await stores.members.remove(member, now);
      await record({ entity: memberEntity(member), action: 'deleted' });
    }
    await stores.members.forget(entityId);
    return null;
  },
};

/** Why a member is kept: tasks refer to it, or other kept records may, including those of other imports. */
async function referenceTo(
  { stores, run, undo: { leftCount } }: Undoing,
  { entityId }: ImportItem,
): Promise<string | null> {
  const given = await stores.tasks.list({ assigneeIds: [entityId], archived: true }, ONE);
  if (has(given) || has(await stores.tasks.list({ creatorIds: [entityId], archived: true }, ONE)))
    return 'Tasks that stay refer to it.';
  return leftCount > 0 || (await stores.imports.hasOthers(run))
    ? 'Something that stays may refer to it.'
    : null;
}

const OF_TASK: readonly ImportedType[] = [
  'relation',
  'comment',
  'attachment',
  'criterion',
  'result',
  'question',
];

/** Undoes some of the newest items; the last step ends the undoing. */
export function undoer(ports: SteadyPorts) {
  const save = taskSaver(ports);
  const recordEvent = recorder(ports);

  return async (stores: Stores, by: Caller, run: Import): Promise<Import> => {
    const related = { importId: run.id };
    const before = run.undo ?? NOTHING;
    const page = await stores.imports.itemsCreatedIn(run.id, {
      limit: AT_ONCE,
      after: before.before ?? undefined,
    });
    await release(stores, page.items);
    let undo = before;
    for (const item of page.items) {
      await stores.pace.rest();
      const undoing: Undoing = {
        stores,
        by,
        run,
        undo,
        now: ports.clock(),
        record: (draft) => recordEvent(stores, by, { ...draft, related: { ...draft.related, ...related } }),
        deleteTask: (task) =>
          save(stores, by, { before: task, after: null, event: { action: 'deleted', related }, quiet: true }),
      };
      if (OF_TASK.includes(item.type) && item.taskNumber !== null)
        if (await stores.imports.isTaskCreatedIn(run.id, item.taskNumber)) continue;
      undo = await undone(undoing, item);
    }
    const after: Import = {
      ...run,
      state: page.next === null ? 'undone' : 'undoing',
      finishedAt: run.finishedAt ?? ports.clock(),
      undo: { ...undo, before: page.next },
    };
    await stores.imports.update(after, run);
    return after;
  };
}

async function undone(undoing: Undoing, item: ImportItem): Promise<ImportUndo> {
  const { stores, undo } = undoing;
  const { type, externalId, entityId } = item;
  const reason = await REMOVERS[type](undoing, item);
  if (reason === null) {
    if (type !== 'task') await stores.imports.removeItem(item);
    return { ...undo, removed: { ...undo.removed, [type]: (undo.removed[type] ?? 0) + 1 } };
  }
  const left = [...undo.left, { type, externalId, id: entityId, reason }].slice(0, MAX_LEFT);
  return { ...undo, left, leftCount: undo.leftCount + 1 };
}
