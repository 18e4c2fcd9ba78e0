import { knownTexts } from './use-stored-form.ts';

const EMPTY = { title: '', test: 'none' };

describe('the draft of a new item', () => {
  test('the draft of a new item is read back as stored', () => {
    expect(knownTexts({ title: 'Lit quay', test: 'Count' }, EMPTY)).toStrictEqual({
      title: 'Lit quay',
      test: 'Count',
    });
  });

  test('a missing or malformed draft is empty', () => {
    for (const stored of [null, 'Lit quay', [], { title: 7, other: 'x' }]) {
      expect(knownTexts(stored, EMPTY)).toStrictEqual(EMPTY);
    }
  });
});
