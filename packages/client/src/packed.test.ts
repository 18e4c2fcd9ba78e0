import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
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
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LONG } from '@tandem/core/testing/programs';
import { buildSync } from 'esbuild';
import { type Running, running } from '../testing/service.ts';

/*
 * Tests the package as its users install it: packed from a clean copy of its sources and installed in a
 * folder outside of this repository.
 */

const ROOT = resolve(__dirname, '../../..');
/** Maximum size that is acceptable for a web page. */
const MAX_BYTES = 12 * 1024;

let home: string;
let tarball: string;
let program: string;
let office: Running;

function run(command: string, args: readonly string[], cwd: string): string {
  const ours = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|JEST_)/.test(name));
  const settings = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_loglevel: 'error' };
  const env = { ...Object.fromEntries(ours), ...settings };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} answered ${status}:\n${stdout}${stderr}`);
  return stdout;
}

beforeAll(async () => {
  office = await running();
  home = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-client-')));
  const clone = join(home, 'clone');
  cpSync(join(ROOT, 'packages/client'), join(clone, 'packages/client'), {
    recursive: true,
    filter: (from) => !['dist', 'node_modules'].includes(basename(from)),
  });
  cpSync(join(ROOT, 'tsconfig.json'), join(clone, 'tsconfig.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  run(
    'npm',
    ['pack', '--silent', '--ignore-scripts=false', '--pack-destination', home],
    join(clone, 'packages/client'),
  );
  tarball = join(home, readdirSync(home).find((name) => name.endsWith('.tgz')) as string);
  program = join(home, 'program');
  mkdirSync(program);
  writeFileSync(join(program, 'package.json'), '{ "private": true, "type": "module" }');
  run('npm', ['install', tarball], program);
}, 120_000);

afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await office.stop();
});

test('has no dependencies', () => {
  expect(readdirSync(join(program, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@tandem',
  ]);
});

const USE = `
const tandem = createClient({ url: process.argv[2], key: process.argv[3] });
const { taskNumber } = await tandem.tasks.create({ title: 'From outside' });
const error = await tandem.tasks.get(taskNumber + 1000).catch((error) => error);
console.log(typeof taskNumber, error instanceof TandemError, error.code);
`;

async function ran(file: string, text: string): Promise<string> {
  writeFileSync(join(program, file), text);
  const { text: read } = await import('node:stream/consumers');
  const child = spawn(process.execPath, [file, office.url, office.keys.ada], { cwd: program });
  const [output, complaint] = await Promise.all([read(child.stdout), read(child.stderr)]);
  return output + complaint;
}

test('can be imported and required', async () => {
  const names = '{ createClient, TandemError }';
  expect(await ran('program.mjs', `import ${names} from '@tandem/client';${USE}`)).toBe(
    'number true NOT_FOUND\n',
  );
  const required = `const ${names} = require('@tandem/client');(async () => {${USE}})();`;
  expect(await ran('program.cjs', required)).toBe('number true NOT_FOUND\n');
});

const TYPED = `
import { createClient, type Briefing, type Task, TandemError } from '@tandem/client';
export async function main(): Promise<Task | undefined> {
  const tandem = createClient({ url: 'http://127.0.0.1:4700', key: 'tdm_' });
  const made: Task = await tandem.tasks.create({ title: 'Typed', priority: 'p1', tags: ['a'] as const });
  const { data, etag } = await tandem.tasks.get(made.taskNumber).withResponse();
  await tandem.tasks.update(data.id, { title: 'Other' }, etag === undefined ? {} : { ifMatch: etag });
  for await (const task of tandem.tasks.list({ status: ['todo'], archived: false, limit: 10 })) return task;
  const briefing: Briefing | null = await tandem.claims.next({ wait: Infinity }, { signal: AbortSignal.timeout(1) });
  const never: Briefing = await tandem.claims.next({ wait: 'forever', resume: true });
  await tandem.withClaim(briefing ?? never, async (run) => (run.signal.aborted ? undefined : 'Done'));
  try {
    for await (const { type } of tandem.events.stream({ types: ['task.created'] })) if (type === 'task.created') break;
  } catch (error) {
    if (error instanceof TandemError && error.code === 'EVENTS_PRUNED') return undefined;
  }
  // @ts-expect-error: there is no such priority
  await tandem.tasks.create({ title: 'Typed', priority: 'p9' });
  // @ts-expect-error: it has a title
  await tandem.tasks.create({});
  // @ts-expect-error: a status is moved by a transition
  await tandem.tasks.update(1, { status: 'done' });
  // @ts-expect-error: there is no such filter
  tandem.tasks.list({ nickname: 'owl' });
  // @ts-expect-error: it has no nickname
  (await tandem.workspace.me()).caller.nickname;
  return undefined;
}
`;

test.each<readonly [string, string, string]>([
  ['typescript-7', 'node16', 'typed.ts'],
  ['typescript-7', 'node16', 'typed.cts'],
  ['typescript-7', 'bundler', 'typed.ts'],
  ...(LONG ? [['typescript', 'node16', 'typed.ts'] as const] : []),
])('%s with the resolution %s understands the types in %s', (compiler, moduleResolution, file) => {
  writeFileSync(join(program, file), TYPED);
  const tsc = join(ROOT, 'node_modules', compiler, 'bin/tsc');
  const module = moduleResolution === 'bundler' ? 'esnext' : 'node16';
  const strictly =
    '--strict --noEmit --exactOptionalPropertyTypes --skipLibCheck false --target es2022 --lib es2023,dom';
  const args = [
    tsc,
    ...strictly.split(' '),
    '--module',
    module,
    '--moduleResolution',
    moduleResolution,
    file,
  ];
  expect(run(process.execPath, args, program)).toBe('');
});

test.each([
  ['the types of browsers', ['--lib', 'es2023,dom', '--types', '']],
  [
    'the types of Node',
    ['--lib', 'es2023', '--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')],
  ],
])('its declarations need only %s', (_, types) => {
  writeFileSync(join(program, 'alone.ts'), `export { createClient } from '@tandem/client';`);
  const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  const strictly = '--strict --noEmit --skipLibCheck false --target es2022 --module node16';
  expect(run(process.execPath, [tsc, ...strictly.split(' '), ...types, 'alone.ts'], program)).toBe('');
});

/** The program of docs/quickstart.md, as pasted. */
function quickstartProgram(): string {
  const page = readFileSync(join(ROOT, 'docs/quickstart.md'), 'utf8');
  const [, code = ''] = /--input-type=module <<'END' &\n(.*?)\nEND\n/s.exec(page) ?? [];
  expect(code).toContain("from '@tandem/client'");
  return code;
}

test('the quick start program compiles in strict mode', () => {
  writeFileSync(join(program, 'readme.ts'), quickstartProgram());
  const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  const strictly =
    '--strict --noEmit --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2022';
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  const args = [tsc, ...strictly.split(' '), '--module', 'node16', ...types, 'readme.ts'];
  expect(run(process.execPath, args, program)).toBe('');
});

test('the quick start program continues after a task that throws', async () => {
  const failing = quickstartProgram().replace(
    "await run.progress('Looking', 50);",
    "if (title === 'Broken') throw new Error('No way');",
  );
  expect(failing).toContain('No way');
  writeFileSync(join(program, 'readme.mjs'), failing);
  const ada = office.as('ada');
  const { cursor } = await ada.events.list({ after: 'latest' });
  const broken = await ada.tasks.create({ title: 'Broken', assignedTo: 'scout', priority: 'p0' });
  const fine = await ada.tasks.create({ title: 'Fine', assignedTo: 'scout' });
  const env = { ...process.env, TANDEM_URL: office.url, TANDEM_KEY: office.keys.scout };
  const child = spawn(process.execPath, ['readme.mjs'], { cwd: program, env, stdio: 'ignore' });
  try {
    for await (const event of ada.events.stream({ types: ['task.result'], after: cursor })) {
      if (event.entity.taskNumber === fine.taskNumber) break;
    }
  } finally {
    child.kill();
  }
  const { data } = await ada.tasks.activity(broken.taskNumber);
  expect(data.find(({ newValue }) => newValue === 'todo')?.reason).toBe('No way');
});

test('works in browsers unchanged, and is small', async () => {
  const { outputFiles, metafile } = buildSync({
    stdin: { contents: `export * from '@tandem/client';`, resolveDir: program },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  });
  const [output] = Object.values(metafile.outputs);
  expect(output?.imports).toEqual([]);
  const contents = Buffer.concat(outputFiles.map((file) => file.contents));
  expect(contents.toString()).not.toMatch(/\bnode:|\bprocess\b|\bBuffer\b|\brequire\(/);
  expect(gzipSync(contents).length).toBeLessThanOrEqual(MAX_BYTES);
});

test('publint and "are the types wrong?" report nothing', () => {
  const judge = `
    import { createPackageFromTarballData, checkPackage } from '@arethetypeswrong/core';
    import { publint } from 'publint';
    import { readFileSync } from 'node:fs';
    const { messages } = await publint({ pkgDir: process.argv[1] });
    const { problems } = await checkPackage(createPackageFromTarballData(readFileSync(process.argv[2])));
    console.log(JSON.stringify({ messages, problems }));`;
  const folder = join(program, 'node_modules/@tandem/client');
  const output = run(process.execPath, ['--input-type=module', '-e', judge, folder, tarball], ROOT);
  expect(JSON.parse(output)).toEqual({ messages: [], problems: [] });
});
