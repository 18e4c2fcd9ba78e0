import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..');
const PAGE = readFileSync(join(__dirname, 'glossary.md'), 'utf8');

/** The folders in the page, relative to packages unless they begin with apps. */
const places = [...PAGE.matchAll(/`((?:apps|core|contract|adapter-\w+)\/[\w./-]+)`/g)].map(
  ([, place]) => place as string,
);

test('every place that the glossary names is there', () => {
  expect(places.length).toBeGreaterThan(60);
  const missing = places.filter(
    (place) => !existsSync(join(ROOT, place.startsWith('apps/') ? '' : 'packages', place)),
  );
  expect(missing).toEqual([]);
});
