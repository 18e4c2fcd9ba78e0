import { PRIORITIES, type View, type ViewQuery, type ViewQueryInput } from '@tandem/client';
import { isAscendingByDefault } from '../order.ts';
import { type BoardSearch, boardSearch, filtersOf } from '../search.ts';

/** What a saved view keeps of the page's address. */
export function queryOf(search: BoardSearch): ViewQueryInput {
  const { order, label, ...filters } = filtersOf(search);
  return {
    filters: { ...filters, ...(label && { label: [label].flat() }) },
    sort: search.sort ?? 'created',
    ...(order && { order }),
    view: search.view ?? 'board',
    groupBy: search.group ?? 'status',
  };
}

const isDefault = ({ sort, order }: ViewQuery) => (order === 'asc') === isAscendingByDefault(sort);

/** The address of a saved view. Filters that the page has no control for go to `more`. */
export function searchOf({ id, query }: Pick<View, 'id' | 'query'>): BoardSearch {
  const { projectId, assigned, label = [], priority = [], due, ...more } = query.filters;
  const [onlyLabel, ...otherLabels] = label;
  const [onlyPriority, ...otherPriorities] = priority;
  const isOneLabel = otherLabels.length === 0;
  const isOnePriority = otherPriorities.length === 0 && PRIORITIES.some((each) => each === onlyPriority);
  return {
    ...boardSearch({
      view: query.view,
      group: query.groupBy,
      sort: query.sort,
      project: projectId,
      assigned,
      label: isOneLabel ? onlyLabel : undefined,
      priority: isOnePriority ? onlyPriority : undefined,
      due,
      more: {
        ...more,
        ...(!isOnePriority && priority.length > 0 && { priority }),
        ...(!isOneLabel && { label }),
        ...(!isDefault(query) && { order: query.order }),
      },
    }),
    saved: id,
  };
}
