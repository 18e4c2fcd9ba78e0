import { symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { cleanUp, newWorkspace, ROOT, serve, start, temporaryFolder } from '../../testing/tandem.ts';

// Compiling is slow on a busy machine.
jest.setTimeout(120_000);

/** Jest cannot load the generator, so it runs in its own process. */
const GENERATE = `
import openapiTS, { astToString } from 'openapi-typescript';
console.log(astToString(await openapiTS(new URL('/api/v1/openapi.json', process.argv[1]))));
`;

let url: string;
let key: string;
let folder: string;

/** A client generated from a running server's document, in its own folder. */
beforeAll(async () => {
  const dataDir = temporaryFolder();
  ({ key } = await newWorkspace(dataDir));
  ({ url } = await serve(dataDir));
  folder = temporaryFolder();
  const generated = await start(process.execPath, ['--input-type=module', '-e', GENERATE, url]).ended;
  expect(generated).toMatchObject({ code: 0, stderr: '' });
  writeFileSync(join(folder, 'tandem.d.ts'), generated.stdout);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(cleanUp);

const CLIENT = `
import createClient from 'openapi-fetch';
import type { components, paths } from './tandem.d.ts';

const [, , baseUrl = '', key = ''] = process.argv;
const client = createClient<paths>({
  baseUrl,
  headers: { Authorization: \`Bearer \${key}\` },
  querySerializer: { array: { style: 'form', explode: false } },
});
`;

const PROGRAM = `${CLIENT}
const said: unknown[] = [];

const { data: task } = await client.POST('/api/v1/tasks', {
  body: { title: 'Write the page', priority: 'p1', tags: ['docs'], dueDate: 1_772_355_600_000 },
});
const made: components['schemas']['Task'] | undefined = task;
said.push([made?.taskNumber, made?.status, made?.dueDate]);

const { data: moved } = await client.POST('/api/v1/tasks/{identifier}/transition', {
  params: { path: { identifier: '1' } },
  body: { to: 'in_progress', reason: 'Begun' },
});
said.push([moved?.status, moved?.relations.length]);

const { data: list } = await client.GET('/api/v1/tasks', {
  params: { query: { status: ['in_progress', 'waiting'], tags: ['docs', 'web'], archived: false, limit: 10 } },
});
said.push([list?.data.map(({ title }) => title), list?.hasMore, list?.cursor]);

const { error: refused, response } = await client.POST('/api/v1/tasks/{identifier}/transition', {
  params: { path: { identifier: '1' } },
  body: { to: 'in_progress' },
});
const told = refused?.error;
if (told?.code === 'INVALID_TRANSITION') said.push([response.status, told.validTransitions, told.requestId.length > 0]);

const { error: itself } = await client.POST('/api/v1/tasks/{identifier}/relations', {
  params: { path: { identifier: '1' } },
  body: { type: 'blocks', taskNumber: 1 },
});
if (itself && 'code' in itself) said.push(itself.code);

const { error: unknown } = await client.POST('/api/v1/tasks', {
  params: { header: { Prefer: 'handling=strict' } },
  body: { title: 'Label it', labels: ['nowhere'] },
});
if (unknown?.error.code === 'UNKNOWN_LABELS') said.push(unknown.error.fields.labels);

const file = new FormData();
file.append('file', new Blob(['Read me']), 'readme.txt');
const { data: uploaded } = await client.POST('/api/v1/files', { body: { file: '' }, bodySerializer: () => file });
const { data: bytes } = await client.GET('/api/v1/files/{fileId}/content', {
  params: { path: { fileId: uploaded?.id ?? '' }, header: { Range: 'bytes=0-3' } },
  parseAs: 'text',
});
said.push([uploaded?.size, bytes]);

const { response: archived } = await client.POST('/api/v1/tasks/{identifier}/archive', {
  params: { path: { identifier: '1' } },
});
const { data: deleted } = await client.DELETE('/api/v1/tasks/{identifier}', { params: { path: { identifier: '1' } } });
said.push([archived.status, deleted]);

console.log(JSON.stringify(said));
`;

/** Each line uses something that the API does not have. */
const MISUSES = `${CLIENT}
const path = { identifier: '1' };
type Body<Path extends keyof paths, Method extends keyof paths[Path]> =
  paths[Path][Method] extends { requestBody: { content: { 'application/json': infer Json } } } ? Json : never;
//
await client.POST('/api/v1/tasks', { body: { titel: 'Misspelt' } });
await client.POST('/api/v1/tasks', { body: { priority: 'p1' } });
await client.POST('/api/v1/tasks', { body: { title: 'Not a priority', priority: 'p9' } });
await client.POST('/api/v1/tasks', { body: { title: 'Not a date', dueDate: true } });
({ status: 'done' }) satisfies Body<'/api/v1/tasks/{identifier}', 'patch'>;
await client.POST('/api/v1/tasks/{identifier}/transition', { params: { path }, body: { to: 'finished' } });
await client.POST('/api/v1/tasks/{identifier}/transition', { body: { to: 'done' } });
await client.GET('/api/v1/tasks', { params: { query: { status: ['doing'] } } });
await client.GET('/api/v1/tasks', { params: { query: { limit: 'ten' } } });
await client.GET('/api/v1/tasks', { params: { query: { nickname: 'owl' } } });
await client.GET('/api/v1/task');
await client.PUT('/api/v1/tasks', { body: { title: 'Wrong method' } });
(await client.GET('/api/v1/me')).data?.caller.nickname;
(await client.POST('/api/v1/tasks', { body: { title: 'No such code' } })).error?.error.code === 'TASK_BLOCKED';
`;

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  rewriteRelativeImportExtensions: true,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules/@types')],
  skipLibCheck: true,
};

/** Compiles programs next to the client; returns the compiler's errors for each, by line. */
function compiled(...names: string[]): Record<string, Record<number, string>> {
  const program = ts.createProgram(
    names.map((name) => join(folder, name)),
    OPTIONS,
  );
  program.emit();
  const complaints: Record<string, Record<number, string>> = Object.fromEntries(
    names.map((name) => [name, {}]),
  );
  for (const { file, start = 0, messageText } of ts.getPreEmitDiagnostics(program)) {
    const of = complaints[basename(file?.fileName ?? '')] ?? {};
    complaints[basename(file?.fileName ?? 'the options')] = of;
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    of[line] = ts.flattenDiagnosticMessageText(messageText, ' ');
  }
  return complaints;
}

let complaints: Record<string, Record<number, string>>;

beforeAll(() => {
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  writeFileSync(join(folder, 'misuses.ts'), MISUSES);
  complaints = compiled('program.ts', 'misuses.ts');
});

test('a program that uses the generated client compiles, and works with the running server', async () => {
  const { 'misuses.ts': _, ...others } = complaints;
  expect(others).toEqual({ 'program.ts': {} });
  const { stdout, stderr } = await start(process.execPath, [join(folder, 'program.js'), url, key]).ended;
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([
    [1, 'todo', '2026-03-01T09:00:00.000Z'],
    ['in_progress', 0],
    [['Write the page'], false, null],
    [422, ['backlog', 'todo', 'waiting', 'done', 'canceled'], true],
    'SELF_RELATION',
    ['nowhere'],
    [7, 'Read'],
    [200, { success: true, title: 'Write the page' }],
  ]);
});

test('a program that uses an unknown operation or field does not compile', () => {
  const lines = MISUSES.split('\n');
  const first = lines.indexOf('//') + 1;
  const { 'misuses.ts': found = {} } = complaints;
  expect(lines.filter((line, i) => i >= first && line !== '' && !found[i + 1])).toEqual([]);
  expect(Object.entries(found).filter(([line]) => Number(line) <= first)).toEqual([]);
});
