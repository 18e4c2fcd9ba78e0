import type { Tandem, View } from '@tandem/client';
import { Argument, type Command } from 'commander';
import { connect } from '../connection.ts';
import { CannotDo } from '../ending.ts';
import { type ListOptions, pageFor, printList } from '../output/list.ts';
import { print } from '../output/print.ts';
import { printJson } from '../output/show.ts';
import type { Column } from '../output/table.ts';
import { groupOf, type JsonOption, withJson, withList } from './options.ts';
import { type FilterOptions, queryOf, withFilters } from './task/filters.ts';

const COLUMNS: readonly Column<View>[] = [
  { head: 'NAME', text: ({ name }) => name, style: () => 'cyan', isLong: true },
  { head: 'BY', text: ({ createdBy }) => createdBy.name },
  { head: 'SHARED', text: ({ shared }) => (shared ? 'yes' : 'no') },
  { head: 'ID', text: ({ id }) => id },
];

export function addViewCommands(program: Command): void {
  const group = groupOf(program, 'view', 'save queries of the task list');
  withList(group.command('list').description('list shared views and your own, by name')).action(
    async (options: ListOptions) => {
      const list = connect().tandem.views.list({ limit: pageFor(options.limit) });
      await printList(list, COLUMNS, options, 'No views.');
    },
  );
  withFilters(withJson(group.command('create').description('save a query of the task list')))
    .argument('<name>', 'name of the view')
    .option('--shared', 'show it to all members')
    .action(createView);
  group
    .command('delete')
    .description('delete a view')
    .addArgument(new Argument('<view>', 'name or id of the view'))
    .action(async (named: string) => {
      const { tandem } = connect();
      await tandem.views.delete((await viewNamed(tandem, named)).id);
    });
}

type CreateOptions = FilterOptions & JsonOption & { readonly shared?: true };

async function createView(name: string, { json, shared, ...options }: CreateOptions): Promise<void> {
  const view = await connect().tandem.views.create({ name, shared, query: queryOf(options) });
  if (json) return printJson(view);
  print(`Saved the view ${view.name}. List its tasks with: tandem task list --view "${view.name}"`);
}

/** The view with this id, or the only one with this name, in any case. */
export async function viewNamed(tandem: Tandem, named: string): Promise<View> {
  const found: View[] = [];
  for await (const view of tandem.views.list({ limit: 100 })) {
    if (view.id === named) return view;
    if (view.name.toLowerCase() === named.toLowerCase()) found.push(view);
  }
  const [only, another] = found;
  if (!only) throw new CannotDo(`There is no view ${named}. List them with: tandem view list`);
  if (another) throw new CannotDo(`Several views are called ${named}. Give the id: tandem view list`);
  return only;
}
