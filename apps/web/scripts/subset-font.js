// Makes the subsets of Inter that the page ships (src/styles/font.css). Run it again for a new version of Inter.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = ['@fontsource-variable/inter@5', 'subset-font@2'];
const STYLES = fileURLToPath(new URL('../src/styles/', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'tandem-font-'));
try {
  execFileSync('npm', ['install', '--silent', '--prefix', folder, ...PACKAGES], { stdio: 'inherit' });
  const { default: subsetFont } = await import(join(folder, 'node_modules/subset-font/index.js'));
  const inter = join(folder, 'node_modules/@fontsource-variable/inter');
  for (const [, name, ranges] of readFileSync(join(STYLES, 'font.css'), 'utf8').matchAll(
    /inter-([\w-]+)\.woff2[^}]*unicode-range: ([^;]+);/g,
  )) {
    const font = readFileSync(join(inter, `files/inter-${name}-wght-normal.woff2`));
    const subset = await subsetFont(font, ranges.split(', ').flatMap(charactersOf).join(''), {
      targetFormat: 'woff2',
      variationAxes: { wght: { min: 400, max: 600 } },
    });
    writeFileSync(join(STYLES, `inter/inter-${name}.woff2`), subset);
    process.stdout.write(`inter-${name}.woff2: ${subset.byteLength} bytes\n`);
  }
  copyFileSync(join(inter, 'LICENSE'), join(STYLES, 'inter/LICENSE'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The characters of a range such as `U+0000-00FF`. */
function charactersOf(range) {
  const [first, last = first] = range.slice(2).split('-');
  const from = Number.parseInt(first, 16);
  return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, i) =>
    String.fromCodePoint(from + i),
  );
}
