import { EFFORTS, LIMITS, PRIORITIES, TASK_STATUSES, type TaskFilters } from '@tandem/core';
import { z } from 'zod';
import { externalIdFilter, memberFilter } from './inputs.ts';
import { commaSeparated, commaSeparatedTags, either, flag, metadataFilter, repeated } from './shapes.ts';

/** The filters of the task list (docs/rules.md, Lists of tasks). */
export const taskFilters = {
  status: commaSeparated(TASK_STATUSES),
  priority: commaSeparated(PRIORITIES),
  effort: commaSeparated(EFFORTS),
  assigned: z
    .string()
    .optional()
    .meta({ description: 'Name (case-insensitive) or id of a member, `me`, or `unassigned`' }),
  projectId: z.string().optional(),
  project: z.enum(['none']).optional().meta({ description: '`none` matches tasks without a project' }),
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
} satisfies Readonly<Record<keyof TaskFilters, z.ZodType>>;
