import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem, type FileContents } from '@tandem/core';
import { inMemoryContents } from '@tandem/core/in-memory';
import { newTeam } from '@tandem/core/testing/world';
import Database from 'better-sqlite3';
import { openConnection } from '../engine/sqlite.ts';
import { backUp, DatabaseTooNew, DatabaseTooOld, Refused, restore, sqliteStorage } from '../index.ts';
import { digestOf } from './seal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The files in the folder, without those that SQLite adds for a database in use. */
const names = () =>
  readdirSync(folder)
    .filter((name) => !/-(wal|shm)$/.test(name))
    .toSorted();

const at = (name: string) => join(folder, name);

/** Bytes that differ for each seed. */
async function* bytesFrom(seed: number, size: number): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(size, `content ${seed}, over and over `);
}

/** A closed database with a workspace, some tasks, and files of these sizes. */
async function filled(sizes: readonly number[] = [10]) {
  const ports = nodePorts();
  const contents = empty();
  const tandem = createTandem({ ...ports, storage: sqliteStorage({ file: at('tandem.db') }), contents });
  const { admin: ada } = await newTeam(tandem);
  for (let i = 0; i < 20; i++) {
    await tandem.tasks.create(ada, {
      title: `Task ${i}`,
      description: 'Some text. '.repeat(i * 7),
      tags: ['a', `t${i}`],
    });
  }
  const files: string[] = [];
  for (const [seed, size] of sizes.entries()) {
    const upload = { fileName: `${seed}.txt`, mimeType: 'text/plain', content: bytesFrom(seed, size) };
    files.push((await tandem.files.upload(ada, upload)).id);
  }
  await tandem.close();
  return { contents, files };
}

const empty = () => inMemoryContents(nodePorts());

const digestIn = (file: string): string => {
  const connection = openConnection(file, 'onlooker');
  const digest = digestOf(connection);
  connection.close();
  return digest;
};

async function bytesOf(contents: Pick<FileContents, 'read'>, id: string): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const piece of contents.read(id)) read.push(piece);
  return Buffer.concat(read);
}

test('a restored backup equals the original: the database, and files of any size', async () => {
  const { contents, files } = await filled([0, 1, 1024 * 1024, 2_500_000]);
  // Chunks like a disk's, not aligned with the parts of a backup.
  const inPieces: Pick<FileContents, 'read'> = {
    async *read(id) {
      const bytes = await bytesOf(contents, id);
      for (let start = 0; start < bytes.length; start += 65_537) yield bytes.subarray(start, start + 65_537);
    },
  };
  expect(await backUp({ database: at('tandem.db'), to: at('b'), contents: inPieces })).toEqual({
    files: 4,
    flaws: [],
  });
  const back = empty();
  expect(await restore({ from: at('b'), database: at('new.db'), contents: back })).toEqual({
    files: 4,
    flaws: [],
  });
  expect(digestIn(at('new.db'))).toBe(digestIn(at('tandem.db')));
  for (const id of files) expect((await bytesOf(back, id)).equals(await bytesOf(contents, id))).toBe(true);
  expect(names()).toEqual(['b', 'new.db', 'tandem.db']);
});

