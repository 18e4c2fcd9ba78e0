import { pieces } from './pieces.ts';

const told = (text: string, ...marks: number[][]) =>
  pieces({ text, marks }).map(({ text: piece, isMarked }) => (isMarked ? `[${piece}]` : piece));

describe('A snippet', () => {
  test('is cut at its marks', () => {
    expect(told('paint the railing', [0, 5], [10, 17])).toStrictEqual(['[paint]', ' the ', '[railing]']);
  });

  test('counts code points, so that emoji before a mark do not move it', () => {
    expect(told('🎨🎨 paint', [3, 8])).toStrictEqual(['🎨🎨 ', '[paint]']);
  });

  test('without marks is one piece, and none without a text', () => {
    expect(told('paint')).toStrictEqual(['paint']);
    expect(told('')).toStrictEqual([]);
  });
});
