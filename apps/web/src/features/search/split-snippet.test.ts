import { splitSnippet } from './split-snippet.ts';

const partTexts = (text: string, ...marks: number[][]) =>
  splitSnippet({ text, marks }).map(({ text: part, isMarked }) => (isMarked ? `[${part}]` : part));

describe('a snippet', () => {
  test('a snippet is split at its marks', () => {
    expect(partTexts('paint the railing', [0, 5], [10, 17])).toStrictEqual(['[paint]', ' the ', '[railing]']);
  });

  test('marks of a snippet count code points, so an emoji before a mark does not shift it', () => {
    expect(partTexts('🎨🎨 paint', [3, 8])).toStrictEqual(['🎨🎨 ', '[paint]']);
  });

  test('a snippet without marks is one piece, and an empty one has none', () => {
    expect(partTexts('paint')).toStrictEqual(['paint']);
    expect(partTexts('')).toStrictEqual([]);
  });
});
