import { read } from './kept.ts';

const EMPTY = { title: '', test: 'none' };

describe('What was written for something new', () => {
  test('is read as it was kept', () => {
    expect(read('{"title":"Lit quay","test":"Count"}', EMPTY)).toStrictEqual({
      title: 'Lit quay',
      test: 'Count',
    });
  });

  test('is nothing where nothing, or something else, was kept', () => {
    for (const kept of ['', 'Lit quay', 'null', '[]', '{"title":7,"other":"x"}']) {
      expect(read(kept, EMPTY)).toStrictEqual(EMPTY);
    }
  });
});
