import {
  EFFORTS,
  type Effort,
  PRIORITIES,
  type Priority,
  TASK_STATUSES,
  type TaskStatus,
  type TasksListQuery,
} from '@tandem/client';
import { type Command, Option } from 'commander';
import { momentOf, repeated, several } from '../../input/values.ts';
import { option, wordsOption } from '../options.ts';

const SORTS = ['created', 'updated', 'due', 'priority', 'completed'] as const;
const ORDERS = ['asc', 'desc'] as const;

/** The options of a query of the task list. */
export interface FilterOptions {
  readonly sort?: (typeof SORTS)[number];
  readonly order?: (typeof ORDERS)[number];
  readonly words?: string;
  readonly ready?: true;
  readonly blocked?: true;
  readonly dueBefore?: number;
  readonly updatedSince?: number;
  readonly status?: readonly TaskStatus[];
  readonly priority?: readonly Priority[];
  readonly effort?: readonly Effort[];
  readonly assigned?: string;
  readonly project?: string;
  readonly tag?: readonly string[];
  readonly label?: readonly string[];
  readonly createdBy?: string;
  readonly archived?: true;
}

export const withFilters = (command: Command): Command =>
  command
    .addOption(new Option('--sort <value>', 'order of the list').choices(SORTS))
    .addOption(new Option('--order <order>', 'direction of the order').choices(ORDERS))
    .option(
      '--words <words>',
      'only tasks whose texts have all these words; with --sort, of the newest 1,000 matches',
    )
    .option('--ready', 'only tasks that can be started')
    .option('--blocked', 'only tasks that an open task blocks')
    .addOption(option('--due-before <time>', 'only tasks due before this time', momentOf))
    .addOption(option('--updated-since <time>', 'only tasks changed at this time or later', momentOf))
    .addOption(wordsOption('--status <status>', TASK_STATUSES))
    .addOption(wordsOption('--priority <priority>', PRIORITIES))
    .addOption(wordsOption('--effort <effort>', EFFORTS))
    .option('--assigned <name>', 'only tasks assigned to this member: a name, me, or unassigned')
    .option('--project <id>', 'only tasks of this project, or none')
    .addOption(option('--tag <tag>', 'only tasks with any of these tags', several))
    .addOption(option('--label <name>', 'only tasks with this label; repeat it for any of several', repeated))
    .option('--created-by <name>', 'only tasks created by this member: a name, or me')
    .option('--archived', 'include archived tasks');

/** The query with only the given options, so that it can replace parts of another. */
export function queryOf(options: FilterOptions) {
  const { sort, order, words, project, tag, label, ...same } = options;
  const { ready, blocked, dueBefore, updatedSince, status, priority, effort, assigned, createdBy, archived } =
    same;
  const filters = given({
    ...{ ready, blocked, dueBefore, updatedSince, status, priority, effort, assigned, createdBy, archived },
    ...(project === 'none' ? { project } : { projectId: project }),
    q: words,
    tags: tag,
    label,
  }) satisfies TasksListQuery;
  return { filters, ...given({ sort, order }) };
}

const given = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
