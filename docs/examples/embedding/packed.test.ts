import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { LONG } from '@tandem/core/testing/programs';
import { onOwnPostgres, startCluster } from '../../../packages/adapter-postgres/testing/postgres.ts';

/*
 * Tests the page and its examples as a reader runs them: with packages that the page's commands have packed and
 * installed, in a folder without access to this repository. The packages are built from a clean copy of their sources,
 * so that leftovers in dist folders cannot help and no shared build is touched.
 */

const ROOT = resolve(__dirname, '../../..');
const PACKAGES = readdirSync(join(ROOT, 'packages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .concat('cli')
  .sort();
/** Where a package is, in the repository and in its clone. */
const folderOf = (name: string): string => `${name === 'cli' ? 'apps' : 'packages'}/${name}`;
/** The condition that only this repository sets; it leads to the sources, which are not packed. */
const OUR_CONDITION = '@tandem/source';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, Target>>;
}

/** The files of an entry point, by condition; `require` may have its own. */
type Target = Readonly<Record<string, string>> & { readonly require?: Readonly<Record<string, string>> };

const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(program: string, args: readonly string[], cwd: string, more: NodeJS.ProcessEnv = {}): Ended {
  // None of the settings that npm or Jest gave this process. The registry may be out of reach, and npm says little.
  const ours = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|JEST_)/.test(name));
  const settings = {
    npm_config_offline: 'true',
    npm_config_ignore_scripts: 'true',
    npm_config_audit: 'false',
  };
  const env = { ...Object.fromEntries(ours), ...settings, ...more };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

