import { pieces } from './pieces.ts';

const pieceTexts = (text: string, ...marks: number[][]) =>
  pieces({ text, marks }).map(({ text: piece, isMarked }) => (isMarked ? `[${piece}]` : piece));

describe('A snippet', () => {
  test('is cut at its marks', () => {
    expect(pieceTexts('paint the railing', [0, 5], [10, 17])).toStrictEqual([
      '[paint]',
      ' the ',
      '[railing]',
    ]);
  });

  test('counts code points, so that emoji before a mark do not move it', () => {
    expect(pieceTexts('🎨🎨 paint', [3, 8])).toStrictEqual(['🎨🎨 ', '[paint]']);
  });

  test('without marks is one piece, and none without a text', () => {
    expect(pieceTexts('paint')).toStrictEqual(['paint']);
    expect(pieceTexts('')).toStrictEqual([]);
  });
});
