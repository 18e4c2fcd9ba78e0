import {
  DUES,
  EFFORTS,
  LIMITS,
  PRIORITIES,
  SORT_ORDERS,
  TASK_SORTS,
  TASK_STATUSES,
  type TaskFilters,
  WAITING_KINDS,
} from '@tandem/core';
import * as z from 'zod';
import { externalIdFilter, memberFilter, queryDate } from './inputs.ts';
import { commaSeparated, commaSeparatedTags, either, flag, metadataFilter, repeated } from './shapes.ts';

/** The filters of the task list (docs/rules.md, Lists of tasks). */
export const taskFilters = {
  q: z.string().meta({ maxLength: LIMITS.searchQuery }).optional().meta({
    description:
      'Words that must occur in the texts of the task, as in a search; with another sort than created, of the newest 1,000 matches at most',
  }),
  status: commaSeparated(TASK_STATUSES),
  priority: commaSeparated(PRIORITIES),
  effort: commaSeparated(EFFORTS),
  assigned: repeated(
    LIMITS.labelsWanted,
    'Name (case-insensitive) or id of a member, `me` or `unassigned`. Repeat the parameter for several',
  ),
  projectId: repeated(
    LIMITS.labelsWanted,
    'Id of a project, or `none` for tasks without one. Repeat the parameter for several',
  ),
  project: z.enum(['none']).optional().meta({ description: '`none` matches tasks without a project' }),
  parent: z
    .string()
    .optional()
    .meta({ description: 'Number or id of a task, for its direct sub-tasks, or `none`' }),
  tags: commaSeparatedTags,
  label: repeated(
    LIMITS.labelsWanted,
    'Name of a label (case-insensitive). Repeat the parameter for several labels',
  ),
  labelMode: z
    .enum(['any', 'all'])
    .optional()
    .meta({ default: 'any', description: 'Whether any or all of several labels must be on the task' }),
  createdBy: memberFilter.optional().meta({
    description: 'Name (case-insensitive) or id of a member, `me`, or the id of a service key',
  }),
  externalId: externalIdFilter,
  metadata: metadataFilter,
  archived: flag,
  ready: either(
    'Whether the assignee, or any agent if there is none, could start the task; `false` matches the other tasks in todo',
  ),
  blocked: either('Whether an open task blocks it'),
  hasClaim: either('Whether an agent has claimed it'),
  waitingFor: commaSeparated(WAITING_KINDS),
  createdSince: queryDate('Created at this time or later'),
  updatedSince: queryDate('Changed at this time or later'),
  completedSince: queryDate('Done, since this time or later'),
  dueAfter: queryDate('Due at this time or later'),
  dueBefore: queryDate('Due before this time'),
  due: z.enum(DUES).optional().meta({
    description: 'Open tasks due before today (in UTC) or within seven days, or tasks without a date',
  }),
} satisfies Readonly<Record<keyof TaskFilters, z.ZodType>>;

/** The order of the task list; a cursor continues only its own order. */
export const taskOrder = {
  sort: z
    .enum(TASK_SORTS)
    .optional()
    .meta({ default: 'created', description: 'Tasks without the value come last' }),
  order: z.enum(SORT_ORDERS).optional().meta({
    description: 'Default: `asc` for `due` and `priority` (`p0` first), otherwise `desc`',
  }),
};
