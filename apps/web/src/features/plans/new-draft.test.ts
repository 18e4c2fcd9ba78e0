import { textsIn } from './new-draft.ts';

const EMPTY = { title: '', test: 'none' };

describe('What was written for something new', () => {
  test('is read as it was kept', () => {
    expect(textsIn({ title: 'Lit quay', test: 'Count' }, EMPTY)).toStrictEqual({
      title: 'Lit quay',
      test: 'Count',
    });
  });

  test('is nothing where nothing, or something else, was kept', () => {
    for (const kept of [null, 'Lit quay', [], { title: 7, other: 'x' }]) {
      expect(textsIn(kept, EMPTY)).toStrictEqual(EMPTY);
    }
  });
});
