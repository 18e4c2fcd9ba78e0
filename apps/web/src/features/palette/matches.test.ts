import { matches } from './matches.ts';

describe('What the palette offers', () => {
  test('is what has a word for the beginning of each word that was written', () => {
    expect(matches('Go to Projects', 'pro')).toBe(true);
    expect(matches('Go to Projects', 'pro go')).toBe(true);
    expect(matches('Go to Projects', 'ject')).toBe(false);
  });

  test('is everything while nothing was written', () => {
    expect(matches('Go to Projects', '  ')).toBe(true);
  });

  test('is found without regard to case and accents, in any script', () => {
    expect(matches('Über die Brücke', 'BRUCKE')).toBe(true);
    expect(matches('Ёлка', 'елка')).toBe(true);
  });
});
