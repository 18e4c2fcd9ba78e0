import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/*
 * The example as its reader runs it: on packages that were packed and installed, in a folder that knows
 * nothing of this repository. The packages are built from a clean copy of their sources, so that
 * nothing left in a dist folder can help, and no build that others use is touched.
 */

const ROOT = resolve(__dirname, '../../..');
const PACKED = ['core', 'adapter-sqlite'];
/** The condition that only this repository sets; it leads to the sources, which are not packed. */
const OUR_CONDITION = '@tandem/source';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface Tarball {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(program: string, args: readonly string[], cwd: string): Ended {
  // None of the settings that npm or Jest gave this process, but for where npm keeps its cache.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|JEST_)/.test(name)),
  );
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

function mustRun(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = run(program, args, cwd);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} answered ${status}:\n${stdout}${stderr}`);
  return stdout;
}

const node = (args: readonly string[]): Ended => run(process.execPath, args, program);
const typeCheck = (project: string): string =>
  node([join(program, 'node_modules/typescript/bin/tsc'), '-p', project]).stdout;

let home: string;
let program: string;
let tarballs: readonly Tarball[];
/** What TypeScript says of the example; it also writes dist/embed.js. */
let checked: string;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-packed-')));
  tarballs = pack(join(home, 'clone'), join(home, 'tarballs'));
  program = join(home, 'program');
  for (const file of ['package.json', 'tsconfig.json', 'embed.ts', 'embed.cjs']) {
    cpSync(join(__dirname, file), join(program, file));
  }
  bringLibraries();
  const files = tarballs.map(({ filename }) => join(home, 'tarballs', filename));
  mustRun('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...files], program);
  checked = typeCheck('.');
}, 180_000);

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

/** Packs a copy of the packages' sources; `prepack` builds them. */
function pack(clone: string, destination: string): readonly Tarball[] {
  cpSync(join(ROOT, 'tsconfig.json'), join(clone, 'tsconfig.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'), 'junction');
  for (const name of PACKED) {
    const folder = join(clone, 'packages', name);
    cpSync(join(ROOT, 'packages', name), folder, {
      recursive: true,
      filter: (from) => !['dist', 'node_modules'].includes(basename(from)),
    });
    // The copy of the core, not the one that node_modules of this repository links to.
    if (name !== 'core') {
      mkdirSync(join(folder, 'node_modules/@tandem'), { recursive: true });
      symlinkSync(join(clone, 'packages/core'), join(folder, 'node_modules/@tandem/core'), 'junction');
    }
  }
  mkdirSync(destination);
  const folders = PACKED.map((name) => join(clone, 'packages', name));
  const args = ['pack', '--json', '--silent', '--pack-destination', destination, ...folders];
  return JSON.parse(mustRun('npm', args, clone)) as readonly Tarball[];
}

/**
 * Puts the libraries that the packages declare where npm would put them, so that npm finds them there:
 * better-sqlite3 takes a minute to compile, and the registry may be out of reach. They are copies of
 * this repository's, with the add-on that was built here. It is npm that judges whether they fit what
 * the packed package.json files ask for: what is undeclared, or of another version, is missing to it,
 * and it fails, as it may not fetch.
 */
function bringLibraries(): void {
  const example = manifestIn(__dirname);
  const wanted = [
    ...Object.keys(example.devDependencies ?? {}),
    ...PACKED.flatMap((name) => Object.keys(manifestIn(join(ROOT, 'packages', name)).dependencies ?? {})),
  ].filter((name) => !name.startsWith('@tandem/'));
  const brought = new Set<string>();
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    const from = join(ROOT, 'node_modules', name);
    if (brought.has(name) || !existsSync(from)) continue;
    brought.add(name);
    const to = join(program, 'node_modules', name);
    mkdirSync(dirname(to), { recursive: true });
    // The sources of SQLite are only for compiling it.
    cpSync(from, to, { recursive: true, filter: (path) => path !== join(from, 'deps') });
    wanted.push(...Object.keys(manifestIn(from).dependencies ?? {}));
  }
}

const STORY = [
  'task 1, "Write the launch note", is in_progress',
  'otto may not complete it (forbidden, AGENT_COMPLETION_DISABLED)',
  'Ada Lovelace may, and now it is done',
];
const TOLD_BY_IMPORT = [
  ...STORY.map((line) => `in memory: ${line}`),
  ...STORY.map((line) => `on SQLite: ${line}`),
  'on SQLite: Acme is still there when the file is opened again',
];
const TOLD_BY_REQUIRE = [`in memory: ${STORY[0]}`, `on SQLite: ${STORY[0]}`];

const told = (lines: readonly string[]): Ended => ({
  status: 0,
  stdout: lines.map((line) => `${line}\n`).join(''),
  stderr: '',
});

test('the page installs these packages, and shows what the example prints', () => {
  const page = readFileSync(join(ROOT, 'docs/embedding.md'), 'utf8');
  const block = (language: string, lines: readonly string[]) =>
    `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``;
  expect(page).toContain(block('sh', [`npm install ${tarballs.map(({ name }) => name).join(' ')}`]));
  expect(page).toContain(block('text', TOLD_BY_IMPORT));
});

