import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareClone, setCompiler, setInstalled, setVite, WORKING_VITE } from '../testing/clone.ts';
import { cleanUp, ROOT, start, temporaryFolder } from '../testing/tandem.ts';

/*
 * Tests how a clone is made ready, with stand-ins for npm, the compiler and Vite; start.test.ts uses the real
 * ones.
 */

jest.setTimeout(60_000);
afterEach(cleanUp);

const LOCK = '.making-ready.json';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const run = (script: string, folder: string, env: Record<string, string> = {}, ...args: string[]) =>
  start(process.execPath, [join(folder, 'apps/server/scripts', script), ...args], {
    TANDEM_DATA_DIR: temporaryFolder(),
    TANDEM_PORT: '0',
    ...env,
  });
const build = (folder: string, env?: Record<string, string>) => run('prepare.js', folder, env, '--build');

const FAILING_VITE = `console.error('Vite has no memory left'); process.exit(1);`;
const WORKING_COMPILER = `require('node:fs').mkdirSync('apps/server/dist/program', { recursive: true });`;

/** A clone with everything installed, where the web application can't be built. */
function cloneWithoutPage(): string {
  const folder = bareClone();
  mkdirSync(join(folder, 'apps/web'));
  setInstalled(folder);
  setCompiler(
    folder,
    `${WORKING_COMPILER}
    const load = 'export const loadAndRun = () => console.log("it runs");';
    require('node:fs').writeFileSync('apps/server/dist/program/load.js', load);`,
  );
  setVite(folder, FAILING_VITE);
  return folder;
}

describe('a page that fails to build', () => {
  test('a page that fails to build fails the build each time until it succeeds', async () => {
    const folder = cloneWithoutPage();
    for (let i = 0; i < 2; i++) {
      const { code, stderr } = await build(folder).ended;
      expect(code).toBe(1);
      expect(stderr).toContain('Vite has no memory left');
      expect(stderr).toMatch(
        /The web page could not be built: .* To serve without it, set TANDEM_WEB=off\.\n$/,
      );
    }
    setVite(folder);
    expect((await build(folder).ended).code).toBe(0);
    expect(existsSync(join(folder, 'apps/web/dist/index.html'))).toBe(true);
    expect(await build(folder).ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('a page that fails to build keeps the server from starting, unless the page is turned off', async () => {
    const folder = cloneWithoutPage();
    expect(await run('start.js', folder).ended).toMatchObject({ code: 1, stdout: '' });
    for (let i = 0; i < 2; i++) {
      const { code, stdout, stderr } = await run('start.js', folder, { TANDEM_WEB: 'off' }).ended;
      expect({ code, stdout }).toEqual({ code: 0, stdout: 'it runs\n' });
      expect(stderr).toContain('The web page could not be built');
    }
  });

  test('a page that fails to build keeps no command from running', async () => {
    const { code, stdout, stderr } = await run('tandem.js', cloneWithoutPage()).ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'it runs\n' });
    expect(stderr).toContain('The web page could not be built');
  });

  test('leftovers of interrupted builds are deleted', async () => {
    const folder = cloneWithoutPage();
    mkdirSync(join(folder, 'apps/web/.dist-1'));
    await build(folder).ended;
    expect(readdirSync(join(folder, 'apps/web'))).toEqual([]);
  });
});

/** A stand-in for npm: a program that receives the folder for its notes. */
function npm(program: string) {
  const notes = temporaryFolder();
  const npm_execpath = join(notes, 'npm-cli.js');
  writeFileSync(
    npm_execpath,
    `const fs = require('node:fs'); const notes = ${JSON.stringify(notes)};\n${program}`,
  );
  return { env: { npm_execpath }, notes };
}

/** It has started another program, as npm does to compile; both ignore signals. */
const LONG_INSTALL = `
  if (!fs.existsSync('apps')) process.exit();
  const deaf = "process.on('SIGTERM', () => {}); setTimeout(() => {}, 30_000); ";
  const note = "require('node:fs').writeFileSync(process.argv[1] + '/compiler', String(process.pid)); console.log('compiling');";
  require('node:child_process').spawn(process.execPath, ['-e', deaf + note, notes], { stdio: 'inherit' });
  fs.writeFileSync(notes + '/npm', String(process.pid));
  process.on('SIGTERM', () => {});
  setTimeout(() => {}, 30_000);`;

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    return (error as { code?: string }).code === 'ENOENT' && process.platform !== 'linux';
  }
};
const pidIn = (notes: string, name: string) => Number(readFileSync(join(notes, name), 'utf8'));

