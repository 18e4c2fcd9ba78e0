import { SEARCH_TYPES, type SearchHit, type SearchType } from '@tandem/client';
import type { Command } from 'commander';
import { connect } from '../connection.ts';
import { type ListOptions, pageFor, printList } from '../output/list.ts';
import { note } from '../output/print.ts';
import { styleOfWord } from '../output/style.ts';
import type { Column } from '../output/table.ts';
import { withList, wordsOption } from './options.ts';

const COLUMNS: readonly Column<SearchHit>[] = [
  { head: 'TYPE', text: ({ type }) => type },
  { head: 'OF', text: ({ taskNumber, id }) => (taskNumber ? `#${taskNumber}` : id), style: () => 'cyan' },
  { head: 'STATUS', text: ({ status }) => status, style: ({ status }) => styleOfWord(status) },
  { head: 'ASSIGNED', text: ({ assignedTo }) => assignedTo },
  { head: 'TITLE', text: ({ title }) => title, isLong: true },
  { head: 'WHERE', text: whereOf, isLong: true },
];

/** The matching text; empty if it is the title, which is shown anyway. */
function whereOf({ snippet, title }: SearchHit): string {
  const text = snippet.text.replace(/\s+/g, ' ').trim();
  return text === title ? '' : text;
}

export function addFindCommand(program: Command): void {
  withList(program.command('find').description('search tasks, projects, initiatives and goals'))
    .argument('<words...>', 'all words must occur; the last one may be a prefix')
    .addOption(wordsOption('--type <type>', SEARCH_TYPES))
    .option('--archived', 'include archived ones')
    .action(find);
}

async function find(
  words: readonly string[],
  options: ListOptions & { readonly type?: readonly SearchType[]; readonly archived?: true },
): Promise<void> {
  const { type, archived, limit } = options;
  const q = words.join(' ');
  const list = connect().tandem.search.find({ q, types: type, archived, limit: pageFor(limit) });
  await printList(list, COLUMNS, options, 'Nothing was found.');
  const { complete } = await list;
  if (!complete)
    note('The server is still indexing texts written before it had a search; some results may be missing.');
}
