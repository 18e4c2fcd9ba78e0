import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { apiOf, type Office, office } from '../../testing/api.ts';
import {
  cleanUp,
  serve,
  startTandem,
  stopped,
  tandem,
  temporaryFolder,
  withKey,
} from '../../testing/tandem.ts';

afterEach(cleanUp);

const inFolder = (dataDir: string, ...args: string[]) => tandem(args, { TANDEM_DATA_DIR: dataDir });

/** In a process of its own, while this one goes on. */
const besideServer = (dataDir: string, ...args: string[]) =>
  startTandem(args, { TANDEM_DATA_DIR: dataDir }).ended;

async function upload(
  { server, adminKey }: Pick<Office, 'server' | 'adminKey'>,
  content: Buffer,
): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(content)]), 'notes.bin');
  const sent = await fetch(`${server.url}/api/v1/files`, { method: 'POST', body, ...withKey(adminKey) });
  expect(sent.status).toBe(201);
  return ((await sent.json()) as { id: string }).id;
}

const pathOf = (dataDir: string, id: string) => join(dataDir, 'files', id.slice(-2), id);

/** SQLite's temporary files appear and disappear while the database is in use; the empty lock file stays. */
const namesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !/-(wal|shm)$/.test(name) && name !== 'server.lock')
    .toSorted();

/** A data folder with a file and a backup of it, without a server. Created once; each test uses a copy. */
const made = { folder: '', id: '', adminKey: '' };
beforeAll(async () => {
  const world = await office();
  await world.ada('POST', 'tasks', { title: 'Kept' });
  const id = await upload(world, Buffer.from('precious'));
  await stopped(world.server);
  const folder = mkdtempSync(join(tmpdir(), 'tandem-test-'));
  cpSync(world.dataDir, join(folder, 'data'), { recursive: true });
  expect(await inFolder(world.dataDir, 'backup', join(folder, 'backup'))).toMatchObject({
    code: 0,
    stdout: '',
  });
  Object.assign(made, { folder, id, adminKey: world.adminKey });
  await cleanUp();
});
afterAll(() => rmSync(made.folder, { recursive: true }));

function backedUp() {
  const folder = temporaryFolder();
  cpSync(made.folder, folder, { recursive: true });
  return { ...made, folder, dataDir: join(folder, 'data'), file: join(folder, 'backup') };
}

/** Clients that write without pause, and record the acknowledged writes. */
function writers(world: Office) {
  const written = {
    tasks: new Map<number, string>(),
    messages: new Map<string, string>(),
    files: new Map<string, Buffer>(),
  };
  let going = true;
  const again = async (write: (n: number) => Promise<void>) => {
    for (let n = 0; going; n++) await write(n);
  };
  const running = [
    ...[1, 2, 3, 4].map((who) =>
      again(async (n) => {
        const title = `Task ${n} of ${who}`;
        const { status, body } = await world.ada('POST', 'tasks', { title, tags: [`n${n % 10}`] });
        expect(status).toBe(201);
        written.tasks.set(body.taskNumber, title);
      }),
    ),
    ...[1, 2].map((who) =>
      again(async (n) => {
        const text = `Message ${n} of ${who}`;
        const { status, body } = await world.ada('POST', 'chats', { agentId: world.agent.id, body: text });
        expect(status).toBe(201);
        written.messages.set(body.thread.id, text);
      }),
    ),
    again(async (n) => {
      const content = randomBytes(1000 + ((n * 300_001) % 2_000_000));
      written.files.set(await upload(world, content), content);
    }),
  ];
  return {
    kept: written,
    copy: () => ({
      tasks: new Map(written.tasks),
      messages: new Map(written.messages),
      files: new Map(written.files),
    }),
    /** Resolves when there are this many of each. */
    reached: async (min: number) => {
      while (Math.min(written.tasks.size, written.messages.size, written.files.size) < min) await turn();
    },
    stop: async () => {
      going = false;
      await Promise.all(running);
    },
  };
}

