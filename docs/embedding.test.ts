import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import {
  type Caller,
  createTandem,
  grants,
  type Scope,
  type StartOptions,
  type Storage,
  type Stores,
  startHousekeeping,
  startTandem,
  type Tandem,
  UnitOfWorkMisuse,
  type Workspace,
} from '@tandem/embed';
import { files } from '@tandem/embed/files';
import { memory, memoryFiles } from '@tandem/embed/memory';
import { sqlite } from '@tandem/embed/sqlite';

/* The claims of docs/embedding.md beyond its example, tested on both storages. */

const read = (file: string) => readFileSync(join(__dirname, file), 'utf8');
/** The programs that run the code of the page. */
const RUNNING = [
  'embedding.test.ts',
  ...['rules.ts', 'express-host.ts', 'fetch-handler.ts', 'worker.ts', 'orders.test.mjs'].map(
    (file) => `examples/embedding/${file}`,
  ),
].map(read);

const folder = mkdtempSync(join(tmpdir(), 'tandem-embedding-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STORAGES: readonly (readonly [string, () => Storage])[] = [
  ['in memory', () => memory()],
  ['on SQLite', () => sqlite({ file: join(folder, 'tandem.db') })],
];

describe.each(STORAGES)('%s', (_where, open) => {
  let storage: Storage;
  let tandem: Tandem;
  let workspace: Workspace;
  let ada: Caller;

  beforeEach(async () => {
    storage = open();
    tandem = await startTandem({ storage });
    ({ workspace } = await tandem.operator.createWorkspace({ name: 'Acme', admin: { name: 'ada' } }));
    ada = await tandem.operator.callerFor(workspace.id, 'ada');
  });
  afterEach(() => tandem.close());

  test('hooks and a policy refuse operations, and an after hook sees those that succeed', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation();
    tandem.before('tasks.create', ({ input, refuse }) => {
      if (!input.projectId) refuse('X_NO_PROJECT', 'Choose the project that pays for this task.');
    });
    const stop = tandem.after('tasks.transition', ({ caller, result }) => {
      if (result.status === 'done') console.log(`${caller.name} completed ${result.title}`);
    });
    tandem.policy('tasks.transition', ({ caller, task, to }) => {
      if (to !== 'canceled' || caller.type === 'human' || !task.tags.includes('order')) return true;
      return {
        refuse: { code: 'X_ORDERED', message: 'Ask a person to cancel this task: it belongs to an order.' },
      };
    });
    await expect(tandem.tasks.create(ada, { title: 'A' })).rejects.toMatchObject({ code: 'X_NO_PROJECT' });
    const { id: projectId } = await tandem.projects.create(ada, { title: 'P' });
    await tandem.tasks.create(ada, { title: 'A', projectId, tags: ['order'], status: 'in_progress' });
    await tandem.agents.create(ada, { name: 'otto', displayName: 'Otto', emoji: '🤖', model: 'any' });
    const otto = await tandem.operator.callerFor(workspace.id, 'otto');
    await expect(tandem.tasks.transition(otto, 1, { to: 'canceled' })).rejects.toMatchObject({
      code: 'X_ORDERED',
    });
    await tandem.tasks.transition(ada, 1, { to: 'done' });
    expect(log.mock.calls).toEqual([['ada completed A']]);
    stop();
    log.mockRestore();
  });

  test("a trusted caller has every scope, and one with a key has the key's scopes", async () => {
    const { secret } = await tandem.operator.createKey(workspace.id, 'ada', {
      name: 'reports',
      kind: 'service',
      scopes: ['tasks:read'],
    });
    const callerWith = async (key: string, scope: Scope): Promise<Caller> => {
      const caller = await tandem.authenticate(key);
      if (!grants(caller.key.scopes, scope)) throw new Error(`This needs a key with the scope ${scope}.`);
      return caller;
    };
    expect(grants(ada.key.scopes, 'tasks:write')).toBe(true);
    expect((await callerWith(secret, 'tasks:read')).name).toBe('reports');
    await expect(callerWith(secret, 'tasks:write')).rejects.toThrow('tasks:write');
  });

  test('use cases do not check scopes, which is up to the code that authenticates the key', async () => {
    const { secret } = await tandem.operator.createKey(workspace.id, 'ada', {
      name: 'reports',
      kind: 'service',
      scopes: ['tasks:read'],
    });
    const reports = await tandem.authenticate(secret);
    expect((await tandem.tasks.create(reports, { title: 'Made all the same' })).taskNumber).toBe(1);
  });

  test('a listener receives committed events, and continues from a position', async () => {
    const happened: string[] = [];
    const unsubscribe = tandem.events.subscribe(workspace.id, ({ event }) => happened.push(event.type));
    let { position } = await tandem.events.after(workspace.id, 'latest');
    await tandem.tasks.create(ada, { title: 'Water the plants' });
    const { items, position: next, more } = await tandem.events.after(workspace.id, position, 100);
    position = next;
    expect([items.map(({ event }) => event.type), more]).toEqual([['task.created'], false]);
    expect((await tandem.events.after(workspace.id, position)).items).toEqual([]);
    while (happened.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    unsubscribe();
    await tandem.tasks.create(ada, { title: 'Mow the lawn' });
    expect(happened).toEqual(['task.created']);
  });

  test('an invalid secret is refused', async () => {
    await expect(tandem.authenticate('tdm_nobody')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('a refusal has the next step, the wrong fields, and further advice', async () => {
    const blank = async () => tandem.tasks.create(ada, { title: ' ' });
    await expect(blank()).rejects.toMatchObject({
      kind: 'invalid',
      code: 'VALIDATION_ERROR',
      message: 'Correct the request and send it again: title must not be blank.',
      fields: { title: ['must not be blank'] },
    });
    const { taskNumber } = await tandem.tasks.create(ada, { title: 'A task' });
    await expect(tandem.tasks.transition(ada, taskNumber, { to: 'done' })).rejects.toMatchObject({
      code: 'INVALID_TRANSITION',
      details: { validTransitions: ['backlog', 'in_progress', 'waiting', 'canceled'] },
    });
  });

  test('a reading unit sees one consistent snapshot', async () => {
    const { id: projectId } = await tandem.projects.create(ada, { title: 'Launch', color: '#336699' });
    await tandem.tasks.create(ada, { title: 'A task', projectId });
    const board = await storage.read(workspace.id, async ({ projects, tasks }) => ({
      project: await projects.byId(projectId),
      tasks: await tasks.list({ projectIds: [projectId], archived: false }, { limit: 25, after: undefined }),
    }));
    expect(board).toMatchObject({
      project: { title: 'Launch', taskCounts: { todo: 1 } },
      tasks: { items: [{ title: 'A task' }] },
    });
  });

  test('a unit inside a unit is refused, and neither takes effect', async () => {
    const nested = () =>
      storage.write(workspace.id, async () => {
        await tandem.tasks.create(ada, { title: 'Made inside another unit' });
      });
    await expect(nested()).rejects.toThrow(UnitOfWorkMisuse);
    // Deferred work would be done by now.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await tandem.tasks.list(ada, {})).items).toEqual([]);
  });

  test('a store used after its unit has ended throws', async () => {
    const escaped = await storage.read(workspace.id, async (stores): Promise<Stores> => stores);
    expect(() => escaped.tasks.byNumber(1)).toThrow(UnitOfWorkMisuse);
  });
});

test.each([
  ['in memory', () => memoryFiles()],
  ['on disk', () => files({ directory: join(folder, 'files') })],
])('a file is stored and read as a stream: %s', async (_where, contents) => {
  const tandem = await startTandem({ storage: memory(), files: contents() });
  const { workspace } = await tandem.operator.createWorkspace({ name: 'Acme', admin: { name: 'ada' } });
  const ada = await tandem.operator.callerFor(workspace.id, 'ada');
  const { taskNumber } = await tandem.tasks.create(ada, { title: 'Write the launch note' });
  const before = process.cwd();
  process.chdir(folder);
  writeFileSync('plan.txt', 'The plan');

  const content = createReadStream('plan.txt');
  const file = await tandem.files.upload(ada, { fileName: 'plan.txt', mimeType: 'text/plain', content });
  await tandem.attachments.attach(ada, taskNumber, { fileId: file.id });

  const chunks: Uint8Array[] = [];
  for await (const chunk of tandem.files.content(await tandem.files.get(ada, file.id))) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('The plan');
  await tandem.close();
  process.chdir(before);
});

test('users of the host are members', async () => {
  const tandem = createTandem({ ...nodePorts(), storage: memory() });
  await tandem.operator.createWorkspace({ name: 'Acme', admin: { name: 'ada' } });
  const user = { id: '7', login: 'carol', name: 'Carol' };
  await tandem.people.upsert({ externalId: user.id, name: user.login, displayName: user.name });
  const caller = await tandem.people.callerFor({ externalId: user.id });
  expect((await tandem.tasks.create(caller, { title: 'A' })).creatorId).toBe(caller.id);
});

test('every code block on the page runs here or in the example', () => {
  const page = read('embedding.md');
  const pieces = blocksOf(page)
    .flatMap((code) => code.replaceAll(IMPORT, '').split('\n\n'))
    .filter((piece) => piece.trim() !== '');
  expect(pieces.length).toBeGreaterThan(5);
  expect(pieces.filter((piece) => !RUNNING.some((code) => bare(code).includes(bare(piece))))).toEqual([]);
});

test('each section of the page imports the names that its code uses', () => {
  const known = RUNNING.flatMap(importsOf);
  const names = [...new Set(known.map(({ name }) => name))];
  const sections = read('embedding.md').split(/^## /m);
  expect(sections.flatMap(blocksOf).flatMap(importsOf).length).toBeGreaterThan(10);
  for (const section of sections) {
    const imported = blocksOf(section).flatMap(importsOf);
    expect(known).toEqual(expect.arrayContaining(imported));
    const code = blocksOf(section).join('').replaceAll(IMPORT, '');
    const used = names.filter((name) =>
      new RegExp(`(?<![.\\w])${name}[(.]|(instanceof|:) ${name}\\b|<${name}>`).test(code),
    );
    expect(imported.map(({ name }) => name).sort()).toEqual(used.sort());
  }
});

test('the page names every option of startTandem', () => {
  const options: Record<keyof StartOptions, true> = {
    storage: true,
    files: true,
    webhooks: true,
    logger: true,
    housekeeping: true,
    clock: true,
    steadyClock: true,
    newId: true,
    schedule: true,
  };
  const [, start = ''] = /^## Start\n(.*?)^## /ms.exec(read('embedding.md')) ?? [];
  expect(Object.keys(options).filter((name) => !start.includes(`\`${name}\``))).toEqual([]);
});

test('the ports of Node and the jobs can be used without the package', async () => {
  const ports = nodePorts();
  const tandem = createTandem({ ...ports, storage: memory() });
  const housekeeping = startHousekeeping(tandem, { ...ports, onError: console.error });
  await housekeeping.stop();
  await tandem.close();
});

const IMPORT = /^import (.*?) from '(.*?)';\n/gms;
/** The code of a text in Markdown. */
const blocksOf = (text: string) =>
  [...text.matchAll(/^```(?:ts|js)\n(.*?)^```$/gms)].map(([, code]) => code as string);
/** The imported names, as they are called in the code. */
const importsOf = (code: string) =>
  [...code.matchAll(IMPORT)].flatMap(([, names = '', from]) =>
    names
      .split(/[{},]/)
      .map((name) => name.trim().replace(/^(type |.* as )/, ''))
      .filter((name) => name !== '')
      .map((name) => ({ name, from })),
  );

/** Code without its indentation, which depends on its context. */
const bare = (code: string) =>
  code
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