async function untilDead(pids: readonly number[]): Promise<void> {
  for (let tries = 0; pids.some(isAlive); tries++) {
    if (tries > 500) throw new Error(`One of ${pids} lives on.`);
    await pause(20);
  }
}

const DRIVER_VERSION = JSON.parse(
  readFileSync(join(ROOT, 'node_modules/better-sqlite3/package.json'), 'utf8'),
).version;

/** Leaves the results of an installation: enough to build an empty clone. */
const QUICK_INSTALL = `
  const write = (file, text) => {
    fs.mkdirSync(require('node:path').dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  if (!fs.existsSync('apps')) process.exit();
  fs.appendFileSync(notes + '/calls', 'found ' + fs.readdirSync('node_modules', { withFileTypes: true }).length + '\\n');
  write('node_modules/better-sqlite3/package.json', JSON.stringify({ version: ${JSON.stringify(DRIVER_VERSION)} }));
  write('node_modules/typescript-7/bin/tsc', ${JSON.stringify(WORKING_COMPILER)});
  write('node_modules/vite/bin/vite.js', ${JSON.stringify(WORKING_VITE)});
  setTimeout(() => {
    fs.copyFileSync(${JSON.stringify(join(ROOT, 'node_modules/.package-lock.json'))}, 'node_modules/.package-lock.json');
  }, 1000);`;

const emptyClone = () => {
  const folder = bareClone();
  mkdirSync(join(folder, 'apps/web'));
  mkdirSync(join(folder, 'node_modules'));
  return folder;
};

describe('an interrupted installation', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s during an installation ends npm and all its child processes',
    async (signal) => {
      const folder = emptyClone();
      const { env, notes } = npm(LONG_INSTALL);
      const running = run('start.js', folder, env);
      await running.says('stderr', /compiling/);
      const pids = [pidIn(notes, 'npm'), pidIn(notes, 'compiler')];
      running.signal(signal);
      await pause(300);
      // A second Ctrl-C, as from an impatient user.
      running.signal(signal);
      expect((await running.ended).code).toBe(1);
      await untilDead(pids);
      expect(existsSync(join(folder, LOCK))).toBe(false);
    },
  );

  test('an installation killed with SIGKILL is ended by the next start, which installs from scratch', async () => {
    const folder = emptyClone();
    const { env, notes } = npm(LONG_INSTALL);
    const running = run('start.js', folder, env);
    await running.says('stderr', /compiling/);
    const pids = [pidIn(notes, 'npm'), pidIn(notes, 'compiler')];
    mkdirSync(join(folder, 'node_modules/better-sqlite3/build'), { recursive: true });
    process.kill(running.pid as number, 'SIGKILL');
    const next = npm(QUICK_INSTALL);
    expect((await build(folder, next.env).ended).code).toBe(0);
    await untilDead(pids);
    expect(readFileSync(join(next.notes, 'calls'), 'utf8')).toBe('found 0\n');
    expect(existsSync(join(folder, LOCK))).toBe(false);
  });
});

describe('several starts at once', () => {
  test('simultaneous starts install and build once; the others wait and print what they wait for', async () => {
    const folder = emptyClone();
    const { env, notes } = npm(QUICK_INSTALL);
    const ended = await Promise.all(Array.from({ length: 3 }, () => build(folder, env).ended));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(readFileSync(join(notes, 'calls'), 'utf8')).toBe('found 0\n');
    expect(ended.filter(({ stderr }) => stderr.includes('Building …'))).toHaveLength(1);
    expect(
      ended.filter(({ stderr }) => /^Another process \(\d+\) is preparing this clone/.test(stderr)),
    ).toHaveLength(2);
    expect(readdirSync(folder).filter((name) => name.startsWith(LOCK))).toEqual([]);
  });

  test.each([
    ['a process that has ended', { id: 'x', pid: 999_999_999, startedAt: '1', groups: [] }],
    ['a process whose id was reused', { id: 'x', pid: process.pid, startedAt: '1', groups: [] }],
    ['the owner of a damaged lock', 'damaged'],
  ])('a start does not wait for %s', async (_whom, lock) => {
    const folder = emptyClone();
    writeFileSync(join(folder, LOCK), typeof lock === 'string' ? lock : JSON.stringify(lock));
    const { env, notes } = npm(QUICK_INSTALL);
    const ended = await Promise.all([build(folder, env).ended, build(folder, env).ended]);
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(readFileSync(join(notes, 'calls'), 'utf8')).toBe('found 0\n');
  });
});