function mustRun(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = run(program, args, cwd);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} answered ${status}:\n${stdout}${stderr}`);
  return stdout;
}

const node = (args: readonly string[], more?: NodeJS.ProcessEnv): Ended =>
  run(process.execPath, args, program, more);
/** The compilers here. One thread uses half the CPU time of several, and takes hardly longer. */
const COMPILERS = {
  'TypeScript 7': ['typescript-7/bin/tsc', '--singleThreaded'],
  'TypeScript 6': ['typescript/bin/tsc'],
} as const;
function typeCheck(project: string, compiler: keyof typeof COMPILERS = 'TypeScript 7'): string {
  const [path, ...options] = COMPILERS[compiler];
  return node([join(ROOT, 'node_modules', path), ...options, '-p', project]).stdout;
}

let home: string;
let clone: string;
let program: string;
/** The output of the pack command. */
let packed: string;
/** The package.json that npm writes when it installs the packages in an empty folder. */
let afterInstall: Manifest;
/** TypeScript's output for the examples; it also writes them to dist. */
let checked: string;

const PAGE = readFileSync(join(ROOT, 'docs/embedding.md'), 'utf8');
const [PACK, INSTALL] = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, command]) => command as string);

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-packed-')));
  clone = join(home, 'a clone');
  copyClone();
  packed = mustRun('sh', ['-c', String(PACK)], clone);
  program = join(home, 'program');
  const needed = PACKAGES.flatMap((name) => {
    const { dependencies, optionalDependencies } = manifestIn(join(ROOT, folderOf(name)));
    return Object.keys({ ...dependencies, ...optionalDependencies });
  });
  bringLibraries(needed);
  const [, command] = /^ {2}(npm install .*)$/m.exec(packed) ?? [];
  mustRun('sh', ['-c', String(command)], program);
  afterInstall = manifestIn(program);
  for (const file of readdirSync(__dirname)) {
    if (file !== basename(__filename)) cpSync(join(__dirname, file), join(program, file));
  }
  const { dependencies, devDependencies } = manifestIn(__dirname);
  bringLibraries(Object.keys({ ...dependencies, ...devDependencies }));
  // A program whose own packages have a condition named source must not get our sources.
  writeSettings('tsconfig.check.json', { extends: './tsconfig.json' }, { customConditions: ['source'] });
  checked = typeCheck('tsconfig.check.json');
}, 400_000);

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

/** The files that packing needs, in a clone that is ready as after npm start. */
function copyClone(): void {
  mkdirSync(join(clone, 'node_modules/@tandem'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@tandem') symlinkSync(join(ROOT, 'node_modules', name), join(clone, 'node_modules', name));
  }
  for (const file of [
    'tsconfig.json',
    'package.json',
    'package-lock.json',
    'apps/server/scripts',
    'drivers',
  ]) {
    cpSync(join(ROOT, file), join(clone, file), {
      recursive: true,
      filter: (from) => basename(from) !== 'node_modules',
    });
  }
  cpSync(join(ROOT, 'apps/web/dist'), join(clone, 'apps/web/dist'), { recursive: true });
  for (const name of PACKAGES) {
    cpSync(join(ROOT, folderOf(name)), join(clone, folderOf(name)), {
      recursive: true,
      filter: (from) => !['dist', 'node_modules'].includes(basename(from)),
    });
    symlinkSync(join(clone, folderOf(name)), join(clone, 'node_modules/@tandem', name), 'junction');
  }
}

/** Only for compiling it. */
const SOURCES_OF_SQLITE = /\/better-sqlite3\/deps$/;

/** On Node 20 the driver and its dependencies are in a folder of their own. */
const LIBRARIES = ['node_modules', 'drivers/node-20/node_modules'];

/**
 * Copies the declared libraries from this repository to where npm would install them, with the compiled add-on:
 * compiling better-sqlite3 takes a minute, and the registry may be unreachable. npm then fails for undeclared
 * dependencies and wrong versions, because it may not fetch.
 */
function bringLibraries(names: readonly string[]): void {
  // The compilers run from here.
  const wanted = names.filter((name) => !name.startsWith('@tandem/') && name !== 'typescript');
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    const found = LIBRARIES.map((folder) => join(ROOT, folder, name)).find((folder) => existsSync(folder));
    const to = join(program, 'node_modules', name);
    if (existsSync(to) || !found) continue;
    const from = realpathSync(found);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to, { recursive: true, filter: (path) => !SOURCES_OF_SQLITE.test(path) });
    const { dependencies, optionalDependencies } = manifestIn(from);
    wanted.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
  }
}

const told = (lines: readonly string[]): Ended => ({
  status: 0,
  stdout: lines.map((line) => `${line}\n`).join(''),
  stderr: '',
});

test('the packages build and install with the commands of the page', () => {
  expect([PACK, INSTALL]).toEqual(['npm run pack\n', 'npm install ~/tandem/tarballs/*.tgz\n']);
  expect(packed).toContain(`npm install '${clone}/tarballs'/*.tgz\n`);
});

test('one command installs all packages of this version into an empty folder', () => {
  const { version } = manifestIn(ROOT);
  expect(Object.keys(afterInstall.dependencies ?? {})).toEqual(PACKAGES.map((name) => `@tandem/${name}`));
  for (const name of installed())
    expect(manifestIn(join(program, 'node_modules', name)).version).toBe(version);
  expect(run('npm', ['ls', '--omit=dev'], program)).toMatchObject({ status: 0 });
});

/** The packages as they are installed. */
const installed = () => PACKAGES.map((name) => `@tandem/${name}`);

/** The files of an installed package, without its bundled dependencies. */
const filesOf = (name: string): string[] => {
  const folder = join(program, 'node_modules', name);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
};

test('a package contains its package.json, the build or the page, a README and perhaps a LICENSE, and neither source nor tests', () => {
  for (const name of installed()) {
    const expected =
      /^(package\.json|README\.md|LICENSE|dist\/[\w./-]+\.(js|d\.ts)|dist\/cjs\/package\.json|dist\/page\/[\w./-]+)$/;
    expect(filesOf(name).filter((path) => !expected.test(path) || path.includes('.test.'))).toEqual([]);
    expect(filesOf(name)).toContain('README.md');
  }
});

