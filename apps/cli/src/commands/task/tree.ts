import type { Tandem, Task } from '@tandem/client';
import type { Command } from 'commander';
import { connect } from '../../connection.ts';
import { printable } from '../../output/print.ts';
import { printJson, write } from '../../output/show.ts';
import { styled, styleOfWord } from '../../output/style.ts';
import { type JsonOption, withJson } from '../options.ts';
import { taskArgument } from './show.ts';

/** A task and those below it. */
interface Tree {
  readonly task: Task;
  readonly children: readonly Tree[];
}

export function addTreeCommand(group: Command): void {
  withJson(
    group.command('tree').description('show a task with all its sub-tasks').addArgument(taskArgument()),
  ).action(showTree);
}

async function showTree(named: string, { json }: JsonOption): Promise<void> {
  const { tandem } = connect();
  const tree = await treeOf(tandem, await tandem.tasks.get(named));
  if (json) return printJson(tree);
  print(tree, '', '');
}

async function treeOf(tandem: Tandem, task: Task): Promise<Tree> {
  const children: Tree[] = [];
  if (task.children.total > 0) {
    const list = tandem.tasks.list({ parent: String(task.taskNumber), limit: 100 });
    for await (const child of list) children.push(await treeOf(tandem, child));
  }
  return { task, children };
}

/** A line for the task, and below it its sub-tasks behind lines that join them. */
function print({ task, children }: Tree, before: string, below: string): void {
  const { taskNumber, title, status, assignedTo, children: counts } = task;
  const closed = counts.total > 0 ? ` ${counts.total - counts.open}/${counts.total}` : '';
  const whose = assignedTo === null ? '' : ` ${styled(printable(`@${assignedTo}`), 'dim')}`;
  const line = `${styled(`#${taskNumber}`, 'cyan')} ${styled(status, styleOfWord(status))}${closed}`;
  write(`${before}${line} ${printable(title)}${whose}`);
  for (const [at, child] of children.entries()) {
    const isLast = at === children.length - 1;
    print(child, `${below}${isLast ? '└─ ' : '├─ '}`, `${below}${isLast ? '   ' : '│  '}`);
  }
}
