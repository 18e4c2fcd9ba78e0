import type { ActivityEntry } from '@tandem/client';
import { changeOf } from './change.ts';

const entry = (field: string | null, oldValue: string | null, newValue: string | null) =>
  changeOf({ field, oldValue, newValue } as ActivityEntry);

test('shows a status by its name on the board, and other values unchanged', () => {
  expect(entry('status', 'todo', 'in_progress')).toEqual({
    field: 'status',
    from: 'To do',
    to: 'In progress',
  });
  expect(entry('title', 'a', '{b')).toEqual({ field: 'title', from: 'a', to: '{b' });
  expect(entry('title', null, 'constructor')).toEqual({ field: 'title', from: null, to: 'constructor' });
});

test('shows a metric in words instead of its stored form', () => {
  const metric = JSON.stringify({ target: 95, current: 88, unit: '%' });
  expect(entry('metric', null, metric)?.to).not.toContain('{');
  expect(entry('metric', null, metric)?.to).toMatch(/88.*95/);
});

test('shows an unchanged value once, and an absent value not at all', () => {
  expect(entry('status', 'open', 'open')).toEqual({ field: 'status', from: null, to: 'open' });
  expect(entry(null, null, null)).toBeNull();
});