test('a backup is one intact SQLite database of the same version, readable only by its owner', async () => {
  const { contents } = await filled();
  await backUp({ database: at('tandem.db'), to: at('b'), contents });
  expect(statSync(at('b')).mode & 0o777).toBe(0o600);
  const plain = new Database(at('b'));
  expect(plain.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(plain.pragma('foreign_key_check')).toEqual([]);
  expect(plain.pragma('journal_mode', { simple: true })).toBe('delete');
  expect(plain.prepare('SELECT count(*) FROM tasks').pluck().get()).toBe(20);
  const original = new Database(at('tandem.db'));
  expect(plain.pragma('user_version', { simple: true })).toBe(
    original.pragma('user_version', { simple: true }),
  );
  original.close();
  plain.close();
});

test('a restored database does not grow by the file contents in the backup', async () => {
  const { contents } = await filled([2_500_000]);
  await backUp({ database: at('tandem.db'), to: at('b'), contents });
  await restore({ from: at('b'), database: at('new.db'), contents: empty() });
  const grown = statSync(at('new.db')).size - statSync(at('tandem.db')).size;
  // Rewritten, the table of the schema may fill its pages less and take one more.
  expect(grown).toBeLessThanOrEqual(4_096);
  expect(statSync(at('new.db')).mode & 0o777).toBe(0o600);
});

test('a flipped bit in a backup is detected or has no effect', async () => {
  const { contents, files } = await filled([4_000]);
  await backUp({ database: at('tandem.db'), to: at('b'), contents });
  const digest = digestIn(at('b'));
  const original = await bytesOf(contents, files[0] as string);
  const bytes = readFileSync(at('b'));
  const written = [...bytes.keys()].filter((i) => bytes[i] !== 0);
  let noticed = 0;
  const tried = 150;
  for (let i = 0; i < tried; i++) {
    const position = written[Math.floor((i * written.length) / tried)] as number;
    const flipped = Buffer.from(bytes);
    flipped[position] = (flipped[position] as number) ^ (1 << (i % 8));
    writeFileSync(at('flipped'), flipped);
    const back = empty();
    try {
      await restore({ from: at('flipped'), database: at('new.db'), contents: back, force: false });
      expect({ position, digest: digestIn(at('new.db')) }).toEqual({ position, digest });
      expect((await bytesOf(back, files[0] as string)).equals(original)).toBe(true);
      rmSync(at('new.db'));
    } catch (error) {
      if (!(error instanceof Refused || error instanceof DatabaseTooNew)) throw error;
      noticed++;
      expect(existsSync(at('new.db'))).toBe(false);
    }
  }
  expect(noticed).toBeGreaterThan(tried / 2);
}, 60_000);

test.each([1, 100, 5_000, 200_000])('a backup truncated to %p bytes is refused', async (length) => {
  const { contents } = await filled();
  await backUp({ database: at('tandem.db'), to: at('b'), contents });
  writeFileSync(at('cut'), readFileSync(at('b')).subarray(0, length));
  await expect(restore({ from: at('cut'), database: at('new.db'), contents: empty() })).rejects.toThrow(
    Refused,
  );
  expect(names()).toEqual(['b', 'cut', 'tandem.db']);
});

describe('damaged contents', () => {
  test('damaged contents are named; the backup is created and restored without them', async () => {
    const { contents, files } = await filled([10, 20, 30, 40]);
    const [missing, short, wrong, fine] = files as [string, string, string, string];
    const store: Pick<FileContents, 'read'> = {
      async *read(id) {
        if (id === missing) throw Object.assign(new Error(), { code: 'ENOENT' });
        const bytes = await bytesOf(contents, id);
        if (id === wrong) bytes[3] = 0;
        yield id === short ? bytes.subarray(1) : bytes;
      },
    };
    const flaws = [
      { id: missing, problem: 'is missing', missing: true },
      { id: short, problem: 'has 19 bytes instead of 20', missing: false },
      { id: wrong, problem: 'differs from the uploaded file', missing: false },
    ];
    const made = await backUp({ database: at('tandem.db'), to: at('b'), contents: store });
    expect(made).toEqual({ files: 1, flaws });
    const back = empty();
    expect(await restore({ from: at('b'), database: at('new.db'), contents: back })).toEqual({
      files: 1,
      flaws: flaws.map(({ id }) => ({ id, problem: 'is missing', missing: true })),
    });
    expect((await bytesOf(back, fine)).length).toBe(40);
  });

  test('damaged contents in a backup are refused, or omitted with force', async () => {
    const { contents, files } = await filled([10, 20]);
    const [damaged = ''] = files;
    await backUp({ database: at('tandem.db'), to: at('b'), contents });
    const plain = new Database(at('b'));
    plain.prepare('UPDATE backup_parts SET bytes = zeroblob(10) WHERE file_id = ?').run(damaged);
    plain.close();
    const options = { from: at('b'), database: at('new.db'), contents: empty() };
    await expect(restore(options)).rejects.toThrow(`${damaged} differs from the uploaded file`);
    expect(existsSync(at('new.db'))).toBe(false);
    expect(await restore({ ...options, force: true })).toEqual({
      files: 1,
      flaws: [{ id: damaged, problem: 'differs from the uploaded file', missing: false }],
    });
  });
});

describe('a plain database', () => {
  test('a plain database can be restored, including changes in its log; its contents are reported as missing', async () => {
    const { files } = await filled([10]);
    const live = new Database(at('tandem.db'));
    live.pragma('journal_mode = WAL');
    live.exec(`UPDATE tasks SET title = 'in the log' WHERE number = 1`);
    copyFileSync(at('tandem.db'), at('copy.db'));
    copyFileSync(at('tandem.db-wal'), at('copy.db-wal'));
    live.close();
    const restored = await restore({ from: at('copy.db'), database: at('new.db'), contents: empty() });
    expect(restored).toEqual({
      files: 0,
      flaws: [{ id: files[0], problem: 'is missing from the backup', missing: true }],
    });
    const plain = new Database(at('new.db'));
    expect(plain.prepare('SELECT title FROM tasks WHERE number = 1').pluck().get()).toBe('in the log');
    plain.close();
  });

  test('a plain database of an older version is backed up and restored unchanged', async () => {
    await filled([]);
    const old = openConnection(at('tandem.db'), 'writer');
    old.exec('PRAGMA user_version = 3');
    await backUp({ database: at('tandem.db'), to: at('b'), contents: empty() });
    old.close();
    await restore({ from: at('b'), database: at('new.db'), contents: empty() });
    expect(digestIn(at('new.db'))).toBe(digestIn(at('tandem.db')));
    expect(() => sqliteStorage({ file: at('new.db') })).toThrow(DatabaseTooOld);
  });

  test('a plain database of a newer version is neither backed up nor restored', async () => {
    await filled();
    const newer = new Database(at('tandem.db'));
    newer.pragma('user_version = 9999');
    newer.close();
    const contents = empty();
    await expect(backUp({ database: at('tandem.db'), to: at('b'), contents })).rejects.toThrow(
      DatabaseTooNew,
    );
    await expect(restore({ from: at('tandem.db'), database: at('new.db'), contents })).rejects.toThrow(
      DatabaseTooNew,
    );
    expect(names()).toEqual(['tandem.db']);
  });
});

describe('a failure leaves everything unchanged:', () => {
  test('an aborted backup, or one of unreadable contents, leaves everything unchanged', async () => {
    const { contents } = await filled([10, 10]);
    const stop = new AbortController();
    const stopping: Pick<FileContents, 'read'> = {
      read: (id) => {
        stop.abort(new Error('stopped'));
        return contents.read(id);
      },
    };
    const options = { database: at('tandem.db'), to: at('b'), contents: stopping, signal: stop.signal };
    await expect(backUp(options)).rejects.toThrow('stopped');
    expect(names()).toEqual(['tandem.db']);
  });

  test('a backup to an existing name leaves everything unchanged', async () => {
    const { contents } = await filled();
    writeFileSync(at('b'), 'mine');
    await expect(backUp({ database: at('tandem.db'), to: at('b'), contents })).rejects.toThrow(Refused);
    expect(readFileSync(at('b'), 'utf8')).toBe('mine');
    expect(names()).toEqual(['b', 'tandem.db']);
  });

  test('a restore whose contents cannot be written, to a new path or over a database, leaves everything unchanged', async () => {
    const { contents } = await filled();
    await backUp({ database: at('tandem.db'), to: at('b'), contents });
    const digest = digestIn(at('tandem.db'));
    const full = { write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) };
    await expect(restore({ from: at('b'), database: at('new.db'), contents: full })).rejects.toThrow('full');
    const over = { from: at('b'), database: at('tandem.db'), contents: full, force: true };
    await expect(restore(over)).rejects.toThrow('full');
    expect(digestIn(at('tandem.db'))).toBe(digest);
    expect(names()).toEqual(['b', 'tandem.db']);
  });

  test('a restore over an existing database, one in use, or the backup itself leaves everything unchanged', async () => {
    const { contents } = await filled();
    await backUp({ database: at('tandem.db'), to: at('b'), contents });
    const over = { from: at('b'), database: at('tandem.db'), contents: empty() };
    await expect(restore(over)).rejects.toThrow('A database already exists');
    const storage = sqliteStorage({ file: at('tandem.db') });
    await expect(restore({ ...over, force: true })).rejects.toThrow('Another process');
    expect(await storage.directory.workspaces()).toHaveLength(1);
    await storage.close();
    await expect(restore({ ...over, from: at('tandem.db'), force: true })).rejects.toThrow(
      'is the database to replace',
    );
    expect(await restore({ ...over, force: true })).toMatchObject({ files: 1 });
  });
});

