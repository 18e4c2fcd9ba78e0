import type { Comment } from '@tandem/client';
import type { Command } from 'commander';
import { connect } from '../../connection.ts';
import { Misused } from '../../ending.ts';
import { plainText, textOf } from '../../input/text.ts';
import { type ListOptions, pageFor, printList } from '../../output/list.ts';
import { moment } from '../../output/moment.ts';
import { note } from '../../output/print.ts';
import { printJson } from '../../output/show.ts';
import type { Column } from '../../output/table.ts';
import { type JsonOption, withJson, withList } from '../options.ts';
import { printComment, taskArgument } from './show.ts';

export function addCommentCommands(group: Command): void {
  withJson(
    group
      .command('comment')
      .description('comment on a task')
      .addArgument(taskArgument())
      .argument('[text]', 'the comment; - reads standard input')
      .option('--body <text>', 'the same as an option; - reads standard input, @file reads a file'),
  ).action(comment);
  withList(
    group
      .command('comments')
      .description('list the comments on a task, oldest first')
      .addArgument(taskArgument()),
  ).action(listComments);
}

async function comment(
  named: string,
  argument: string | undefined,
  { body, json }: { body?: string } & JsonOption,
): Promise<void> {
  if ((argument === undefined) === (body === undefined)) {
    throw new Misused('Pass the comment once: after the task, or with --body.');
  }
  const text = argument === undefined ? await textOf(body as string) : await plainText(argument);
  const made = await connect().tandem.tasks.comment(named, { body: text });
  if (json) return printJson(made);
  note(`Added your comment to task ${named}.`);
}

const COLUMNS: readonly Column<Comment>[] = [
  { head: 'AT', text: ({ createdAt }) => moment(createdAt) },
  { head: 'BY', text: ({ author }) => author.name },
  { head: 'TEXT', text: ({ body }) => body, isLong: true },
];

async function listComments(named: string, options: ListOptions): Promise<void> {
  const list = connect().tandem.tasks.comments(named, { limit: pageFor(options.limit) });
  if (!process.stdout.isTTY || options.json) return printList(list, COLUMNS, options, 'No comments.');
  let left = options.limit;
  for await (const each of list) {
    if (left-- === 0) return note(`There are more: --limit ${options.limit * 2} shows more of them.`);
    printComment(each);
  }
  if (left === options.limit) note('No comments.');
}
