import { contract } from '@tandem/contract';
import type {
  Attachment,
  Comment,
  Relation,
  SeenTask,
  TaskWithCriteria,
  TaskWithRelations,
  WaitingFor,
} from '@tandem/core';
import { created, list, noContent, ok, SUCCESS } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';
import { presentClaim } from '../http/present-claim.ts';
import { presentEntry } from './activity.ts';
import { presentCriterion } from './results.ts';

export const presentWaiting = ({ since, notified, budget, ...waits }: WaitingFor) => ({
  ...waits,
  since: iso(since),
});

/** Tasks that an import created are marked. */
export const presentTask = (task: SeenTask): Shown & { fromImport?: true } =>
  task.fromImport ? Object.assign(presentOwn(task), { fromImport: true as const }) : presentOwn(task);

type Shown = ReturnType<typeof presentOwn>;

const presentOwn = (task: SeenTask) => ({
  id: task.id,
  taskNumber: task.taskNumber,
  title: task.title,
  description: task.description,
  status: task.status,
  priority: task.priority,
  assignedTo: task.assignee?.name ?? null,
  project: task.project,
  tags: task.tags,
  labels: task.labels,
  externalId: task.externalId,
  metadata: task.metadata,
  effort: task.effort,
  dueDate: isoOrNull(task.dueDate),
  completedAt: isoOrNull(task.completedAt),
  archived: task.archived,
  blocked: task.blocked,
  parent: task.parent,
  budget: task.budget,
  children: task.children,
  claim: task.claim && presentClaim(task.claim),
  waitingFor: task.waitingFor && presentWaiting(task.waitingFor),
  notBefore: isoOrNull(task.work.notBefore),
  createdAt: iso(task.createdAt),
  updatedAt: iso(task.updatedAt),
});

export const presentRelation = ({ id, type, direction, task }: Relation) => ({ id, type, direction, task });

export const presentTaskWithCriteria = (task: TaskWithCriteria) =>
  Object.assign(presentTask(task), { criteria: task.criteria.map(presentCriterion) });

export const presentTaskWithRelations = (task: TaskWithRelations) =>
  Object.assign(presentTask(task), {
    criteria: task.criteria.map(presentCriterion),
    relations: task.relations.map(presentRelation),
  });

export const presentComment = ({ id, body, author, createdAt, updatedAt }: Comment) => ({
  id,
  body,
  author,
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
});

export const presentAttachment = ({ taskNumber, createdAt, ...attachment }: Attachment) => ({
  ...attachment,
  createdAt: iso(createdAt),
});

/** Bound in ./bulk.ts. */
const { bulk: _, ...singles } = contract.tasks;

export const tasks = bind(singles, {
  list: async ({ tandem, caller, query }) => list(await tandem.tasks.list(caller, query), presentTask),
  counts: async ({ tandem, caller, query }) => ok(await tandem.tasks.counts(caller, query)),
  create: async ({ tandem, caller, body }) =>
    created(presentTaskWithCriteria(await tandem.tasks.create(caller, body))),
  put: async ({ tandem, caller, params, body }) => {
    const { task, created: isNew } = await tandem.tasks.put(caller, params.source, params.id, body);
    return (isNew ? created : ok)(presentTaskWithCriteria(task));
  },
  get: async ({ tandem, caller, params }) => {
    const { usage, ...task } = await tandem.tasks.get(caller, params.identifier);
    const lasting = presentTaskWithRelations(task);
    return { ...ok({ ...lasting, usage }), lasting };
  },
  update: async ({ tandem, caller, params, body }) =>
    ok(presentTaskWithCriteria(await tandem.tasks.update(caller, params.identifier, body))),
  delete: async ({ tandem, caller, params }) => {
    const { title } = await tandem.tasks.delete(caller, params.identifier);
    return ok({ success: true, title });
  },
  transition: async ({ tandem, caller, params, body }) =>
    ok(presentTaskWithRelations(await tandem.tasks.transition(caller, params.identifier, body))),
  split: async ({ tandem, caller, params, body }) => {
    const { children, task } = await tandem.tasks.split(caller, params.identifier, body);
    return created({ children: children.map(presentTaskWithCriteria), task: presentTaskWithRelations(task) });
  },
  archive: async ({ tandem, caller, params, body }) =>
    ok(presentTask(await tandem.tasks.archive(caller, params.identifier, body))),
  unarchive: async ({ tandem, caller, params }) =>
    ok(presentTask(await tandem.tasks.unarchive(caller, params.identifier))),
  relate: async ({ tandem, caller, params, body }) =>
    created(presentRelation(await tandem.relations.relate(caller, params.identifier, body))),
  unrelate: async ({ tandem, caller, params }) => {
    await tandem.relations.unrelate(caller, params.identifier, params.relationId);
    return SUCCESS;
  },
  comments: async ({ tandem, caller, params, query }) =>
    list(await tandem.comments.list(caller, params.identifier, query), presentComment),
  comment: async ({ tandem, caller, params, body }) =>
    created(presentComment(await tandem.comments.create(caller, params.identifier, body))),
  editComment: async ({ tandem, caller, params, body }) =>
    ok(presentComment(await tandem.comments.update(caller, params.identifier, params.commentId, body))),
  deleteComment: async ({ tandem, caller, params }) => {
    await tandem.comments.delete(caller, params.identifier, params.commentId);
    return noContent;
  },
  attachments: async ({ tandem, caller, params, query }) =>
    list(await tandem.attachments.list(caller, params.identifier, query), presentAttachment),
  attach: async ({ tandem, caller, params, body }) =>
    created(presentAttachment(await tandem.attachments.attach(caller, params.identifier, body))),
  detach: async ({ tandem, caller, params }) => {
    await tandem.attachments.detach(caller, params.identifier, params.attachmentId);
    return ok({ id: params.attachmentId, deleted: true });
  },
  subscription: async ({ tandem, caller, params }) =>
    ok({ subscribed: await tandem.subscriptions.get(caller, params.identifier) }),
  subscribe: async ({ tandem, caller, params }) => {
    await tandem.subscriptions.subscribe(caller, params.identifier);
    return noContent;
  },
  unsubscribe: async ({ tandem, caller, params }) => {
    await tandem.subscriptions.unsubscribe(caller, params.identifier);
    return noContent;
  },
  activity: async ({ tandem, caller, params, query }) =>
    list(await tandem.tasks.activity(caller, params.identifier, query), presentEntry),
});