test('the installed command line runs', () => {
  const { status, stdout } = node([join(program, 'node_modules/@tandem/cli/dist/cli.js'), 'prime']);
  expect([status, stdout]).toEqual([0, expect.stringContaining('tandem work next')]);
});

test('every package has the metadata that a registry and its readers need', () => {
  const { version, license, engines } = manifestIn(ROOT);
  for (const name of PACKAGES) {
    const manifest = manifestIn(join(ROOT, folderOf(name)));
    expect(manifest).toMatchObject({ name: `@tandem/${name}`, version, license, engines, type: 'module' });
    expect(manifest).toMatchObject({
      description: expect.any(String),
      files: ['dist', '!dist/**/*.tsbuildinfo'],
    });
    for (const { require: required, ...target } of Object.values(manifest.exports)) {
      expect(Object.keys(target)).toEqual([OUR_CONDITION, 'types', 'default']);
      if (required) expect(Object.keys(required)).toEqual(['types', 'default']);
    }
  }
});

test('every entry point is a file of its package', () => {
  for (const name of installed()) {
    const paths = filesOf(name).map((path) => `./${path}`);
    const { exports } = manifestIn(join(program, 'node_modules', name));
    for (const { [OUR_CONDITION]: source, require: required, ...published } of Object.values(exports)) {
      expect(source).toMatch(/\.ts$/);
      expect(Object.keys(published)).toEqual(['types', 'default']);
      for (const path of Object.values(published)) expect(paths).toContain(path);
      for (const path of Object.values(required ?? {})) expect(paths).toContain(path);
    }
  }
});

test('no installed file refers to this repository', () => {
  for (const name of installed()) {
    const folder = join(program, 'node_modules', name);
    expect(realpathSync(folder)).toBe(folder);
    for (const file of filesOf(name)) {
      const text = readFileSync(join(folder, file), 'utf8');
      for (const path of [ROOT, clone]) expect(text).not.toContain(path);
    }
  }
});

test('the examples type-check against the packed types', () => {
  expect(checked).toBe('');
});

test('the example without a storage asks the rules', () => {
  expect(node(['dist/rules.js'])).toEqual(
    told([
      "[ 'backlog', 'waiting', 'canceled' ]",
      'false',
      'false',
      'This workspace requires proof of done. Post a succeeded result of the task first.',
    ]),
  );
});

const ON_SQLITE = [
  'unprocessable INVALID_TRANSITION: A task cannot move from todo to done. You may move it to backlog, in_progress, waiting, canceled.',
  'refused: UNIQUE constraint failed: orders.item',
  'on SQLite: 1 order and 2 tasks',
];

test('the worker commits an order and its task together on SQLite', () => {
  expect(node(['dist/worker.js'])).toEqual(told(ON_SQLITE));
});

onOwnPostgres('with a server', () => {
  test('the worker commits an order and its task together on PostgreSQL', async () => {
    const lines = [
      ...ON_SQLITE,
      'refused: duplicate key value violates unique constraint "orders_pkey"',
      'on PostgreSQL: 1 order and 1 task',
    ];
    const cluster = await startCluster({ durable: true });
    try {
      expect(node(['dist/worker.js'], { DATABASE_URL: cluster.url() })).toEqual(told(lines));
    } finally {
      await cluster.remove();
    }
  });
});

test('the example in an Express app serves beside the app and stops', () => {
  expect(node(['dist/express-host.js'])).toEqual(
    told([
      'over HTTP: 201, task 1, "Write the launch note"',
      'signed in: Carol',
      'the page: 200, text/html; charset=utf-8',
      'beside it: The rest of the program',
    ]),
  );
});

test('the example with a Fetch handler serves and stops', () => {
  expect(node(['dist/fetch-handler.js'])).toEqual(told(['by Fetch: 201, task 1, "Write the launch note"']));
});

