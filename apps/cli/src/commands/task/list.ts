import type { Command } from 'commander';
import { connect } from '../../connection.ts';
import { type ListOptions, pageFor, printList } from '../../output/list.ts';
import { withList } from '../options.ts';
import { viewNamed } from '../views.ts';
import { TASK_COLUMNS } from './columns.ts';
import { type FilterOptions, queryOf, withFilters } from './filters.ts';

export function addListCommand(group: Command): void {
  withFilters(
    withList(group.command('list').description('list tasks, by default newest first')).option(
      '--view <name>',
      'the tasks of a saved view; other options replace parts of its query',
    ),
  ).action(listTasks);
}

async function listTasks(options: ListOptions & FilterOptions & { readonly view?: string }): Promise<void> {
  const { tandem } = connect();
  const { filters, ...sorting } = queryOf(options);
  const saved = options.view === undefined ? undefined : (await viewNamed(tandem, options.view)).query;
  const list = tandem.tasks.list({
    ...saved?.filters,
    // A stored direction belongs to the stored order.
    ...(saved && !sorting.sort && { sort: saved.sort, order: saved.order }),
    ...filters,
    ...sorting,
    limit: pageFor(options.limit),
  });
  await printList(list, TASK_COLUMNS, options, 'No tasks.');
}
