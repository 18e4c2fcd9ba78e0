import { formsOf, isAllowed, sameRepository } from './addresses.ts';
import { newOutput } from './output.ts';
import { protects, tamperedPaths } from './protect.ts';
import { leadsOut } from './symlinks.ts';
import { pathOf } from './tree.ts';

// biome-ignore format: a table
test.each([
  ['https://git.example/team/app',         true],
  ['https://git.example/team/app.git',     true],
  ['https://git.example/team/app/',        true],
  ['https://git.example/team/app-evil',    false],
  ['https://git.example/team/app/../evil', false],
  ['http://git.example/team/app',          false],
  ['https://git.example.evil/team/app',    false],
  ['https://git.example/open/a/b',         true],
  ['https://git.example/open/',            false],
  ['https://git.example/open/../team/x',   false],
  ['https://git.example/open/%2e%2e/team', false],
  ['https://git.example/open/..%2fteam',   false],
  ['git@git.example:open/x',               true],
  ['git@git.example:closed/x',             false],
])('with --clone, %s is fetched from: %s', (address, expected) => {
  const allowed = ['https://git.example/team/app', 'https://git.example/open/', 'git@git.example:open/'];
  expect(isAllowed(address, allowed)).toBe(expected);
});

test('a local repository is known by all forms of its address', () => {
  const forms = formsOf('git@git.example:team/app.git');
  expect(forms).toEqual(
    expect.arrayContaining(['https://git.example/team/app', 'git@git.example:team/app.git']),
  );
  for (const form of forms) expect(sameRepository(form, 'ssh://git@git.example/team/app/')).toBe(true);
  expect(sameRepository('https://git.example/team/app', 'https://git.example/team/other')).toBe(false);
});

// biome-ignore format: a table
test.each([
  ['test/**',      'test/a/b.ts',        true],
  ['test/**',      'src/test/a.ts',      false],
  ['test',         'test/a/b.ts',        true],
  ['test/',        'test/a.ts',          true],
  ['*.json',       'package.json',       true],
  ['*.json',       'src/a.json',         false],
  ['**/*.test.ts', 'src/deep/a.test.ts', true],
  ['**',           '.github/ci.yml',     true],
  ['!src/**',      'src/a.ts',           false],
])('the glob %s protects %s: %s', (glob, path, expected) => {
  expect(protects([glob])(path)).toBe(expected);
});

test('paths that are no UTF-8 stay apart', () => {
  const names = [[0xfe], [0xff], [0xef, 0xbf, 0xbd], [0xc3, 0xbc], [0x66, 0x65]];
  const paths = names.map((name) => pathOf(Buffer.from([0x74, 0x2f, ...name])));
  expect(new Set(paths).size).toBe(names.length);
  expect(paths.slice(3)).toEqual(['t/ü', 't/fe']);
  expect(paths.filter(protects(['t/**']))).toEqual(paths);
});

test('protected files count as changed by content, mode, addition and deletion', () => {
  const tree = (entries: Record<string, string>) =>
    new Map(
      Object.entries(entries).map(([path, id]) => [path, { mode: id === 'x' ? '100755' : '100644', id }]),
    );
  const base = tree({ 't/same': '1', 't/edited': '2', 't/gone': '3', 't/mode': 'y', other: '4' });
  const after = tree({ 't/same': '1', 't/edited': '9', 't/new': '5', 't/mode': 'x', other: '8' });
  expect(tamperedPaths(after, base, ['t/**'])).toEqual(['t/edited', 't/gone', 't/mode', 't/new']);
});

// biome-ignore format: a table
test.each<[string, Record<string, string>, boolean]>([
  ['a link to a file beside it',         { a: 'b' },                             false],
  ['a link to a parent inside',          { 'x/y/a': '../../b' },                 false],
  ['a link above the root',              { 'x/a': '../../b' },                   true],
  ['an absolute link',                   { a: '/etc' },                          true],
  ['a link that climbs by another link', { 'x/y/a': 's/../../../b', 'x/y/s': '.' }, true],
  ['a link out and in again',            { a: '../checkout/b' },                 true],
  ['a circle of links',                  { a: 'b', b: 'a' },                     true],
])('%s', (_what, links, expected) => {
  const [path = ''] = Object.keys(links);
  expect(leadsOut(path, new Map(Object.entries(links)))).toBe(expected);
});

test('the end of an output begins with a whole character', () => {
  const output = newOutput();
  output.add(Buffer.from('€'.repeat(30_000)));
  output.add(Buffer.from('\0end'));
  expect(output.length()).toBe(90_004);
  expect(output.end()).toMatch(/^€+\ufffdend$/);
  expect(Buffer.byteLength(output.end())).toBeLessThanOrEqual(64_002);
});
