import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..');
const FOLDER = join(__dirname, 'decisions');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const pages = readdirSync(FOLDER).filter((name) => name !== 'README.md');

test('the index of decisions lists each page under its subject, with status and date', () => {
  const listed = read('README.md')
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const subject = section.slice(0, section.indexOf('\n'));
      return [...section.matchAll(/^- \[(.+)\]\((.+)\), (.+)$/gm)].map(
        ([, title, name, date]) => `${subject} ${name} ${title}, ${date}`,
      );
    });
  const existing = pages.map((name) => {
    const [, title, subject, date] =
      /^# (\d{4}: .+)\n\n(\w+) · accepted · (\d{4}-\d\d-\d\d)\n/.exec(read(name)) ?? [];
    return `${subject} ${name} ${title}, accepted ${date}`;
  });
  expect(listed.sort()).toEqual(existing.sort());
});

test('each citation of a decision resolves', () => {
  const numbers = new Set(pages.map((name) => name.slice(0, 4)));
  const files = ['apps', 'docs', 'packages'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => /\.(tsx?|md)$/.test(name) && !/\b(node_modules|dist)\b/.test(name)),
  );
  const citations = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const cited = text.matchAll(/\bdecisions\/(\d{4})\b(-[\w-]+\.md)?|\bdecision\s(\d+)\b/gi);
    return [...cited].map(([, path, name, number]) => ({
      file,
      number: path ?? number?.padStart(4, '0') ?? '',
      name: name && path + name,
    }));
  });
  expect(citations.length).toBeGreaterThan(30);
  expect(
    citations.filter(({ number, name }) => !(name ? pages.includes(name) : numbers.has(number))),
  ).toEqual([]);
});
