import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { needing } from '@tandem/core/testing/programs';
import { bareClone, clone, setCompiler, setInstalled, setVite } from '../testing/clone.ts';
import { asNobody, testAsNobody } from '../testing/nobody.ts';
import { cleanUp, type Ended, ROOT, start, temporaryFolder } from '../testing/tandem.ts';

// Copying a clone is slow on a busy machine.
jest.setTimeout(120_000);
afterEach(cleanUp);

const cli = (folder: string, env: Record<string, string> = {}): Promise<Ended> => {
  const settings = { TANDEM_DATA_DIR: temporaryFolder(), ...env };
  return start(
    process.execPath,
    [join(folder, 'apps/server/dist/cli.js'), 'workspace', 'create', '--name', 'A', '--admin', 'a'],
    settings,
  ).ended;
};

const npmStart = (folder: string, env: Record<string, string> = {}) => {
  const settings = { TANDEM_DATA_DIR: temporaryFolder(), TANDEM_PORT: '0', ...env };
  return start(process.execPath, [join(folder, 'apps/server/scripts/start.js')], settings);
};

/** Checks that the start failed without standard output or a stack; returns the last line, which gives the reason. */
function refusal({ code, stdout, stderr }: Ended): string {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).not.toMatch(/^\s+at .*[:(]\d+/m);
  return stderr.trimEnd().split('\n').at(-1) as string;
}

describe('a build that does not match its sources', () => {
  test('after a source change the build is refused until it is rebuilt', async () => {
    const folder = clone();
    expect(await cli(folder)).toMatchObject({ code: 0 });
    const source = join(folder, 'packages/core/src/index.ts');
    const before = readFileSync(source);
    appendFileSync(source, '\nexport const added = 1;\n');
    const later = new Date(Date.now() + 60_000);
    utimesSync(source, later, later);
    expect(refusal(await cli(folder))).toBe(
      `The build is older than packages/core/src/index.ts. Run npm run build in ${folder}, then try again.`,
    );
    // Newer, with the same content.
    writeFileSync(source, before);
    utimesSync(source, later, later);
    expect(await cli(folder)).toMatchObject({ code: 0 });
  });

  test('a build that lacks a part or the record of its sources is refused', async () => {
    const folder = clone();
    for (const part of ['packages/contract', 'apps/server/dist/.sources.json']) {
      const path = join(folder, part === 'packages/contract' ? `${part}/dist` : part);
      renameSync(path, `${path}.aside`);
      expect(refusal(await cli(folder))).toBe(
        `The build lacks ${part}. Run npm run build in ${folder}, then try again.`,
      );
      renameSync(`${path}.aside`, path);
    }
  });
});

test('the build runs as one bundle, which the next build replaces and files of browser tests do not', async () => {
  const folder = clone();
  setCompiler(folder, '');
  setVite(folder);
  const prepare = [join(folder, 'apps/server/scripts/prepare.js'), '--build'];
  expect((await start(process.execPath, prepare).ended).stderr).toContain('Building');
  mkdirSync(join(folder, 'apps/web/test-results'), { recursive: true });
  writeFileSync(join(folder, 'apps/web/test-results/.last-run.json'), '{}');
  expect(await start(process.execPath, prepare).ended).toMatchObject({ code: 0, stderr: '' });
  const dist = join(folder, 'apps/server/dist');
  const [code, bundle] = ['bundle-tandem.code', 'bundle-tandem.cjs'];
  expect(readdirSync(dist).filter((name) => name.includes('bundle-'))).toEqual([
    'bundle-service.cjs',
    'bundle-service.code',
    bundle,
    code,
  ]);

  appendFileSync(join(dist, bundle), "\nconsole.error('as one file');\n");
  expect(await cli(folder)).toMatchObject({ code: 0, stderr: expect.stringContaining('as one file') });
  for (const foreign of ['', 'of another V8']) {
    writeFileSync(join(dist, code), foreign);
    expect(await cli(folder)).toMatchObject({ code: 0, stderr: expect.stringContaining('as one file') });
  }
  appendFileSync(join(folder, 'packages/core/dist/.tsbuildinfo'), '\n');
  expect(await cli(folder)).toMatchObject({ code: 0, stderr: expect.not.stringContaining('as one file') });
});

