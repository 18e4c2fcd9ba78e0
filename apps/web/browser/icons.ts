import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

/* Draws the PNG icons of the installed page from the SVG: npm run web:icons. */

const at = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** Systems cut a maskable icon to their own shape, so its color reaches the edges. */
const ICONS: readonly (readonly [file: string, size: number, isMaskable: boolean])[] = [
  ['icon-180.png', 180, true],
  ['icon-192.png', 192, false],
  ['icon-512.png', 512, false],
  ['icon-512-maskable.png', 512, true],
];

test('draws the icons', async ({ page }) => {
  const svg = readFileSync(at('app/icon.svg'), 'utf8');
  const color = /fill="(#\w+)"/.exec(svg)?.[1];
  expect(color).toBeDefined();
  for (const [file, size, isMaskable] of ICONS) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>body { margin: 0; background: ${isMaskable ? color : 'transparent'} } svg { display: block }</style>${svg}`,
    );
    await page.screenshot({ path: at(`install/${file}`), omitBackground: !isMaskable });
  }
});
