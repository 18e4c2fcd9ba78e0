import {
  CALLER_TYPES,
  EFFORTS,
  type Metadata,
  PRIORITIES,
  RELATION_KINDS,
  TASK_STATUSES,
  WAITING_KINDS,
  type WaitingFor,
  WOKEN_BY,
} from '@tandem/core';
import {
  isBoolean,
  isDate,
  isObjectOf,
  isOneOf,
  isText,
  isTexts,
  isTextsByKey,
  optional,
} from '../../columns.ts';
import { EXTERNAL_ID } from '../../external-id.ts';
import {
  count,
  flag,
  integer,
  jsonOf,
  listOf,
  moment,
  nullable,
  numbers,
  table,
  text,
  word,
} from '../../table.ts';
import { AUTHORED } from '../access/authors.ts';

const waitingFor = jsonOf('object of what it waits for', (value): value is WaitingFor =>
  isObjectOf(value, {
    kind: isOneOf(WAITING_KINDS),
    who: optional((who) => who === null || isObjectOf(who, { id: isText, name: isText })),
    what: isText,
    since: isDate,
    resultId: optional(isText),
    questionId: optional(isText),
    notified: optional(isBoolean),
    budget: optional((budget) => isObjectOf(budget, {})),
  }),
);

const metadata = jsonOf('object of texts', (value): value is Metadata => isTextsByKey(value));

export const tasks = table(['workspace_id', 'number'], {
  workspace_id: text,
  number: integer,
  id: text,
  title: text,
  description: nullable(text),
  status: word(TASK_STATUSES),
  priority: word(PRIORITIES),
  assignee_id: nullable(text),
  project_id: nullable(text),
  creator_id: text,
  /** In order; `task_tags` serves the filter. */
  tags: listOf('texts', isTexts),
  effort: nullable(word(EFFORTS)),
  due_date: nullable(moment),
  completed_at: nullable(moment),
  /** 2 for a removed task until its rows are deleted. */
  archived: flag,
  created_at: moment,
  updated_at: moment,
  /** Number of open tasks that block it. */
  open_blockers: integer,
  attempts: count,
  failures: count,
  not_before: nullable(moment),
  back_to: nullable(text),
  touched_at: nullable(moment),
  started_at: nullable(moment),
  waiting_for: nullable(waitingFor),
  /** True if created by an agent or by a process that hosts agents. */
  from_agent: flag,
  /** 2 until the import that creates the task is finished. */
  from_import: integer,
  ...EXTERNAL_ID,
  /** An object of texts; NULL when empty. `task_metadata` serves the filter. */
  metadata: nullable(metadata),
  parent_number: nullable(integer),
  /** Numbers of direct children that are not archived. */
  open_children: integer,
  done_children: integer,
  canceled_children: integer,
  /** True while an ancestor keeps it from being handed out. */
  held: integer,
  woken_by: nullable(word(WOKEN_BY)),
  budget: nullable(numbers),
  over_budget: flag,
  /** Usage that was reported for the task since it could have a budget. */
  usage: nullable(numbers),
  /** The place in the manual order; NULL until the task is moved. */
  rank: nullable(text),
});

/** `archived` and `status` copy the task's, maintained by a trigger, so that one index serves a filtered page. */
export const taskTags = table(['workspace_id', 'tag', 'archived', 'status', 'number'], {
  workspace_id: text,
  tag: text,
  archived: integer,
  status: text,
  number: integer,
});

export const taskLabels = table(['workspace_id', 'label_id', 'archived', 'status', 'number'], {
  workspace_id: text,
  label_id: text,
  archived: integer,
  status: text,
  number: integer,
});

/** `entry` is `<key>=<value>`. */
export const taskMetadata = table(['workspace_id', 'entry', 'archived', 'status', 'number'], {
  workspace_id: text,
  entry: text,
  archived: integer,
  status: text,
  number: integer,
});

export const relations = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  kind: word(RELATION_KINDS),
  from_number: integer,
  to_number: integer,
  made_on: integer,
  /** The type of the caller that created it. */
  made_by: word(CALLER_TYPES),
});

export const comments = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  number: integer,
  body: text,
  ...AUTHORED,
  created_at: moment,
  updated_at: moment,
});

export const subscriptions = table(['workspace_id', 'number', 'member_id'], {
  workspace_id: text,
  number: integer,
  member_id: text,
});