test('a backup under load contains every earlier acknowledged write, and a server runs on the restored data', async () => {
  const world = await office();
  const load = writers(world);
  await load.reached(5);
  const before = load.copy();
  const file = join(temporaryFolder(), 'backup');
  const made = await besideServer(world.dataDir, 'backup', file);
  expect(made).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/^\S+ holds the database and \d+ files\.\n$/),
  });
  // The load continued during the backup.
  expect(load.kept.tasks.size).toBeGreaterThan(before.tasks.size);
  const live = await besideServer(world.dataDir, 'doctor');
  expect(live).toMatchObject({ code: 0, stderr: '' });
  await load.stop();

  const doctor = await inFolder(temporaryFolder(), 'doctor', file);
  expect(doctor).toMatchObject({ code: 0, stderr: '' });
  expect(doctor.stdout).toMatch(/^(ok {4}.*\n)+$/);
  const bytes = readFileSync(file);
  for (const secret of [world.adminKey, world.agent.key]) {
    expect(bytes.includes(secret)).toBe(false);
    expect(bytes.includes(secret.split('_')[2] as string)).toBe(false);
  }
  expect(bytes.toString('latin1')).not.toMatch(/td[mi]_[0-9A-Z]{26}_/);

  const elsewhere = join(temporaryFolder(), 'new');
  expect(await inFolder(elsewhere, 'restore', file)).toMatchObject({ code: 0, stdout: '' });
  expect(statSync(join(elsewhere, 'tandem.db')).mode & 0o777).toBe(0o600);
  const again = await serve(elsewhere, { TANDEM_RATE_LIMIT: '0' });
  const ada = apiOf(again.url, world.adminKey);
  const titles = new Map<number, string>();
  for (let cursor = ''; ; ) {
    const { status, body } = await ada('GET', `tasks?limit=100&${cursor}`);
    expect(status).toBe(200);
    for (const { taskNumber, title } of body.data) titles.set(taskNumber, title);
    if (!body.hasMore) break;
    cursor = `cursor=${encodeURIComponent(body.cursor)}`;
  }
  for (const [number, title] of before.tasks) expect(titles.get(number)).toBe(title);
  expect([...titles.keys()].toSorted((a, b) => a - b)).toEqual(Array.from(titles, (_, i) => i + 1));
  for (const [chat, text] of before.messages) {
    expect((await ada('GET', `chats/${chat}/messages`)).body.data).toMatchObject([{ body: text }]);
  }
  for (const [id, content] of before.files) {
    const back = await fetch(`${again.url}/api/v1/files/${id}/content`, withKey(world.adminKey));
    expect(Buffer.from(await back.arrayBuffer()).equals(content)).toBe(true);
  }
  // The agent finds its work, and numbering continues.
  const scribe = apiOf(again.url, world.agent.key);
  expect((await scribe('POST', `agents/${world.agent.id}/turns/claim`, {})).status).toBe(200);
  expect((await ada('POST', 'tasks', { title: 'Next' })).body.taskNumber).toBe(titles.size + 1);
  expect(await inFolder(elsewhere, 'doctor')).toMatchObject({ code: 0 });
}, 60_000);

describe('a refused backup or restore', () => {
  const refusal = async (dataDir: string, ...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await inFolder(dataDir, ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\.\n$/);
    return stderr;
  };

  test('refuses a backup to an existing or impossible name, or of a missing database, with the remedy on one line', async () => {
    const { folder, dataDir, file } = backedUp();
    expect(await refusal(dataDir, 'backup', file)).toContain('already exists');
    expect(await refusal(dataDir, 'backup', join(file, 'b'))).toContain('No backup was created.');
    expect(await refusal(dataDir, 'backup', '/nowhere/b')).toContain('No backup was created.');
    expect(await refusal(temporaryFolder(), 'backup', `${file}2`)).toContain('There is no database');
    expect(namesIn(folder)).toEqual(['backup', 'data']);
  });

  test('refuses to restore over an existing database without --force, and over one in use even with it', async () => {
    const { dataDir, file } = backedUp();
    expect(await refusal(dataDir, 'restore', file)).toContain('A database already exists');
    const server = await serve(dataDir);
    expect(await refusal(dataDir, 'restore', file, '--force')).toContain('Stop the server');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await stopped(server);
    expect(await inFolder(dataDir, 'restore', file, '--force')).toMatchObject({ code: 0 });
  });

  test('refuses to restore a missing, invalid, truncated, changed or newer backup', async () => {
    const { file, id } = backedUp();
    const dataDir = temporaryFolder();
    const bytes = readFileSync(file);
    const changed = (change: (database: Database.Database) => void): string => {
      copyFileSync(file, `${file}.changed`);
      const database = new Database(`${file}.changed`);
      change(database);
      database.close();
      return `${file}.changed`;
    };
    expect(await refusal(dataDir, 'restore', `${file}2`)).toContain('There is no file');
    writeFileSync(`${file}.text`, 'Buy milk. '.repeat(1000));
    expect(await refusal(dataDir, 'restore', `${file}.text`)).toContain(
      'is neither a Tandem database nor a backup',
    );
    writeFileSync(`${file}.cut`, bytes.subarray(0, bytes.length / 2));
    expect(await refusal(dataDir, 'restore', `${file}.cut`)).toContain('is damaged');
    const flipped = Buffer.from(bytes);
    const position = flipped.indexOf('Kept');
    flipped[position] = (flipped[position] as number) ^ 1;
    writeFileSync(`${file}.flipped`, flipped);
    expect(await refusal(dataDir, 'restore', `${file}.flipped`)).toContain('is damaged');
    const content = Buffer.from(bytes);
    content[content.indexOf('precious')] = 0;
    writeFileSync(`${file}.content`, content);
    expect(await refusal(dataDir, 'restore', `${file}.content`)).toContain(`is damaged: file ${id}`);
    const newer = changed((database) => database.pragma('user_version = 9999'));
    expect(await refusal(dataDir, 'restore', newer)).toContain('newer version of Tandem');
    expect(namesIn(dataDir)).toEqual([]);
  });
});

