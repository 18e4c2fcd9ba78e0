import type { View, ViewQuery, ViewQueryInput } from '@tandem/client';
import { isAscendingByDefault } from '../order.ts';
import { type BoardSearch, boardSearch, filtersOf } from '../search.ts';

/** The part of the page's address that a saved view keeps. */
export function queryOf(search: BoardSearch): ViewQueryInput {
  const { order, label, ...filters } = filtersOf(search);
  return {
    filters: { ...filters, ...(label && { label: [label].flat() }) } as ViewQueryInput['filters'],
    sort: search.sort ?? 'created',
    ...(order && { order }),
    view: search.view ?? 'board',
    groupBy: search.group ?? 'status',
  };
}

const isDefault = ({ sort, order }: ViewQuery) => (order === 'asc') === isAscendingByDefault(sort);

/** The address of a saved view. Filters that the page has no control for go to `more`. */
export function searchOf({ id, query }: Pick<View, 'id' | 'query'>): BoardSearch {
  const { q, status, priority, effort, assigned, createdBy, projectId, project, label, tags, due, ...more } =
    query.filters;
  return {
    ...boardSearch({
      view: query.view,
      group: query.groupBy,
      sort: query.sort,
      q,
      status,
      priority,
      effort,
      assigned,
      createdBy,
      project: projectId ?? project,
      label,
      tag: tags,
      due,
      more: { ...more, ...(!isDefault(query) && { order: query.order }) },
    }),
    saved: id,
  };
}
