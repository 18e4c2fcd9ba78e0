import type { Import, Member, Tandem } from '@tandem/client';
import type { Command } from 'commander';
import { connect } from '../connection.ts';
import { CannotDo } from '../ending.ts';
import { createdBy, undoImport, undoReport } from '../import/undo.ts';
import { confirm } from '../input/confirm.ts';
import { type ListOptions, pageFor, printList } from '../output/list.ts';
import { moment } from '../output/moment.ts';
import { print } from '../output/print.ts';
import { showProgress } from '../output/progress.ts';
import type { Column } from '../output/table.ts';
import { withList } from './options.ts';

const COLUMNS: readonly Column<Import>[] = [
  { head: 'ID', text: ({ id }) => id, style: () => 'cyan' },
  { head: 'STATE', text: ({ state }) => state },
  { head: 'STARTED', text: ({ createdAt }) => moment(createdAt) },
  { head: 'CREATED', text: (run) => String(createdBy(run)) },
  { head: 'SOURCE', text: ({ source }) => source, isLong: true },
];

/** The imports of a workspace, beside `tandem import SOURCE`. */
export function addImportsCommands(group: Command): void {
  withList(group.command('list').description('list imports, newest first')).action(
    async (options: ListOptions) => {
      const list = connect().tandem.imports.list({ limit: pageFor(options.limit) });
      await printList(list, COLUMNS, options, 'No imports.');
    },
  );
  group
    .command('merge')
    .description('merge an external member into a person: its work becomes theirs')
    .argument('<external>', 'name or id of the member')
    .argument('<person>', 'name or id of the person')
    .option('--yes', 'merge without asking')
    .action(merge);
  group
    .command('undo')
    .description('remove what an import created and nobody has changed since')
    .argument('<id>', 'id of the import')
    .option('--yes', 'undo without asking')
    .action(undo);
}

async function merge(from: string, into: string, _options: object, command: Command): Promise<void> {
  const { yes } = command.optsWithGlobals<{ readonly yes?: true }>();
  const { tandem } = connect();
  const external = await memberNamed(tandem, from);
  await confirm(`Merge ${external.displayName} into ${into}? This can't be undone.`, yes);
  const person = await tandem.members.merge(external.id, { into });
  print(`${external.displayName} was merged into ${person.displayName}.`);
}

async function memberNamed(tandem: Tandem, nameOrId: string): Promise<Member> {
  const wanted = nameOrId.toLowerCase();
  for await (const member of tandem.members.list({ type: 'human' }))
    if (member.id === nameOrId || member.name.toLowerCase() === wanted) return member;
  throw new CannotDo(`No person has the name or id ${nameOrId}.`);
}

async function undo(id: string, _options: object, command: Command): Promise<void> {
  // `tandem import` has the option as well, and takes it.
  const { yes } = command.optsWithGlobals<{ readonly yes?: true }>();
  const { tandem, url } = connect();
  const run = await tandem.imports.get(id);
  await confirm(`Remove what the import from ${run.source} created at ${url}?`, yes);
  const progress = showProgress();
  try {
    for (const line of undoReport(await undoImport(tandem, id, progress.at))) print(line);
  } finally {
    progress.end();
  }
}