test("the example's test passes under node:test and, with its own functions, under Jest", () => {
  expect(node(['--test', 'orders.test.mjs'])).toMatchObject({ status: 0 });
  const [, body] = readFileSync(join(program, 'orders.test.mjs'), 'utf8').split(`'node:test';\n`);
  writeFileSync(join(program, 'jest.test.mjs'), `import assert from 'node:assert/strict';\n${body}`);
  writeFileSync(join(program, 'jest.config.mjs'), `export default { testMatch: ['**/jest.test.mjs'] };\n`);
  const jest = ['--experimental-vm-modules', join(ROOT, 'node_modules/jest/bin/jest.js'), '--runInBand'];
  expect(node(jest)).toMatchObject({ status: 0, stderr: expect.stringContaining('1 passed') });
});

test('the page says how large the core is', () => {
  const [name = ''] = readdirSync(join(clone, 'tarballs')).filter((file) => file.startsWith('tandem-core-'));
  const size = statSync(join(clone, 'tarballs', name)).size / 1_000;
  const [, said] = /`@tandem\/core` is (\d+) kB packed/.exec(PAGE) ?? [];
  expect(Math.abs(Number(said) - size)).toBeLessThan(50);
});

test('programs on a storage in memory need no driver, and the core has no dependencies', () => {
  const away = ['better-sqlite3', 'pg', 'express', 'kysely', 'undici'];
  const move = (from: string, to: string) => {
    for (const name of away) renameSync(join(program, from, name), join(program, to, name));
  };
  mkdirSync(join(program, 'away'));
  move('node_modules', 'away');
  try {
    const entries = ['@tandem/embed/memory', '@tandem/embed', '@tandem/embed/testing'];
    const imports = entries.map((entry) => `import '${entry}';`);
    expect(node(['--input-type=module', '-e', imports.join('')])).toEqual(told([]));
    const requires = entries.map((entry) => `require('${entry}');`);
    expect(node(['-e', requires.join('')])).toEqual(told([]));
  } finally {
    move('away', 'node_modules');
  }
  expect(manifestIn(join(program, 'node_modules/@tandem/core')).dependencies ?? {}).toEqual({});
});

/** Settings of a compilation, written to a file of the program. */
function writeSettings(file: string, settings: object, compilerOptions: object): void {
  writeFileSync(join(program, file), JSON.stringify({ ...settings, compilerOptions }));
}

test.each([
  ['esnext', 'bundler', 'TypeScript 7', { skipLibCheck: false }],
  // The examples check this resolution too; TypeScript 6 takes as long as all other tests of this file together.
  ...(LONG
    ? ([
        ['node16', 'node16', 'TypeScript 7', { skipLibCheck: true }],
        ['nodenext', 'nodenext', 'TypeScript 6', { skipLibCheck: false }],
      ] as const)
    : []),
] as const)(
  'every entry point type-checks under the strictest settings and without types for Jest or Node: module %s, resolution %s, %s',
  (module, moduleResolution, compiler, options) => {
    const imports = installed().flatMap((name) =>
      Object.keys(manifestIn(join(program, 'node_modules', name)).exports).map(
        (entry) => name + entry.slice(1),
      ),
    );
    expect(imports).toEqual(expect.arrayContaining(['@tandem/core/rules', '@tandem/embed/testing']));
    const lines = imports.map((entry, i) => `export * as entry${i} from '${entry}';\n`);
    writeFileSync(join(program, 'entries.ts'), lines.join(''));
    writeSettings(
      'tsconfig.entries.json',
      { files: ['entries.ts'] },
      {
        module,
        moduleResolution,
        target: 'es2023',
        lib: ['es2023', 'dom'],
        types: [],
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        verbatimModuleSyntax: true,
        declaration: true,
        outDir: 'entries',
        ...options,
      },
    );
    expect(typeCheck('tsconfig.entries.json', compiler)).toBe('');
  },
);
