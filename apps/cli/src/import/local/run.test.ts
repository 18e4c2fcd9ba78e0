import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createClient, type Tandem } from '@tandem/client';
import { keepWhatRuns, type Office, office } from '@tandem/server/testing';
import { newUser, run, start, startOnTerminal, testOnTerminal } from '../../../testing/cli.ts';
import { foreignExport } from '../prepared.ts';
import { csv } from '../sources/csv.ts';
import { filesOf } from './files.ts';
import { runImport } from './run.ts';

let there: Office;
let tandem: Tandem;
let folder: string;
const servers: Server[] = [];

beforeAll(async () => {
  there = await office();
  tandem = there.ada.client;
  keepWhatRuns();
  folder = mkdtempSync(join(tmpdir(), 'tandem-sent-'));
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true });
});

const HEAD = 'ID,Title,Status,Owner,Parent,Project,Description,Tags,Blocked by\n';

function written(name: string, rows: string): string {
  const path = join(folder, name);
  writeFileSync(path, HEAD + rows);
  return path;
}

const admin = (url = there.server.url) => newUser({ TANDEM_URL: url, TANDEM_KEY: there.adminKey });

async function imported(...sources: readonly string[]) {
  const found = [];
  for await (const task of tandem.tasks.list({ limit: 100 }))
    if (sources.includes(task.externalId?.source ?? '')) found.push(task);
  return found;
}

