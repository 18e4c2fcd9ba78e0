import { cut, widthOf } from './width.ts';

test.each([
  ['plain', 5],
  ['Grüße', 5],
  ['e\u0301', 1],
  ['日本語', 6],
  ['한국어', 6],
  ['한'.normalize('NFD'), 2],
  ['ｆｕｌｌ', 8],
  ['🪶', 2],
  ['👩‍👧', 2],
  ['🇫🇷', 2],
  ['❤️', 2],
  ['❤', 1],
  ['a\u200bb', 2],
  ['„…“ — ✓', 7],
  ['', 0],
])('%j has a width of %d columns', (text, width) => {
  expect(widthOf(text)).toBe(width);
});

test('does not cut a text that fits', () => {
  expect(cut('日本語', 6)).toBe('日本語');
});

test.each([
  ['a long title', 6, 'a lon…'],
  ['日本語', 5, '日本…'],
  ['日本語', 4, '日…'],
  ['👩‍👧👩‍👧', 3, '👩‍👧…'],
  ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
  ['abc', 1, '…'],
])('cuts %j to %d columns as %j', (text, columns, expected) => {
  expect(cut(text, columns)).toBe(expected);
  expect(widthOf(expected)).toBeLessThanOrEqual(columns);
});
