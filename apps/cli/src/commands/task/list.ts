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
import { connect } from '../../connection.ts';
import { momentOf, repeated, several } from '../../input/values.ts';
import { type ListOptions, pageFor, printList } from '../../output/list.ts';
import { option, withList, wordsOption } from '../options.ts';
import { TASK_COLUMNS } from './columns.ts';

const SORTS = ['created', 'updated', 'due', 'priority', 'completed'] as const;
const ORDERS = ['asc', 'desc'] as const;

interface Options extends ListOptions {
  readonly sort?: TasksListQuery['sort'];
  readonly order?: TasksListQuery['order'];
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

export function addListCommand(group: Command): void {
  withList(group.command('list').description('list tasks, by default newest first'))
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
    .option('--archived', 'include archived tasks')
    .action(listTasks);
}

async function listTasks(options: Options): Promise<void> {
  const { tandem } = connect();
  const { json, limit, project, tag, label, words, ...filters } = options;
  const list = tandem.tasks.list({
    ...filters,
    q: words,
    ...(project === 'none' ? { project } : { projectId: project }),
    tags: tag,
    label,
    limit: pageFor(limit),
  });
  await printList(list, TASK_COLUMNS, options, 'No tasks.');
}
