import { useSearch } from '@tanstack/react-router';
import { useViews } from '../../../api/queries/views.ts';
import { strings } from '../../../strings/index.ts';
import { type BoardSearch, filtersOf } from '../search.ts';

/** The lists of the person's tasks. What waits for the person is the inbox. */
export const MY_LISTS = [
  { id: 'assigned', filter: { assigned: 'me' } },
  { id: 'created', filter: { createdBy: 'me' } },
] as const;

/** The saved view or the person's list that the page shows; undefined for all other tasks. */
export function useShownView(): { readonly id: string; readonly name: string } | undefined {
  const search: BoardSearch = useSearch({ from: '/shell/tasks', shouldThrow: false }) ?? {};
  const saved = useViews().find(({ id }) => id === search.saved);
  if (saved) return saved;
  const filters = JSON.stringify(filtersOf(search));
  const list = MY_LISTS.find(({ filter }) => JSON.stringify(filter) === filters);
  return list && { id: list.id, name: strings().views.myTasks[list.id] };
}