test('a package holds its package.json, what was built, and perhaps a README and a LICENSE: no source, no test', () => {
  for (const { files } of tarballs) {
    const expected = /^(package\.json|README\.md|LICENSE|dist\/[\w./-]+\.(js|d\.ts))$/;
    const paths = files.map(({ path }) => path);
    expect(paths.filter((path) => !expected.test(path) || path.includes('.test.'))).toEqual([]);
  }
});

test('every package says what a registry and its readers need', () => {
  const folders = readdirSync(join(ROOT, 'packages'), { withFileTypes: true }).filter((each) =>
    each.isDirectory(),
  );
  const { version, license, engines } = manifestIn(ROOT);
  for (const { name } of folders) {
    const manifest = manifestIn(join(ROOT, 'packages', name));
    expect(manifest).toMatchObject({ name: `@tandem/${name}`, version, license, engines, type: 'module' });
    expect(manifest).toMatchObject({
      description: expect.any(String),
      files: ['dist', '!dist/**/*.tsbuildinfo'],
    });
    expect(manifest.scripts).toHaveProperty('prepack');
    for (const target of Object.values(manifest.exports)) {
      expect(Object.keys(target)).toEqual([OUR_CONDITION, 'types', 'default']);
    }
  }
});

test('every entry point leads to a file of its package', () => {
  for (const { name, files } of tarballs) {
    const paths = files.map(({ path }) => `./${path}`);
    const { exports } = manifestIn(join(program, 'node_modules', name));
    for (const { [OUR_CONDITION]: source, ...published } of Object.values(exports)) {
      expect(source).toMatch(/\.ts$/);
      expect(Object.keys(published)).toEqual(['types', 'default']);
      for (const path of Object.values(published)) expect(paths).toContain(path);
    }
  }
});

test('nothing that is installed leads back to this repository', () => {
  for (const { name } of tarballs) {
    const folder = join(program, 'node_modules', name);
    expect(realpathSync(folder)).toBe(folder);
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (/\.(js|ts|json)$/.test(file)) expect(readFileSync(join(folder, file), 'utf8')).not.toContain(ROOT);
    }
  }
});

test('the example type-checks in both forms, against the packed types', () => {
  expect(checked).toBe('');
});

test('by import, it creates a workspace, moves a task and reads it back, in memory and on SQLite', () => {
  expect(node(['dist/embed.js'])).toEqual(told(TOLD_BY_IMPORT));
});

test('by require, it does too', () => {
  expect(node(['embed.cjs'])).toEqual(told(TOLD_BY_REQUIRE));
});

test('a program whose own packages have a condition named source runs and type-checks the same', () => {
  expect(node(['--conditions=source', 'embed.cjs'])).toEqual(told(TOLD_BY_REQUIRE));
  const settings = {
    extends: './tsconfig.json',
    compilerOptions: { customConditions: ['source'], noEmit: true },
  };
  writeFileSync(join(program, 'tsconfig.source.json'), JSON.stringify(settings));
  expect(typeCheck('tsconfig.source.json')).toBe('');
});

test.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])(
  'every entry point type-checks under the strictest settings and without types for Jest or Node: module %s, resolution %s',
  (module, moduleResolution) => {
    const imports = tarballs.flatMap(({ name }) =>
      Object.keys(manifestIn(join(program, 'node_modules', name)).exports).map(
        (entry) => name + entry.slice(1),
      ),
    );
    expect(imports).toContain('@tandem/core/testing');
    const lines = imports.map((entry, i) => `export * as entry${i} from '${entry}';\n`);
    writeFileSync(join(program, 'entries.ts'), lines.join(''));
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2023',
      lib: ['es2023', 'dom'],
      types: [],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
      skipLibCheck: false,
      declaration: true,
      outDir: 'entries',
    };
    writeFileSync(
      join(program, 'tsconfig.entries.json'),
      JSON.stringify({ compilerOptions, files: ['entries.ts'] }),
    );
    expect(typeCheck('tsconfig.entries.json')).toBe('');
  },
);
