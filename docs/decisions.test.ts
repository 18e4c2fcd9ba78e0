import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, 'decisions');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

test('the index of decisions lists each page with its title and date', () => {
  const index = read('README.md');
  const pages = readdirSync(FOLDER).filter((name) => name !== 'README.md');
  const rows = pages.map((name) => {
    const [, title, date] = /^# (.+)\n\n.+ · accepted (\d{4}-\d\d-\d\d)/.exec(read(name)) ?? [];
    return { name, row: `[${title}](${name}) ${date}` };
  });
  const listed = [...index.matchAll(/^\| (\[.+\]\((.+)\)) +\| (\S+)/gm)].map(([, link, name, date]) => ({
    name,
    row: `${link} ${date}`,
  }));
  const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }) =>
    (a.name ?? '') < (b.name ?? '') ? -1 : 1;
  expect(listed.sort(byName)).toEqual(rows.sort(byName));
});