test('doctor reports damage in the data folder and exits with 1', async () => {
  const { dataDir, id, file } = backedUp();
  const damaged = async () => {
    const { code, stdout, stderr } = await inFolder(dataDir, 'doctor');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('has problems') });
    return stdout.split('\n').filter((line) => line.startsWith('WRONG '));
  };
  writeFileSync(pathOf(dataDir, id), 'Precious');
  expect(await damaged()).toEqual([expect.stringContaining(`${id} differs from the uploaded file`)]);
  rmSync(pathOf(dataDir, id));
  expect(await damaged()).toEqual([expect.stringContaining(`${id} is missing`)]);

  // The backup is still written, and reports the missing contents.
  const lacking = await inFolder(dataDir, 'backup', `${file}2`);
  expect(lacking).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(`${id} is missing`) });
  expect(existsSync(`${file}2`)).toBe(true);

  expect(await inFolder(dataDir, 'restore', file, '--force')).toMatchObject({ code: 0 });
  writeFileSync(pathOf(dataDir, '01J00000000000000000000ABC'.replace(/BC$/, id.slice(-2))), 'left behind');
  const { code, stdout } = await inFolder(dataDir, 'doctor');
  expect(code).toBe(0);
  expect(stdout).toContain('\nnote  1 content in the file store without a record');
});

test('an interrupted backup leaves no file and reports the interruption', async () => {
  const { folder, dataDir } = backedUp();
  const to = join(folder, 'second');
  const interrupted = async () => {
    const running = startTandem(['backup', to], { TANDEM_DATA_DIR: dataDir });
    let asked = false;
    const watcher = watch(folder, (_event, name) => {
      // Sent once: a second signal would end a process that is already stopping.
      if (asked || !name?.endsWith('.unfinished')) return;
      asked = true;
      running.signal('SIGINT');
    });
    const ended = await running.ended;
    watcher.close();
    return ended;
  };
  let ended = await interrupted();
  // The signal may have come too late.
  for (; existsSync(to); ended = await interrupted()) rmSync(to);
  expect(ended).toEqual({ code: 1, stdout: '', stderr: 'Stopped. No backup was created.\n' });
  expect(namesIn(folder)).toEqual(['backup', 'data']);
});

test('a killed restore leaves either the old or the new database intact', async () => {
  const { file, dataDir, adminKey, id } = backedUp();
  const database = join(dataDir, 'tandem.db');
  /** Kills a restore when a file with this name is created or changed in a folder; returns the database that is left. */
  const killedAt = async (folder: string, name: RegExp): Promise<'old' | 'new'> => {
    const { ino } = statSync(database);
    const killed = startTandem(['restore', file, '--force'], { TANDEM_DATA_DIR: dataDir });
    const watcher = watch(folder, (_event, changed) => {
      if (changed && name.test(changed)) killed.signal('SIGKILL');
    });
    await killed.ended;
    watcher.close();
    const list = await inFolder(dataDir, 'workspace', 'list');
    expect(list).toMatchObject({ code: 0, stdout: expect.stringContaining('Acme') });
    expect(await inFolder(dataDir, 'doctor')).toMatchObject({ code: 0, stderr: '' });
    return statSync(database).ino === ino ? 'old' : 'new';
  };
  await killedAt(dataDir, /^tandem\.db$/);
  await killedAt(dataDir, /^tandem\.db\.unfinished$/);
  // A kill may come too late, but hardly ever right after the first content.
  while ((await killedAt(join(dataDir, 'files', 'unfinished'), RegExp(id))) !== 'old');
  expect(await inFolder(dataDir, 'restore', file, '--force')).toMatchObject({ code: 0 });
  expect(namesIn(dataDir)).toEqual(['files', 'tandem.db']);
  const { url } = await serve(dataDir);
  expect((await fetch(`${url}/api/v1/me`, withKey(adminKey))).status).toBe(200);
});
