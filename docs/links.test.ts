import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const files = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => !/(^|\/)(node_modules|dist)\//.test(name));

const pages = ['README.md', 'CHANGELOG.md', ...files('docs').filter((name) => name.endsWith('.md'))];
const sources = ['packages', 'apps'].flatMap(files).filter((name) => /\.(ts|tsx)$/.test(name));

const titlesOf = (page: string) =>
  [...page.replace(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, title]) => title as string);

/** GitHub's anchor of a heading. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

test('every section of docs/rules.md that a comment cites exists', () => {
  const titles = titlesOf(read('docs/rules.md'));
  const cited = sources.flatMap((path) =>
    [...read(path).matchAll(/docs\/rules\.md,[\s*/]+([A-Z][\w' -]*)/g)].map(([, title]) => ({
      path,
      title: title as string,
    })),
  );
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ title }) => !titles.some((each) => `${title} `.startsWith(`${each} `)))).toEqual([]);
});

test('every link in the docs leads to a file, and to a heading in it', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, to, anchor]) => {
        const target = to ? join(page, '..', to) : page;
        if (!existsSync(join(ROOT, target))) return true;
        return anchor !== undefined && !titlesOf(read(target)).map(anchorOf).includes(anchor);
      })
      .map(([link]) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('every path in the glossary exists', () => {
  const paths = [
    ...read('docs/glossary.md').matchAll(/`((?:apps|core|contract|client|adapter-\w+)\/[\w./-]+)`/g),
  ].map(([, path]) => path as string);
  expect(paths.length).toBeGreaterThan(20);
  const missing = paths.filter(
    (path) => !existsSync(join(ROOT, path.startsWith('apps/') ? '' : 'packages', path)),
  );
  expect(missing).toEqual([]);
});
