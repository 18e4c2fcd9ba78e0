import type { TasksSplitBody } from '@tandem/client';
import type { Command } from 'commander';
import { connect } from '../../connection.ts';
import { CannotDo } from '../../ending.ts';
import { textOf } from '../../input/text.ts';
import { note, print } from '../../output/print.ts';
import { printJson } from '../../output/show.ts';
import { type JsonOption, withJson } from '../options.ts';
import { held } from './change.ts';
import { taskArgument } from './show.ts';

interface Options extends JsonOption {
  readonly file?: string;
  readonly wait?: true;
}

type Plan = TasksSplitBody['tasks'];

export function addSplitCommand(group: Command): void {
  withJson(
    group
      .command('split')
      .description('create sub-tasks of a task, all or none, and print their numbers')
      .addArgument(taskArgument())
      .option(
        '--file <plan>',
        'JSON list of tasks with the fields of the API, key and blockedBy; - reads standard input',
      )
      .option('--wait', 'end your claim until the sub-tasks are closed or one needs attention'),
  ).action(splitTask);
}

async function splitTask(named: string, { file, wait, json }: Options): Promise<void> {
  const tasks = file === undefined ? [] : await planIn(file);
  const connection = connect();
  const { claim } = held(connection, named);
  const split = await connection.tandem.tasks.split(named, {
    tasks,
    token: claim,
    then: wait ? 'wait' : 'continue',
  });
  if (wait) connection.claims.forget(split.task.taskNumber);
  if (json) return printJson(split);
  const { taskNumber, status } = split.task;
  note(`Created ${split.children.length} sub-tasks of task ${taskNumber}, which is ${status}.`);
  for (const child of split.children) print(String(child.taskNumber));
}

/** The list of tasks in a file; the server checks the entries. */
async function planIn(file: string): Promise<Plan> {
  const text = await textOf(file === '-' ? '-' : `@${file}`);
  let plan: unknown;
  try {
    plan = JSON.parse(text);
  } catch (error) {
    throw new CannotDo(`${file} is not JSON: ${(error as Error).message}`);
  }
  const tasks = Array.isArray(plan) ? plan : (plan as { tasks?: unknown } | null)?.tasks;
  if (!Array.isArray(tasks))
    throw new CannotDo(`${file} must hold a list of tasks, such as [{"title": "…"}].`);
  return tasks as Plan;
}
