import { pieces } from './pieces.ts';

const pieceTexts = (text: string, ...marks: number[][]) =>
  pieces({ text, marks }).map(({ text: piece, isMarked }) => (isMarked ? `[${piece}]` : piece));

describe('a snippet', () => {
  test('a snippet is split at its marks', () => {
    expect(pieceTexts('paint the railing', [0, 5], [10, 17])).toStrictEqual([
      '[paint]',
      ' the ',
      '[railing]',
    ]);
  });

  test('marks of a snippet count code points, so an emoji before a mark does not shift it', () => {
    expect(pieceTexts('🎨🎨 paint', [3, 8])).toStrictEqual(['🎨🎨 ', '[paint]']);
  });

  test('a snippet without marks is one piece, and an empty one has none', () => {
    expect(pieceTexts('paint')).toStrictEqual(['paint']);
    expect(pieceTexts('')).toStrictEqual([]);
  });
});
