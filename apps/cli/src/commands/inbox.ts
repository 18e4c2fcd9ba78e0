import { INBOX_KINDS, type InboxItem, type InboxKind } from '@tandem/client';
import { type Command, Option } from 'commander';
import { connect } from '../connection.ts';
import { type ListOptions, pageFor, printList } from '../output/list.ts';
import { moment } from '../output/moment.ts';
import type { Column } from '../output/table.ts';
import { withList } from './options.ts';

const COLUMNS: readonly Column<InboxItem>[] = [
  { head: 'KIND', text: ({ kind }) => kind, style: () => 'cyan' },
  { head: 'SINCE', text: ({ since }) => moment(since) },
  { head: 'OF', text: idOf },
  { head: 'WHAT', text: whatOf, isLong: true },
];

/** The identifier that other commands take: a task's number, or else an id. */
function idOf({ kind, question, goal, task, agent, webhook }: InboxItem): string {
  if (kind === 'question' && question) return question.id;
  return task ? `#${task.taskNumber}` : (goal?.id ?? agent?.name ?? webhook?.id ?? '');
}

function whatOf({ question, result, waitingFor, goal, task, agent, webhook }: InboxItem): string {
  const what =
    question?.text ??
    result?.summary ??
    waitingFor?.what ??
    goal?.title ??
    (agent && `${agent.name} has reached its daily usage limit`) ??
    (webhook && `the webhook ${webhook.description ?? ''} is disabled`) ??
    '';
  return task ? `${task.title}: ${what}` : what;
}

interface InboxOptions extends ListOptions {
  readonly kind?: InboxKind;
  readonly asker?: string;
}

export function addInboxCommand(program: Command): void {
  withList(program.command('inbox').description('list items that await you, oldest first (people only)'))
    .addOption(new Option('--kind <kind>', 'only items of this kind').choices(INBOX_KINDS))
    .option('--asker <name>', 'only questions of this member (name or id), or of the key with this id')
    .action(async ({ kind, asker, ...options }: InboxOptions) => {
      const list = connect().tandem.inbox.list({ kind, asker, limit: pageFor(options.limit) });
      await printList(list, COLUMNS, options, 'Your inbox is empty.');
    });
}
