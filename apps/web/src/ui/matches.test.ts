import { matches } from './matches.ts';

describe('palette matches', () => {
  test('the palette matches items with a word for the beginning of each typed word', () => {
    expect(matches('Go to Projects', 'pro')).toBe(true);
    expect(matches('Go to Projects', 'pro go')).toBe(true);
    expect(matches('Go to Projects', 'ject')).toBe(false);
  });

  test('the palette matches everything when nothing is typed', () => {
    expect(matches('Go to Projects', '  ')).toBe(true);
  });

  test('the palette ignores case and accents in every script', () => {
    expect(matches('Über die Brücke', 'BRUCKE')).toBe(true);
    expect(matches('Ёлка', 'елка')).toBe(true);
  });
});
