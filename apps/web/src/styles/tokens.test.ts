import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(__dirname, 'tokens.css'), 'utf8');
/** The light and the dark color of each token. */
const TOKENS = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, [light, dark] as const],
  ),
);

/** The relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['ground', 'surface', 'sunken', 'raised', 'hover'];
const HUES = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'indigo', 'purple', 'pink'];

const TEXTS: readonly (readonly [string, readonly string[]])[] = [
  ['ink', [...GROUNDS, 'accent-soft', 'good-soft', 'warn-soft', 'bad-soft']],
  ['ink-soft', [...GROUNDS, 'accent-soft']],
  ['accent', [...GROUNDS, 'accent-soft']],
  ['accent-ink', ['accent']],
  ['good', [...GROUNDS, 'good-soft']],
  ['warn', [...GROUNDS, 'warn-soft']],
  ['bad', [...GROUNDS, 'bad-soft']],
];
const GRAPHICS = ['edge', ...HUES].map((name) => [name, [...GROUNDS, 'accent-soft']] as const);

const tooFaint = (pairs: readonly (readonly [string, readonly string[]])[], min: number): string[] =>
  pairs.flatMap(([front, backs]) =>
    backs.flatMap((back) =>
      [0, 1].flatMap((theme) => {
        const ratio = contrast(TOKENS.get(front)?.[theme] ?? '', TOKENS.get(back)?.[theme] ?? '');
        return ratio >= min ? [] : [`${front} on ${back}, ${theme ? 'dark' : 'light'}: ${ratio.toFixed(2)}`];
      }),
    ),
  );

it('keeps a contrast of 4.5:1 for text on every background in both themes', () => {
  expect(tooFaint(TEXTS, 4.5)).toEqual([]);
});

it('keeps a contrast of 3:1 for icons and edges of fields in both themes', () => {
  expect(tooFaint(GRAPHICS, 3)).toEqual([]);
});
