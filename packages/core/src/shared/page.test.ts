import { judged } from '../../testing/world.ts';
import { pageOf, pageSlice } from './page.ts';

describe('limit', () => {
  test('the limit of a page defaults to 25', () => {
    expect(pageSlice({}).limit).toBe(25);
  });

  test("the limit of a page defaults to the list's own, such as 50 for goals", () => {
    expect(pageSlice({}, 50).limit).toBe(50);
  });

  test.each([
    [1, 1],
    [25, 25],
    [100, 100],
    [101, 100],
    [1_000_000, 100],
  ])('the limit %i counts as %i', (limit, counted) => {
    expect(pageSlice({ limit }).limit).toBe(counted);
  });

  test.each([0, -1, 1.5, Number.NaN])('the limit %d is 400', (limit) => {
    expect(judged(() => pageSlice({ limit }))).toBe('VALIDATION_ERROR');
  });
});

describe('a page', () => {
  const page = (rows: number[], limit: number) => pageOf(rows, limit, (row) => row);

  test('a page has a next position when there is more', () => {
    expect(page([5, 4, 3], 2)).toStrictEqual({ items: [5, 4], positions: [5, 4], next: 4 });
  });

  test('an exactly full page is the last when nothing follows', () => {
    expect(page([5, 4], 2)).toStrictEqual({ items: [5, 4], positions: [5, 4], next: null });
  });

  test('a page can be empty', () => {
    expect(page([], 2)).toStrictEqual({ items: [], positions: [], next: null });
  });

  test('a page that was cut short has a next position, although it is not full', () => {
    expect(pageOf([5, 4], 3, (row) => row, true)).toStrictEqual({
      items: [5, 4],
      positions: [5, 4],
      next: 4,
    });
  });

  test('a page continues after a position', () => {
    expect(pageSlice({ after: 4 })).toStrictEqual({ limit: 25, after: 4 });
  });
});