test('a build mixed from two clones is reported as such, not as a bug', async () => {
  const folder = clone();
  writeFileSync(join(folder, 'packages/adapter-sqlite/dist/index.js'), '// of another version\n');
  expect(refusal(await cli(folder))).toBe(
    `The build mixes different versions. Run npm ci && npm run build in ${folder}, then try again.`,
  );
});

describe('a missing or mismatched installation', () => {
  test('missing dependencies are reported on one line', async () => {
    const folder = clone();
    rmSync(join(folder, 'node_modules'), { recursive: true });
    expect(refusal(await cli(folder))).toMatch(
      /^A dependency is not installed: \S+\. Run npm ci && npm run build in \S+, then try again\.$/,
    );
  });

  test('a native driver that is missing or built for another Node is reported on one line', async () => {
    const folder = clone();
    const driver = join(folder, 'node_modules/better-sqlite3');
    rmSync(driver);
    const installed = realpathSync(join(ROOT, 'node_modules/better-sqlite3'));
    cpSync(installed, driver, {
      recursive: true,
      filter: (path) => !/\/(deps|src|obj\.target)$/.test(path),
    });
    // What version 12 loads its add-on with; it is beside the driver.
    for (const name of ['bindings', 'file-uri-to-path']) {
      const library = join(installed, '..', name);
      if (existsSync(library)) cpSync(library, join(folder, 'node_modules', name), { recursive: true });
    }
    const addons = readdirSync(driver, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.node'))
      .map((path) => join(driver, path));
    expect(await cli(folder)).toMatchObject({ code: 0 });
    for (const addon of addons) rmSync(addon);
    expect(refusal(await cli(folder))).toMatch(
      /^The database driver has not been compiled; this is Node \S+ on .*\. Install Tandem again \(in a clone: /,
    );
    for (const addon of addons) writeFileSync(addon, 'of another machine');
    expect(refusal(await cli(folder))).toMatch(
      /^The database driver was compiled for another Node or another system; this is Node /,
    );
  });
});

/** A stand-in for npm that records the call and then runs the given program. */
function npm(program: string): { readonly npm_execpath: string } {
  const npm_execpath = join(temporaryFolder(), 'npm-cli.js');
  writeFileSync(npm_execpath, program);
  return { npm_execpath };
}

/** Npm installs packages in the clone, and on Node 20 the driver in a folder of its own. */
const AS_NPM = `const fs = require('node:fs');
  const inClone = fs.existsSync('apps');
  const write = (file, text) => {
    fs.mkdirSync(require('node:path').dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };`;
const failingNpm = () => npm(`console.log('called'); process.exit(1);`);
const COMPILES_DRIVER = Number.parseInt(process.versions.node, 10) < 22;

describe('npm start', () => {
  test('npm start without a network reports this after the output of npm', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const registry = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
    await new Promise((resolve) => closed.close(resolve));
    const env = {
      npm_config_registry: `${registry}/`,
      npm_config_fetch_retries: '0',
      npm_config_cache: temporaryFolder(),
    };
    const ended = await npmStart(bareClone(), env).ended;
    expect(ended.code).toBe(1);
    const lines = ended.stderr.trimEnd().split('\n');
    expect(lines[0]).toBe('Installing dependencies …');
    expect(lines.at(-1)).toBe(
      `The package registry at ${registry} cannot be reached (ECONNREFUSED). Check the network and its proxy until npm ping succeeds, then try again.`,
    );
  });

  test('npm start without a compiler reports this on the last line, after the output of npm', async () => {
    const env = npm(`console.error('npm error gyp ERR! stack Error: not found: make'); process.exit(1);`);
    const { code, stdout, stderr } = await npmStart(bareClone(), env).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('\nnpm error gyp ERR! stack Error: not found: make\n');
    expect(stderr).toMatch(/\nbetter-sqlite3 has to be compiled here, but make is missing\. Run .*\n$/);
  });

  needing('Node 20, which compiles the driver', COMPILES_DRIVER).test(
    'npm start builds while the database driver is compiled',
    async () => {
      const program = `${AS_NPM}
        if (inClone) {
          write('node_modules/typescript-7/bin/tsc', "require('node:fs').writeFileSync('began', ''); setTimeout(() => {}, 2000)");
        } else setInterval(() => {
          if (fs.existsSync('../../began')) { console.log('npm is over'); process.exit(1); }
        }, 20);`;
      expect((await npmStart(bareClone(), npm(program)).ended).stderr).toContain('npm is over');
    },
  );

  needing('Node 20, which compiles the driver', COMPILES_DRIVER).test(
    'npm start ends npm when the concurrent build fails',
    async () => {
      const program = `${AS_NPM}
        if (inClone) write('node_modules/typescript-7/bin/tsc', 'process.exit(1)');
        else {
          process.on('SIGTERM', () => { fs.writeFileSync('ended', ''); process.exit(1); });
          setInterval(() => {}, 1000);
        }`;
      const folder = bareClone();
      expect(refusal(await npmStart(folder, npm(program)).ended)).toMatch(/^The build failed/);
      const ended = join(folder, 'drivers/node-20/ended');
      while (!existsSync(ended)) await new Promise((resolve) => setTimeout(resolve, 10));
    },
  );

  needing('Node 20, which compiles the driver', COMPILES_DRIVER).test(
    'npm start puts the compiled driver back after each npm install',
    async () => {
      const folder = bareClone();
      setInstalled(folder);
      const driver = join(folder, 'node_modules/better-sqlite3');
      symlinkSync(join(ROOT, 'drivers/node-20/node_modules'), join(folder, 'drivers/node-20/node_modules'));
      for (let i = 0; i < 2; i++) {
        rmSync(driver);
        mkdirSync(driver);
        writeFileSync(join(driver, 'package.json'), '{"version":"13.0.0"}');
        const prepare = join(folder, 'apps/server/scripts/prepare.js');
        expect(await start(process.execPath, [prepare], failingNpm()).ended).toMatchObject({ code: 0 });
        expect(realpathSync(driver)).toBe(realpathSync(join(ROOT, 'node_modules/better-sqlite3')));
      }
    },
  );

  test('npm start installs no tools of tests, and npm test does', async () => {
    const folder = bareClone();
    setInstalled(folder);
    const noted = join(folder, 'node_modules/.package-lock.json');
    const { packages, ...rest } = JSON.parse(readFileSync(noted, 'utf8'));
    for (const path of Object.keys(packages)) if (packages[path].dev) delete packages[path];
    expect(packages).not.toHaveProperty('node_modules/jest');
    writeFileSync(noted, JSON.stringify({ ...rest, packages }));
    const env = npm(`${AS_NPM}
      if (!inClone) return setTimeout(() => {}, 30_000);
      console.log('npm ' + process.argv.slice(2));
      process.exit(1);`);
    const prepare = join(folder, 'apps/server/scripts/prepare.js');
    expect(await start(process.execPath, [prepare], env).ended).toMatchObject({ code: 0, stderr: '' });
    const test = join(folder, 'apps/server/scripts/test.js');
    expect((await start(process.execPath, [test], env).ended).stderr).toMatch(/^npm ci,--include=dev,/m);
    expect((await start(process.execPath, [prepare], env).ended).stderr).toMatch(/^npm ci,--omit=dev,/m);
  });

  test('npm start without npm says where to get it', async () => {
    expect(refusal(await npmStart(bareClone(), { PATH: '/nowhere' }).ended)).toMatch(
      /^npm is not on the PATH\. /,
    );
  });

  test('npm start ends npm when it is stopped during the installation', async () => {
    const folder = temporaryFolder();
    const program = `const fs = require('node:fs');
      process.on('SIGTERM', () => { fs.writeFileSync('${folder}/ended', ''); process.exit(1); });
      console.log('npm is at work'); setInterval(() => {}, 1000);`;
    const running = npmStart(bareClone(), npm(program));
    await running.says('stderr', /npm is at work/);
    running.signal('SIGTERM');
    expect((await running.ended).code).toBe(1);
    expect(existsSync(join(folder, 'ended'))).toBe(true);
  });

  test('npm start reinstalls packages of another platform', async () => {
    const folder = bareClone();
    setInstalled(folder);
    writeFileSync(join(folder, 'node_modules/.tandem-ready.json'), '{"runtime":"other x64 1"}');
    const { stderr } = await npmStart(folder, failingNpm()).ended;
    expect(stderr).toMatch(/^Installing dependencies …\n/);
    expect(stderr).toContain('\ncalled\n');
  });

  test.each([
    ['of another version', '{"version":"1.0.0"}', undefined],
    ['that does not run, without a record of its Node', null, null],
    ['that does not run, with a damaged record', null, 'no JSON'],
  ])('npm start replaces a driver %s', async (_which, manifest, stamp) => {
    const folder = bareClone();
    setInstalled(folder);
    const driver = join(folder, 'node_modules/better-sqlite3');
    const own = readFileSync(join(driver, 'package.json'), 'utf8');
    rmSync(driver);
    mkdirSync(driver);
    writeFileSync(join(driver, 'package.json'), manifest ?? own);
    const noted = join(folder, 'node_modules/.tandem-ready.json');
    if (stamp === null) rmSync(noted);
    else if (stamp !== undefined) writeFileSync(noted, stamp);
    setCompiler(folder, 'setTimeout(() => {}, 30_000)');
    const { stderr } = await npmStart(folder, failingNpm()).ended;
    expect(stderr).toMatch(
      COMPILES_DRIVER ? /^Compiling SQLite for Node 20 …\n/ : /^Installing dependencies …\n/,
    );
    expect(stderr).toContain('\ncalled\n');
  });

  test.each([
    [
      "apps/server/src/cli.ts(1,1): error TS2322: Type 'string' is not assignable",
      /^The build failed: see the lines above\./,
    ],
    [
      "error TS5033: Could not write file 'dist/cli.js': EACCES: permission denied",
      /^This user may not write to /,
    ],
  ])('npm start prints why the build failed on the last line, after %s', async (output, line) => {
    const folder = bareClone();
    setInstalled(folder);
    setCompiler(folder, `console.log(${JSON.stringify(output)}); process.exit(2);`);
    const ended = await npmStart(folder).ended;
    expect(refusal(ended)).toMatch(line);
    expect(ended.stderr.split('\n').slice(0, 2)).toEqual(['Building …', output]);
  });

  testAsNobody('by somebody who may not write to the clone serves what is built', async () => {
    const folder = clone();
    setCompiler(folder, '');
    setVite(folder);
    const prepare = [join(folder, 'apps/server/scripts/prepare.js'), '--build'];
    expect((await start(process.execPath, prepare).ended).code).toBe(0);
    const settings = { TANDEM_DATA_DIR: temporaryFolder(), TANDEM_PORT: '0' };
    for (const path of [join(folder, '..'), settings.TANDEM_DATA_DIR]) chmodSync(path, 0o777);
    const script = join(folder, 'apps/server/scripts/start.js');
    const running = start(asNobody[0], [...asNobody.slice(1), process.execPath, script], settings);
    await running.says('stdout', /^Tandem serves /m);
    running.signal('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });
});
