import { boardSearch, filterOf } from './search.ts';

it('keeps of an address what the board knows, and nothing else', () => {
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

it('groups by nothing in the list alone', () => {
  expect(boardSearch({ group: 'none' })).toEqual({});
  expect(boardSearch({ group: 'label' })).toEqual({ group: 'label' });
});

it('asks the API by the names that it has', () => {
  const search = { project: 'p', assigned: 'unassigned', label: 'Bug', priority: 'p1' } as const;
  expect(filterOf(search)).toEqual({
    projectId: 'p',
    assigned: 'unassigned',
    label: 'Bug',
    priority: ['p1'],
  });
});
