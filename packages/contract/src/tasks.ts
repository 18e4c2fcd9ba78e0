import {
  CHILDREN_CHOICES,
  CRITERION_STATUSES,
  DEFAULT_PRIORITY,
  DEFAULT_TASK_STATUS,
  EFFORTS,
  LIMITS,
  MAX_BLOCKERS,
  MAX_KEY,
  MAX_SPLIT,
  PRIORITIES,
  RELATION_TYPES,
  SPLIT_THEN,
  type TaskChange,
  type TaskStatus,
  WAITING_KINDS,
} from '@tandem/core';
import * as z from 'zod';
import { activityEntry } from './activity.ts';
import { check, checkInput } from './check.ts';
import { evidence } from './evidence.ts';
import {
  budget,
  comment as commentText,
  createMissing,
  date,
  description,
  externalIdInput,
  fileId,
  filled,
  labelNames,
  memberReference,
  metadata,
  parentTaskNumber,
  projectId,
  reason,
  tags,
  taskNumber,
  title,
  claimToken as token,
} from './inputs.ts';
import { label } from './labels.ts';
import { ON_TASK, operation, STOPS } from './operation.ts';
import {
  author,
  externalId,
  id,
  page,
  paging,
  taskStatus as status,
  success,
  taskMention,
  taskParams,
  timestamp,
} from './shapes.ts';
import { taskFilters, taskOrder } from './task-filters.ts';

export const priority = z.enum(PRIORITIES).meta({ id: 'Priority' });
export const effort = z.enum(EFFORTS).meta({ id: 'Effort' });

const member = z.object({ id, name: z.string() });

/** docs/rules.md, Claims. */
const claim = z
  .object({
    id,
    agent: member,
    attempt: z.int(),
    claimedAt: timestamp,
    expiresAt: timestamp,
    heardAt: timestamp,
    progress: z
      .object({ note: z.string().nullable(), percent: z.number().nullable(), at: timestamp })
      .nullable(),
  })
  .meta({ id: 'Claim' });

/** docs/rules.md, Claims. */
export const waitingFor = z
  .object({
    kind: z.enum(WAITING_KINDS),
    who: member.nullable(),
    what: z.string(),
    since: timestamp,
    resultId: id.optional(),
    questionId: id.optional(),
  })
  .meta({ id: 'WaitingFor' });

/** One shape for each of these fields: the compiler names a missing one. */
type Shapes<Field extends string> = Readonly<Record<Field, z.ZodType> & Record<string, z.ZodType>>;

