import { type BadRow, reading, readPage } from './reading.ts';

interface Row {
  readonly workspace_id: string;
  readonly seq: number;
}

const rows = [5, 4, 3, 2].map((seq): Row => ({ workspace_id: 'w', seq }));

test('an unreadable row is omitted from the page, and the next page continues after it', () => {
  const badRows: BadRow[] = [];
  const numbers = reading(
    (row) => badRows.push(row),
    'rows',
    ({ seq }: Row) => seq,
    ({ seq }) => {
      if (seq === 4) throw new Error('bad');
      return `number ${seq}`;
    },
  );
  const page = readPage({ rows, cut: false }, 3, ({ seq }) => seq, numbers);
  expect(page).toEqual({ items: ['number 5', 'number 3'], positions: [5, 3], next: 3 });
  expect(new Set(badRows.map(({ key }) => key))).toEqual(new Set(['4']));
});
