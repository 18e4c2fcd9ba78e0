import { boardSearch, filterOf } from './search.ts';

it('keeps the valid filters of an address and drops the rest', () => {
  const given = {
    view: 'list',
    group: 'none',
    project: 'p',
    assigned: 7,
    label: '',
    priority: 'p9',
    evil: 'x',
  };
  expect(boardSearch(given)).toEqual({ view: 'list', group: 'none', project: 'p' });
});

it('only the list is grouped by nothing', () => {
  expect(boardSearch({ group: 'none' })).toEqual({});
  expect(boardSearch({ group: 'label' })).toEqual({ group: 'label' });
});

it('sends filters under the names of the API', () => {
  const search = { project: 'p', assigned: 'unassigned', label: 'Bug', priority: 'p1' } as const;
  expect(filterOf(search)).toEqual({
    projectId: 'p',
    assigned: 'unassigned',
    label: 'Bug',
    priority: ['p1'],
  });
});

it('keeps several values of a filter as a list, and drops the invalid ones', () => {
  const search = boardSearch({ status: ['todo', 'odd', 'done', 'todo'], priority: ['p1'], tag: [7, ''] });
  expect(search).toEqual({ status: ['todo', 'done'], priority: 'p1' });
  expect(filterOf({ ...search, assigned: ['ada', 'me'], project: 'none' })).toEqual({
    status: ['todo', 'done'],
    priority: ['p1'],
    assigned: ['ada', 'me'],
    projectId: 'none',
  });
});