/** A task in lists and in responses to changes (docs/rules.md, Tasks). */
export const task = z
  .object({
    id,
    taskNumber: z.int(),
    title: z.string(),
    description: z.string().nullable(),
    status,
    priority,
    assignedTo: z.string().nullable(),
    project: z.object({ id, title: z.string() }).nullable(),
    tags: z.array(z.string()),
    labels: z.array(label),
    externalId: externalId.nullable(),
    metadata: z.record(z.string(), z.string()),
    effort: effort.nullable(),
    dueDate: timestamp.nullable(),
    completedAt: timestamp.nullable(),
    archived: z.boolean(),
    blocked: z.boolean(),
    parent: z.object({ id, taskNumber: z.int(), title: z.string() }).nullable(),
    /** Of the direct children that are not archived. */
    children: z.object({ total: z.int(), open: z.int(), done: z.int(), canceled: z.int() }),
    budget: z.record(z.string(), z.number()).nullable(),
    claim: claim.nullable(),
    waitingFor: waitingFor.nullable(),
    /** Earliest time at which an agent can claim the task. */
    notBefore: timestamp.nullable(),
    fromImport: z.literal(true).optional().meta({ description: 'Created by an import' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  } satisfies Shapes<
    Exclude<keyof TaskChange, 'projectId' | 'parentTaskNumber' | 'createMissing' | 'criteria'>
  >)
  .meta({ id: 'Task' });

/** docs/rules.md, Relations. */
const relation = z
  .object({
    id,
    type: z.enum(RELATION_TYPES),
    direction: z.enum(['outgoing', 'incoming']),
    task: taskMention,
  })
  .meta({ id: 'Relation' });

/** docs/rules.md, Results. */
export const criterion = z
  .object({
    id,
    text: z.string(),
    check: check.nullable(),
    status: z.enum(CRITERION_STATUSES),
    evidence: z.array(evidence),
    by: author.nullable(),
    at: timestamp.nullable(),
  })
  .meta({ id: 'Criterion' });

/** A task in the response to its creation or change. */
const taskWithCriteria = task.extend({ criteria: z.array(criterion) }).meta({ id: 'TaskWithCriteria' });

/** A task in the response to a single read or a transition. */
export const taskWithRelations = task
  .extend({ criteria: z.array(criterion), relations: z.array(relation) })
  .meta({ id: 'TaskWithRelations' });

const usage = z.record(z.string(), z.number());
/** A task in the response to a single read. */
const taskWithUsage = taskWithRelations
  .extend({ usage: z.object({ own: usage, tree: usage }) })
  .meta({ id: 'TaskWithUsage' });

/** Fields that are set on creation and can be changed. */
const fields = {
  description: description.nullable().optional(),
  assignedTo: memberReference.nullable().optional(),
  projectId: projectId.nullable().optional(),
  parentTaskNumber: parentTaskNumber.nullable().optional(),
  budget: budget.nullable().optional(),
  tags: tags.optional(),
  labels: labelNames.optional(),
  externalId: externalIdInput.nullable().optional(),
  metadata: metadata.optional(),
  createMissing: createMissing.optional(),
  dueDate: date.nullable().optional(),
  effort: effort.nullable().optional(),
  criteria: z
    .array(
      z.object({
        id: filled(LIMITS.choiceId, 'Id of an existing criterion, or a custom one').nullable().optional(),
        text: filled(LIMITS.criterion),
        check: checkInput.nullable().optional(),
      }),
    )
    .meta({
      maxItems: LIMITS.criteria,
      description: 'The whole list of acceptance criteria',
    })
    .optional(),
} satisfies Shapes<Exclude<keyof TaskChange, 'title' | 'priority'>>;

const newTask = z.object({
  title,
  status: status.optional().meta({ default: DEFAULT_TASK_STATUS }),
  priority: priority.optional().meta({ default: DEFAULT_PRIORITY }),
  ...fields,
});

const { parentTaskNumber: _, ...childFields } = fields;

/** A task that a split creates, and the entries and tasks that block it. */
const newChild = z.object({
  key: filled(MAX_KEY, 'Names the entry in `blockedBy` of others').optional(),
  blockedBy: z
    .array(z.union([z.string(), z.number()]))
    .meta({ maxItems: MAX_BLOCKERS, description: 'Keys of other entries and numbers of tasks' })
    .optional(),
  title,
  status: status.optional().meta({ default: DEFAULT_TASK_STATUS }),
  priority: priority.optional().meta({ default: DEFAULT_PRIORITY }),
  ...childFields,
});

const children = z
  .enum(CHILDREN_CHOICES)
  .meta({ description: 'What happens to open sub-tasks: required if there are any' })
  .optional();

/** As for a new task; for an existing one, only the given fields change. */
const putTask = z.object({
  title: title.optional(),
  status: status.optional(),
  priority: priority.optional(),
  ...fields,
  externalId: externalIdInput.optional().meta({ description: 'The one in the path, with a URL' }),
});

const placed = (side: string) =>
  taskNumber.optional().meta({ description: `Moves the task directly ${side} this one in the manual order` });

const taskChange = z
  .object({
    title: title.optional(),
    priority: priority.optional(),
    ...fields,
    before: placed('before'),
    after: placed('after'),
    /** Parsed only so that it can be rejected: use the transition endpoint instead. */
    status: z.unknown().optional(),
  })
  .meta({
    override: ({ jsonSchema }: { jsonSchema: { properties?: Record<string, unknown> } }) => {
      delete jsonSchema.properties?.status;
    },
  });

export const comment = z
  .object({ id, body: z.string(), author, createdAt: timestamp, updatedAt: timestamp })
  .meta({ id: 'Comment' });
const commentBody = z.object({ body: commentText });
const commentParams = taskParams.extend({ commentId: id });

const attachment = z
  .object({
    id,
    fileId: id,
    fileName: z.string(),
    mimeType: z.string(),
    size: z.int(),
    addedBy: author,
    createdAt: timestamp,
  })
  .meta({ id: 'Attachment' });

const taskCounts = z
  .object({
    total: z.int(),
    byStatus: z.object({
      backlog: z.int(),
      todo: z.int(),
      in_progress: z.int(),
      waiting: z.int(),
      done: z.int(),
      canceled: z.int(),
    } satisfies Readonly<Record<TaskStatus, z.ZodType>>),
    max: z.int().meta({ description: 'Counting stops above this number' }),
    exact: z.boolean().meta({ description: 'False if counting stopped early: the numbers are minimums' }),
  })
  .meta({ id: 'TaskCounts' });

const TASK = '/api/v1/tasks/:identifier';

const TAKES_CHILDREN = ['PARENT_CLOSED', 'LIMIT_REACHED'] as const;

export const tasks = {
  list: operation({
    id: 'tasks.list',
    method: 'get',
    path: '/api/v1/tasks',
    access: 'tasks:read',
    summary: 'List tasks, by default newest first',
    query: paging.extend({ ...taskFilters, ...taskOrder }),
    responses: { 200: page(task) },
    errors: ['NOT_FOUND'],
  }),
  counts: operation({
    id: 'tasks.counts',
    method: 'get',
    path: '/api/v1/tasks/counts',
    access: 'tasks:read',
    summary: 'Count the tasks of a list by status',
    query: z.object(taskFilters),
    responses: { 200: taskCounts },
    errors: ['NOT_FOUND'],
  }),
  create: operation({
    id: 'tasks.create',
    method: 'post',
    path: '/api/v1/tasks',
    access: 'tasks:write',
    summary: 'Create a task',
    body: newTask,
    responses: { 201: taskWithCriteria },
    errors: [
      'UNKNOWN_LABELS',
      'EXTERNAL_ID_TAKEN',
      'AGENT_COMPLETION_DISABLED',
      'HUMANS_ONLY',
      'INTAKE_LIMIT',
      'PROOF_MISSING',
      ...TAKES_CHILDREN,
      ...ON_TASK,
    ],
  }),
  put: operation({
    id: 'tasks.put',
    method: 'put',
    path: '/api/v1/tasks/external/:source/:id',
    access: 'tasks:write',
    summary: 'Create the task with an external id, or update its given fields',
    params: z.object({ source: z.string(), id: z.string() }),
    body: putTask,
    responses: { 200: taskWithCriteria, 201: taskWithCriteria },
    errors: [
      ...ON_TASK,
      ...TAKES_CHILDREN,
      'UNKNOWN_LABELS',
      'EXTERNAL_ID_TAKEN',
      'STATUS_NOT_PATCHABLE',
      'AGENT_COMPLETION_DISABLED',
      'AWAITS_PERSON',
      'HUMANS_ONLY',
      'INTAKE_LIMIT',
      'PROOF_MISSING',
    ],
  }),
  get: operation({
    id: 'tasks.get',
    method: 'get',
    path: TASK,
    access: 'tasks:read',
    summary: 'Get a task with its criteria and relations',
    params: taskParams,
    responses: { 200: taskWithUsage },
  }),
  update: operation({
    id: 'tasks.update',
    method: 'patch',
    path: TASK,
    access: 'tasks:write',
    summary: 'Update fields of a task; to change its status, use a transition',
    params: taskParams,
    body: taskChange,
    responses: { 200: taskWithCriteria },
    errors: [
      ...ON_TASK,
      'AWAITS_PERSON',
      'HUMANS_ONLY',
      'UNKNOWN_LABELS',
      'EXTERNAL_ID_TAKEN',
      'STATUS_NOT_PATCHABLE',
      'CYCLE_DETECTED',
      ...TAKES_CHILDREN,
    ],
  }),
  delete: operation({
    id: 'tasks.delete',
    method: 'delete',
    path: TASK,
    access: 'tasks:write',
    summary: 'Delete an archived task',
    params: taskParams,
    responses: { 200: success.extend({ title: z.string() }) },
    errors: [...ON_TASK, 'AWAITS_PERSON', 'HUMANS_ONLY', 'TASK_NOT_ARCHIVED'],
  }),
  transition: operation({
    id: 'tasks.transition',
    method: 'post',
    path: `${TASK}/transition`,
    access: 'tasks:write',
    summary: 'Move a task to another status',
    params: taskParams,
    body: z.object({ to: status, reason: reason.nullable().optional(), children }),
    responses: { 200: taskWithRelations },
    errors: [
      ...ON_TASK,
      'AWAITS_PERSON',
      'INVALID_TRANSITION',
      'AGENT_COMPLETION_DISABLED',
      'HUMANS_ONLY',
      'TASK_BLOCKED',
      'PROOF_MISSING',
      'CHILDREN_OPEN',
      'PARENT_DONE',
    ],
  }),
  split: operation({
    id: 'tasks.split',
    method: 'post',
    path: `${TASK}/children`,
    access: 'tasks:write',
    summary: 'Split a task into sub-tasks, and optionally wait for them',
    params: taskParams,
    body: z.object({
      token,
      tasks: z.array(newChild).meta({
        maxItems: MAX_SPLIT,
        description: 'All or none are created; may be empty only to wait for existing sub-tasks',
      }),
      then: z
        .enum(SPLIT_THEN)
        .meta({
          description:
            '`continue` (the default), or `wait`, which ends your claim: the task is yours again, first in your queue, when its sub-tasks are closed or one needs attention',
        })
        .optional(),
    }),
    responses: { 201: z.object({ children: z.array(taskWithCriteria), task: taskWithRelations }) },
    errors: [
      ...ON_TASK,
      'UNKNOWN_LABELS',
      'EXTERNAL_ID_TAKEN',
      'AGENT_COMPLETION_DISABLED',
      'HUMANS_ONLY',
      'INTAKE_LIMIT',
      'PROOF_MISSING',
      'CYCLE_DETECTED',
      ...TAKES_CHILDREN,
    ],
  }),
  archive: operation({
    id: 'tasks.archive',
    method: 'post',
    path: `${TASK}/archive`,
    access: 'tasks:write',
    summary: 'Archive a task; repeatable',
    params: taskParams,
    body: z.object({ children }),
    bodyOptional: true,
    responses: { 200: task },
    errors: [...ON_TASK, 'AWAITS_PERSON', 'HUMANS_ONLY', 'CHILDREN_OPEN'],
  }),
  unarchive: operation({
    id: 'tasks.unarchive',
    method: 'post',
    path: `${TASK}/unarchive`,
    access: 'tasks:write',
    summary: 'Unarchive a task; repeatable',
    params: taskParams,
    responses: { 200: task },
    errors: [...ON_TASK, 'INTAKE_LIMIT', 'PARENT_DONE'],
  }),
  relate: operation({
    id: 'tasks.relate',
    method: 'post',
    path: `${TASK}/relations`,
    access: 'tasks:write',
    summary: 'Relate a task to another',
    params: taskParams,
    body: z.object({ type: z.enum(RELATION_TYPES), taskNumber }),
    responses: { 201: relation },
    errors: [...ON_TASK, 'DUPLICATE_RELATION', 'CYCLE_DETECTED', 'LIMIT_REACHED', 'SELF_RELATION'],
  }),
  unrelate: operation({
    id: 'tasks.unrelate',
    method: 'delete',
    path: `${TASK}/relations/:relationId`,
    access: 'tasks:write',
    summary: 'Remove a relation, from either of its tasks',
    params: taskParams.extend({ relationId: id }),
    responses: { 200: success },
    errors: [...ON_TASK, 'HUMANS_ONLY'],
  }),
  comments: operation({
    id: 'tasks.comments',
    method: 'get',
    path: `${TASK}/comments`,
    access: 'tasks:read',
    summary: 'List the comments on a task, oldest first unless `order` is `desc`',
    params: taskParams,
    query: paging.extend({ order: z.enum(['asc', 'desc']).default('asc') }),
    responses: { 200: page(comment) },
  }),
  comment: operation({
    id: 'tasks.comment',
    method: 'post',
    path: `${TASK}/comments`,
    access: 'tasks:write',
    summary: 'Comment on a task',
    params: taskParams,
    body: commentBody,
    responses: { 201: comment },
  }),
  editComment: operation({
    id: 'tasks.editComment',
    method: 'patch',
    path: `${TASK}/comments/:commentId`,
    access: 'tasks:write',
    summary: 'Edit your own comment',
    params: commentParams,
    body: commentBody,
    responses: { 200: comment },
    errors: ['FORBIDDEN'],
  }),
  deleteComment: operation({
    id: 'tasks.deleteComment',
    method: 'delete',
    path: `${TASK}/comments/:commentId`,
    access: 'tasks:write',
    summary: 'Delete a comment; only its author or an admin',
    params: commentParams,
    responses: { 204: null },
    errors: ['FORBIDDEN'],
  }),
  attachments: operation({
    id: 'tasks.attachments',
    method: 'get',
    path: `${TASK}/attachments`,
    access: 'tasks:read',
    summary: 'List the files on a task, oldest first',
    params: taskParams,
    query: paging,
    responses: { 200: page(attachment) },
  }),
  attach: operation({
    id: 'tasks.attach',
    method: 'post',
    path: `${TASK}/attachments`,
    access: 'tasks:write',
    summary: 'Attach an uploaded file to a task',
    params: taskParams,
    body: z.object({ fileId }),
    responses: { 201: attachment },
    errors: [...STOPS],
  }),
  detach: operation({
    id: 'tasks.detach',
    method: 'delete',
    path: `${TASK}/attachments/:attachmentId`,
    access: 'tasks:write',
    summary: 'Detach a file from a task; the file is kept',
    params: taskParams.extend({ attachmentId: id }),
    responses: { 200: z.object({ id, deleted: z.literal(true) }) },
    errors: ['AWAITS_PERSON', ...STOPS],
  }),
  subscription: operation({
    id: 'tasks.subscription',
    method: 'get',
    path: `${TASK}/subscription`,
    access: 'tasks:read',
    summary: "Get whether you are subscribed to a task's notifications",
    params: taskParams,
    responses: { 200: z.object({ subscribed: z.boolean() }).meta({ id: 'Subscription' }) },
    errors: ['FORBIDDEN'],
  }),
  subscribe: operation({
    id: 'tasks.subscribe',
    method: 'put',
    path: `${TASK}/subscription`,
    access: 'tasks:write',
    summary: "Subscribe to notifications of a task's transitions; repeatable",
    params: taskParams,
    responses: { 204: null },
    errors: ['FORBIDDEN', 'LIMIT_REACHED'],
  }),
  unsubscribe: operation({
    id: 'tasks.unsubscribe',
    method: 'delete',
    path: `${TASK}/subscription`,
    access: 'tasks:write',
    summary: 'Unsubscribe from a task; repeatable',
    params: taskParams,
    responses: { 204: null },
    errors: ['FORBIDDEN'],
  }),
  activity: operation({
    id: 'tasks.activity',
    method: 'get',
    path: `${TASK}/activity`,
    access: 'tasks:read',
    summary: 'List the activity of a task, newest first',
    params: taskParams,
    query: paging,
    responses: { 200: page(activityEntry) },
  }),
};
