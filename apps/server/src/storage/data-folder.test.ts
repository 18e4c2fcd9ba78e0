import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needing } from '@tandem/core/testing/programs';
import { asNobody, testAsNobody } from '../../testing/nobody.ts';
import { cleanUp, ROOT, start, tandem, temporaryFolder } from '../../testing/tandem.ts';
import { CannotRun } from '../errors/cannot-run.ts';
import { makeFolder } from './data-folder.ts';

afterEach(cleanUp);

const refused = (dataDir: string, reason: string): void =>
  expect(() => makeFolder(dataDir)).toThrow(
    expect.objectContaining({ name: 'CannotRun', message: `The data folder ${dataDir} ${reason}` }),
  );

test('a missing data folder is created with its parents, for this user only, and stays empty', () => {
  const dataDir = join(temporaryFolder(), 'not/there/yet');
  makeFolder(dataDir);
  makeFolder(dataDir);
  expect(readdirSync(dataDir)).toEqual([]);
  for (const folder of [dataDir, join(dataDir, '..')]) expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a symbolic link to a folder works like the folder', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'disk'));
  symlinkSync(join(folder, 'disk'), join(folder, 'link'));
  makeFolder(join(folder, 'link/data'));
  expect(existsSync(join(folder, 'disk/data'))).toBe(true);
});

test('a broken symbolic link, at the end or in between, is named with its target', () => {
  const folder = temporaryFolder();
  const link = join(folder, 'link');
  symlinkSync('/nowhere/at/all', link);
  const reason = `goes through the link ${link} to /nowhere/at/all, which does not exist. Create that folder, or remove the link.`;
  refused(link, reason);
  refused(join(link, 'data'), reason);
});

test('reports symbolic links in a cycle, and a name that is too long', () => {
  const folder = temporaryFolder();
  symlinkSync(join(folder, 'circle'), join(folder, 'circle'));
  refused(
    join(folder, 'circle/data'),
    'goes through a cycle of symbolic links. Set TANDEM_DATA_DIR to another folder.',
  );
  refused(
    join(folder, 'long'.repeat(100)),
    'has a name that is too long. Set TANDEM_DATA_DIR to another folder.',
  );
});

test('reports a file in place of the folder or of one of its parents', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const reason = 'is, or is inside, something other than a folder. Set TANDEM_DATA_DIR to a folder.';
  refused(file, reason);
  refused(join(file, 'data'), reason);
});

needing('/proc', existsSync('/proc/self')).test(
  "reports a folder of the kernel, which can't store data",
  () => {
    const reason = "is inside /proc, which can't store files. Set TANDEM_DATA_DIR to another folder.";
    for (const dataDir of ['/proc', '/proc/tandem', '/proc/self/tandem/data']) refused(dataDir, reason);
  },
);

const COMMANDS = [
  ['serve'],
  ['workspace', 'create', '--name', 'Acme', '--admin', 'ada'],
  ['workspace', 'list'],
  ['doctor'],
  ['backup', 'out'],
];

test('an impossible folder is refused at once with the real reason, by a start and by every command', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  for (const [dataDir, reason] of [
    ['/proc/tandem', /^The data folder \/proc\/tandem is inside \/proc, .*\.\n$/],
    [
      join(folder, 'file'),
      /^The data folder \S+\/file is, or is inside, something other than a folder\. .*\.\n$/,
    ],
  ] as const) {
    for (const command of COMMANDS) {
      const { code, stderr } = await tandem(command, { TANDEM_DATA_DIR: dataDir, TANDEM_PORT: '0' });
      expect([command, code, stderr]).toEqual([command, 1, expect.stringMatching(reason)]);
    }
  }
});

test('the path :memory:, which SQLite would not store, is refused with an alternative', async () => {
  const cwd = temporaryFolder();
  for (const command of COMMANDS) {
    for (const dataDir of [':memory:', ' :memory: ']) {
      const cli = [join(ROOT, 'apps/server/dist/cli.js'), ...command];
      const run = ['-c', 'cd "$0" && exec "$@"', cwd, process.execPath, ...cli];
      const { code, stderr } = await start('sh', run, { TANDEM_DATA_DIR: dataDir, TANDEM_PORT: '0' }).ended;
      expect([command, code, stderr]).toEqual([
        command,
        1,
        'TANDEM_DATA_DIR must be the path of a folder. To store everything in memory, use inMemoryStorage() of @tandem/core/in-memory.\n',
      ]);
    }
  }
  expect(readdirSync(cwd)).toEqual([]);
});

testAsNobody('a folder that this user may not write to, or not even look into', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'shut'), { mode: 0o700 });
  const cli = join(ROOT, 'apps/server/dist/cli.js');
  for (const dataDir of [folder, join(folder, 'new'), join(folder, 'shut'), join(folder, 'shut/new')]) {
    const args = [...asNobody.slice(1), process.execPath, cli, 'serve'];
    const env = { TANDEM_DATA_DIR: dataDir, TANDEM_PORT: '0' };
    const { code, stdout, stderr } = await start(asNobody[0], args, env).ended;
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `The data folder ${dataDir} is not writable for this user. Give this user write permission, or set TANDEM_DATA_DIR to another folder.\n`,
    });
  }
});

test('every problem with the data folder is a CannotRun', () => {
  expect(() => makeFolder('/dev/null')).toThrow(CannotRun);
});
