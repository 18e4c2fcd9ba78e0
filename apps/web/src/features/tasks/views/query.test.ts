import type { ViewQuery } from '@tandem/client';
import { boardSearch } from '../search.ts';
import { queryOf, searchOf } from './query.ts';

const saved = (query: Partial<ViewQuery>) =>
  searchOf({
    id: 'v',
    query: { filters: {}, sort: 'created', order: 'desc', view: 'board', groupBy: 'status', ...query },
  });

test('a saved view leads back to the same page', () => {
  const search = boardSearch({
    view: 'list',
    group: 'project',
    sort: 'due',
    project: 'p',
    assigned: 'me',
    label: 'Bug',
    priority: 'p1',
    due: 'week',
  });
  expect(saved({ ...(queryOf(search) as ViewQuery), order: 'asc' })).toEqual({ ...search, saved: 'v' });
});

test('filters without a control survive, and so does an order of their own', () => {
  const filters = { priority: ['p0', 'p1'], label: ['a', 'b'], hasClaim: true } as ViewQuery['filters'];
  const search = saved({ filters, sort: 'due', order: 'desc' });
  expect(search).toEqual({ sort: 'due', more: { ...filters, order: 'desc' }, saved: 'v' });
  expect(queryOf(search)).toEqual({ filters, sort: 'due', order: 'desc', view: 'board', groupBy: 'status' });
});
