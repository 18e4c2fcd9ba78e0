import { type InputsOf, id, page, task } from '../../inputs.ts';
import { checkInput } from '../../results/check.ts';
import type { CriterionInput } from '../../results/criteria.ts';
import {
  anything,
  boolean,
  type Check,
  either,
  list,
  maybe,
  named,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  text,
} from '../../shared/check.ts';
import { externalIdInput } from '../../shared/external-id.ts';
import { SORT_ORDERS, TASK_SORTS } from '../order.ts';
import { taskFilterInputs } from '../query.ts';
import { RELATION_TYPES } from '../relations.ts';
import { type NewChild, SPLIT_THEN, type Split } from '../split.ts';
import { TASK_STATUSES } from '../status.ts';
import { CHILDREN_CHOICES } from '../subtasks.ts';
import { type NewTask, plainInputs, type Task, type TaskUpdate } from '../task.ts';
import type { attachmentUseCases } from './attachments.ts';
import type { BulkOperation, BulkStep } from './bulk.ts';
import type { commentUseCases } from './comments.ts';
import type { relationUseCases } from './relations.ts';
import type { subscriptionUseCases } from './subscriptions.ts';
import type { taskUseCases } from './tasks.ts';

const ownFields = {
  ...plainInputs,
  assignedTo: maybe(text),
  projectId: maybe(text),
  budget: maybe(record(number)),
  tags: optional(list(text)),
  labels: optional(list(text)),
  externalId: externalIdInput,
  metadata: optional(record(nullable(text))),
  createMissing: optional(boolean),
  criteria: optional(list(object<CriterionInput>({ id: maybe(text), text, check: checkInput }))),
};

const fields = { ...ownFields, parentTaskNumber: maybe(number) };

/** `status` is accepted here so that `update` can refuse it and point to the transition endpoint. */
const change = object<TaskUpdate & { readonly status?: unknown }>({
  title: optional(text),
  status: anything(),
  before: optional(number),
  after: optional(number),
  ...fields,
});

export const taskInputs: InputsOf<typeof taskUseCases> = {
  list: [
    object({
      ...page,
      sort: optional(oneOf(TASK_SORTS)),
      order: optional(oneOf(SORT_ORDERS)),
      ...taskFilterInputs,
    }),
  ],
  counts: [object(taskFilterInputs)],
  get: [task],
  create: [object({ title: text, status: optional(oneOf(TASK_STATUSES)), ...fields })],
  put: [
    named('source', text),
    id,
    object({ title: optional(text), status: optional(oneOf(TASK_STATUSES)), ...fields }),
  ],
  update: [task, change as Check<TaskUpdate>],
  createChild: [anything<NewTask>(), anything<Task>()],
  apply: [anything<BulkOperation>()],
  bulk: [object({ atomic: optional(boolean), operations: list(anything<BulkStep>()) })],
  delete: [task],
  transition: [
    task,
    object({ to: oneOf(TASK_STATUSES), reason: maybe(text), children: optional(oneOf(CHILDREN_CHOICES)) }),
  ],
  split: [
    task,
    object<Split>({
      token: maybe(text),
      tasks: list(
        object<NewChild>({
          title: text,
          status: optional(oneOf(TASK_STATUSES)),
          key: optional(text),
          blockedBy: optional(list(either(text, number, 'must be a key or a number'))),
          ...ownFields,
        }),
      ),
      then: optional(oneOf(SPLIT_THEN)),
    }),
  ],
  archive: [task, optional(object({ children: optional(oneOf(CHILDREN_CHOICES)) }))],
  unarchive: [task],
  activity: [task, object(page)],
};

export const relationInputs: InputsOf<typeof relationUseCases> = {
  relate: [task, object({ type: oneOf(RELATION_TYPES), taskNumber: number })],
  relateChild: [task, object({ type: oneOf(['blocked_by']), taskNumber: number })],
  unrelate: [task, id],
};

export const commentInputs: InputsOf<typeof commentUseCases> = {
  list: [task, object({ ...page, order: optional(oneOf(['asc', 'desc'])) })],
  create: [task, object({ body: text })],
  get: [task, id],
  update: [task, id, object({ body: text })],
  delete: [task, id],
};

export const subscriptionInputs: InputsOf<typeof subscriptionUseCases> = {
  get: [task],
  subscribe: [task],
  unsubscribe: [task],
};

export const attachmentInputs: InputsOf<typeof attachmentUseCases> = {
  list: [task, object(page)],
  get: [task, id],
  attach: [task, object({ fileId: text })],
  detach: [task, id],
};