test('no log entries of a replaced database reach its replacement', async () => {
  const { contents } = await filled();
  await backUp({ database: at('tandem.db'), to: at('b'), contents });
  const digest = digestIn(at('b'));
  // As after a kill.
  const killed = new Database(at('tandem.db'));
  killed.pragma('journal_mode = WAL');
  killed.exec(`UPDATE tasks SET title = 'later'`);
  copyFileSync(at('tandem.db'), at('left.db'));
  copyFileSync(at('tandem.db-wal'), at('left.db-wal'));
  killed.close();
  await restore({ from: at('b'), database: at('left.db'), contents: empty(), force: true });
  expect(existsSync(at('left.db-wal'))).toBe(false);
  expect(digestIn(at('left.db'))).toBe(digest);
  // And a log without its database, as after a manual deletion.
  rmSync(at('left.db'));
  writeFileSync(at('left.db-wal'), readFileSync(at('b')));
  await restore({ from: at('b'), database: at('left.db'), contents: empty() });
  expect(digestIn(at('left.db'))).toBe(digest);
});

test('a process that waits for a database during its replacement does not use the old one', async () => {
  const { contents } = await filled();
  await backUp({ database: at('tandem.db'), to: at('b'), contents });
  let waiting: Database.Database | undefined;
  const during: Pick<FileContents, 'write'> = {
    write: (id, content) => {
      waiting = new Database(at('tandem.db'), { timeout: 0 });
      expect(() => waiting?.pragma('journal_mode = WAL')).toThrow(/locked/);
      return empty().write(id, content);
    },
  };
  await restore({ from: at('b'), database: at('tandem.db'), contents: during, force: true });
  expect(() => waiting?.pragma('journal_mode = WAL')).toThrow(/not a database/);
  waiting?.close();
  expect(digestIn(at('tandem.db'))).toBe(digestIn(at('b')));
});

test('a backup and a restore report their steps and the number of files done', async () => {
  const { contents } = await filled([10, 20]);
  const steps: unknown[][] = [];
  const onStep = (...step: unknown[]) => void steps.push(step);
  await backUp({ database: at('tandem.db'), to: at('backup'), contents, onStep });
  expect(steps.splice(0)).toEqual([
    ['Copying the database'],
    ['Adding the checksum'],
    ['Copying files', 0, 2],
    ['Copying files', 1, 2],
  ]);
  await restore({ from: at('backup'), database: at('other.db'), contents: empty(), onStep });
  expect(steps).toEqual([
    ['Checking the backup'],
    ['Checking files', 0, 2],
    ['Checking files', 1, 2],
    ['Restoring files', 0, 2],
    ['Restoring files', 1, 2],
    ['Restoring the database'],
  ]);
});
