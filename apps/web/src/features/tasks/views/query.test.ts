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
    q: 'roof',
    status: ['todo', 'waiting'],
    assigned: ['me', 'otter'],
    createdBy: 'me',
    label: 'Bug',
    priority: 'p1',
    effort: ['s', 'm'],
    tag: 'march',
    due: 'week',
  });
  expect(saved({ ...(queryOf(search) as ViewQuery), order: 'asc' })).toEqual({ ...search, saved: 'v' });
});

test('filters without a control survive, and so does an order of their own', () => {
  const filters = { labelMode: 'all', hasClaim: true } as ViewQuery['filters'];
  const search = saved({ filters, sort: 'due', order: 'desc' });
  expect(search).toEqual({ sort: 'due', more: { ...filters, order: 'desc' }, saved: 'v' });
  expect(queryOf(search)).toEqual({ filters, sort: 'due', order: 'desc', view: 'board', groupBy: 'status' });
});
