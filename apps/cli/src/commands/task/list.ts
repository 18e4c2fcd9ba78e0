import {
  EFFORTS,
  type Effort,
  PRIORITIES,
  type Priority,
  TASK_STATUSES,
  type TaskStatus,
} from '@tandem/client';
import type { Command } from 'commander';
import { connect } from '../../connection.ts';
import { several } from '../../input/values.ts';
import { type ListOptions, pageFor, printList } from '../../output/list.ts';
import { option, withList, wordsOption } from '../options.ts';
import { TASK_COLUMNS } from './columns.ts';

interface Options extends ListOptions {
  readonly status?: readonly TaskStatus[];
  readonly priority?: readonly Priority[];
  readonly effort?: readonly Effort[];
  readonly assigned?: string;
  readonly project?: string;
  readonly tag?: readonly string[];
  readonly label?: string;
  readonly createdBy?: string;
  readonly archived?: true;
}

export function addListCommand(group: Command): void {
  withList(group.command('list').description('list tasks, newest first'))
    .addOption(wordsOption('--status <status>', TASK_STATUSES))
    .addOption(wordsOption('--priority <priority>', PRIORITIES))
    .addOption(wordsOption('--effort <effort>', EFFORTS))
    .option('--assigned <name>', 'only tasks assigned to this member: a name, me, or unassigned')
    .option('--project <id>', 'only tasks of this project')
    .addOption(option('--tag <tag>', 'only tasks with any of these tags', several))
    .option('--label <name>', 'only tasks with this label')
    .option('--created-by <name>', 'only tasks created by this member: a name, or me')
    .option('--archived', 'include archived tasks')
    .action(listTasks);
}

async function listTasks(options: Options): Promise<void> {
  const { tandem } = connect();
  const { status, priority, effort, project, tag, label, archived } = options;
  const isMine = options.assigned === 'me' || options.createdBy === 'me';
  const me = isMine ? (await tandem.workspace.me()).caller.name : '';
  const named = (name: string | undefined) => (name === 'me' ? me : name);
  const list = tandem.tasks.list({
    status,
    priority,
    effort,
    assigned: named(options.assigned),
    projectId: project,
    tags: tag,
    label,
    createdBy: named(options.createdBy),
    archived,
    limit: pageFor(options.limit),
  });
  await printList(list, TASK_COLUMNS, options, 'No tasks.');
}