/** The result of an import, without anything that differs from run to run. */
async function statesOf(sources: readonly string[]) {
  const all = await imported(...sources);
  return sources.map((source) => {
    const tasks = all.filter(({ externalId }) => externalId?.source === source);
    const idOf = new Map(tasks.map((each) => [each.taskNumber, each.externalId?.id]));
    return tasks
      .map((each) => ({
        id: each.externalId?.id,
        title: each.title,
        status: each.status,
        owner: each.assignedTo,
        parent: each.parent && idOf.get(each.parent.taskNumber),
        project: each.project?.title,
        labels: each.labels.map(({ name }) => name).sort(),
        blocked: each.blocked,
      }))
      .sort((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
  });
}

const stateOf = async (source: string) => (await statesOf([source]))[0];

test('imports a file, then only what is new or changed in it, and keeps what was changed here', async () => {
  const file = written('a.csv', '1,One,Todo,Zoe,,,,red,\n2,Two,Doing,,1,,,,\n3,Three,Odd,,,Own,,,1\n');
  const args = ['import', 'csv', file, '--as', 'first', '--project', 'Imported'];
  const first = await run(admin(), [...args, '--yes']);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toMatch(
    /^3 tasks, 1 of them a sub-task\n(?:.*\n)*Not members yet, imported without access: Zoe\nRecords: 6 created\nWarnings of the server:\n {2}a\.csv:4: task 3 \(#\d+\): The status "Odd" is not mapped; it becomes a label\.\nImport [\w-]+ is finished\. tandem import undo [\w-]+ undoes it\.\n$/,
  );
  expect(await stateOf('first')).toEqual([
    {
      id: '1',
      title: 'One',
      status: 'todo',
      owner: 'Zoe',
      parent: null,
      project: 'Imported',
      labels: ['red'],
      blocked: false,
    },
    {
      id: '2',
      title: 'Two',
      status: 'in_progress',
      owner: null,
      parent: '1',
      project: 'Imported',
      labels: [],
      blocked: false,
    },
    {
      id: '3',
      title: 'Three',
      status: 'backlog',
      owner: null,
      parent: null,
      project: 'Own',
      labels: ['Odd'],
      blocked: true,
    },
  ]);

  const again = await run(admin(), [...args, '--yes']);
  expect(again.stdout).toContain('Records: 6 unchanged\n');
  expect(again.stdout).not.toContain('Not members yet');

  const two = (await imported('first')).find(({ externalId }) => externalId?.id === '2');
  await tandem.tasks.update(two?.taskNumber as number, { title: 'Mine' });
  written('a.csv', '1,First,Todo,Zoe,,,,red,\n2,Second,Doing,,1,,,,\n3,Three,Odd,,,Own,,,1\n4,Four,,,,,,,\n');
  const dry = await run(admin(), [...args, '--dry-run']);
  expect(dry.stdout).toMatch(
    /Records: 1 new, 1 changed, 4 unchanged, 1 changed here since and left alone\nChanged here.*left alone:\n {2}a\.csv:3: task 2 \(#\d+\): title\n$/,
  );
  const changed = await run(admin(), [...args, '--yes']);
  expect(changed.stdout).toContain('Records: 1 created, 1 changed, 4 unchanged, 1 kept as changed here\n');
  expect(changed.stdout).toMatch(/kept:\n {2}a\.csv:3: task 2 \(#\d+\): title\n/);
  expect((await stateOf('first'))?.map(({ title }) => title)).toEqual(['First', 'Mine', 'Three', 'Four']);
});

test('imports nothing without a terminal, without --yes, or with a key that may not', async () => {
  const file = written('b.csv', '1,One,,,,,,,\n');
  const args = ['import', 'csv', file, '--as', 'refused'];
  const asked = await run(admin(), args);
  expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining('add --yes')]);
  const agent = newUser({ TANDEM_URL: there.server.url, TANDEM_KEY: there.agent.key });
  expect(await run(agent, [...args, '--yes'])).toMatchObject({ code: 1 });
  expect(await run(newUser(), [...args, '--yes'])).toMatchObject({ code: 1 });
  expect(await run(admin(), [...args, '--as', 'No name', '--yes'])).toMatchObject({ code: 2 });
  expect(await run(admin('http://127.0.0.1:1'), [...args, '--yes'])).toMatchObject({ code: 3 });
  expect(await imported('refused')).toEqual([]);
}, 60_000);

testOnTerminal('asks on a terminal before it imports', async () => {
  const file = written('c.csv', '1,One,,,,,,,\n');
  const args = ['import', 'csv', file, '--as', 'asked'];
  for (const [answer, code, count] of [
    ['n', 1, 0],
    ['y', 0, 1],
  ] as const) {
    const doing = startOnTerminal(admin(), args);
    await doing.says(/Import into http:.*\? \[y\/N\]/);
    doing.type(`${answer}\n`);
    expect((await doing.done).code).toBe(code);
    expect(await imported('asked')).toHaveLength(count);
  }
});

test('a dry run names people who are no members, and says when it can ask no server', async () => {
  const file = written('d.csv', '1,One,,ada,,,,,\n2,Two,,Nobody,,,,,\n');
  const args = ['import', 'csv', file, '--as', 'dry', '--dry-run'];
  expect((await run(admin(), args)).stdout).toMatch(
    /\nNot members yet, imported without access: Nobody\nRecords: 3 new, 0 changed, 1 unchanged, .*\n$/,
  );
  const alone = await run(newUser(), args);
  expect([alone.code, alone.stderr]).toEqual([0, expect.stringMatching(/^People are not compared/)]);
  expect(alone.stdout).toMatch(/^2 tasks, /);
  expect(await imported('dry')).toEqual([]);
});

test('skips a record that the server refuses, names its place, and imports the others', async () => {
  const source = 'refused-records';
  const prepared = {
    total: 4,
    report: [],
    close: () => undefined,
    async *records() {
      for (const [at, title] of ['One', 2, 'Three', undefined].entries())
        yield {
          record: { type: 'task', externalId: `${at}`, title },
          place: { file: 'x.csv', line: at + 1 },
        };
    },
  };
  const { sent } = await runImport(tandem, prepared, { source, project: undefined });
  expect(sent.counts).toEqual({ created: 2, updated: 0, unchanged: 0, kept: 0, skipped: 2 });
  expect([...sent.warnings.values()].flatMap(({ first }) => first.map(({ place }) => place?.line))).toEqual([
    2, 4,
  ]);
  expect((await imported(source)).map(({ title }) => title).sort()).toEqual(['One', 'Three']);
});

/** Tasks with texts of this length, and parents, blockers, people and projects. */
const rowsOf = (text: number) =>
  Array.from({ length: 30 }, (_, i) => [
    ...[`${i}`, `Task ${i}`, 'Doing', `P${i % 3}`, i % 4 ? `${i - 1}` : '', `Pro ${i % 2}`],
    ...['x'.repeat(text), `t${i % 5}`, i > 9 ? `${i - 7}` : ''],
  ]);
const large = (text: number) =>
  written(
    'large.csv',
    rowsOf(text)
      .map((row) => `${row.join()}\n`)
      .join(''),
  );

/** Runs an import whose process ends at a request, before it reaches the server or before its answer arrives. */
async function endingAt(source: string, point: number, isAnswerLost: boolean): Promise<boolean> {
  let requests = 0;
  const end = new AbortController();
  const client = createClient({
    url: there.server.url,
    key: there.adminKey,
    fetch: async (...request) => {
      if (requests++ !== point) return fetch(...request);
      if (isAnswerLost) await fetch(...request);
      end.abort();
      throw new Error('The process has ended.');
    },
  });
  const prepared = await foreignExport(csv, filesOf([join(folder, 'large.csv')], csv.files), {});
  try {
    await runImport(client, prepared, { source, project: 'P', maxRecords: 16, signal: end.signal });
    return true;
  } catch (error) {
    if (!end.signal.aborted) throw error;
    return false;
  } finally {
    prepared.close();
  }
}

/** A server before the server that `act` may let drop a request or its answer. */
async function unreliable(act: (request: number) => 'drop' | 'drop answer' | undefined): Promise<string> {
  let requests = 0;
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const fate = act(requests++);
    if (fate === 'drop') return void request.socket.destroy();
    const body = await buffer(request);
    const key = request.headers['idempotency-key'];
    const answer = await fetch(there.server.url + request.url, {
      method: request.method as string,
      headers: {
        Authorization: request.headers.authorization ?? '',
        'Content-Type': 'application/json',
        ...(typeof key === 'string' && { 'Idempotency-Key': key }),
      },
      ...(body.length > 0 && { body }),
    });
    if (fate === 'drop answer') return void request.socket.destroy();
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
  };
  const server = createServer(
    (request, response) => void pass(request, response).catch(() => request.socket.destroy()),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a killed command is continued, over connections that break', async () => {
  const file = large(95_000);
  const args = ['import', 'csv', file, '--as', 'killed', '--project', 'P', '--yes'];
  let kill: (() => void) | undefined;
  let killAt = 0;
  const url = await unreliable((request) => {
    if (request === killAt) kill?.();
    return request % 5 === 4 ? 'drop answer' : request % 3 === 2 ? 'drop' : undefined;
  });
  for (const [signal, at] of [
    ['SIGKILL', 4],
    ['SIGKILL', 11],
    ['SIGINT', 17],
  ] as const) {
    const doing = start(admin(url), args);
    killAt = at;
    kill = () => doing.signal(signal);
    const { code, stderr } = await doing.done;
    if (signal === 'SIGINT')
      expect([code, stderr]).toEqual([130, expect.stringContaining('Run the same command again')]);
    else expect(code).toBeNull();
  }
  kill = undefined;
  const { code, stdout } = await run(admin(url), args);
  expect(code).toBe(0);
  expect(stdout).toMatch(/\nImport [\w-]+ is finished\. tandem import undo [\w-]+ undoes it\.\n$/);
  const state = await stateOf('killed');
  expect(state?.map(({ title }) => title)).toEqual(
    rowsOf(0)
      .map(([, title]) => title)
      .sort(),
  );
  expect(state?.filter(({ parent }) => parent !== null)).toHaveLength(22);
}, 120_000);

test('an import that ended at any request is finished by the next, and doubles nothing', async () => {
  large(10);
  const members = (await tandem.members.list({ limit: 100 })).data.length;
  const sources: string[] = [];
  for (const isAnswerLost of [false, true]) {
    for (let point = 0, isWhole = false; !isWhole; point++) {
      const source = `ended-${isAnswerLost}-${point}`;
      isWhole = await endingAt(source, point, isAnswerLost);
      if (!isWhole) expect(await endingAt(source, Infinity, false)).toBe(true);
      sources.push(source);
    }
  }
  expect(sources.length).toBeGreaterThan(12);
  const states = await statesOf(sources);
  expect(states.at(-1)).toHaveLength(30);
  expect(states.at(-1)?.filter(({ parent }) => parent !== null)).toHaveLength(22);
  for (const state of states) expect(state).toEqual(states.at(-1));
  expect((await tandem.members.list({ limit: 100 })).data).toHaveLength(members);
  expect((await tandem.imports.list({ limit: 100 })).data.filter(({ state }) => state === 'open')).toEqual(
    [],
  );
}, 120_000);
