import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentsContract } from '@tandem/core/testing';
import { contentIds, localFiles } from './local-files.ts';

const HOUR_MS = 60 * 60 * 1000;
const ID = '01J00000000000000000000ABC';

let directory: string;
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'tandem-files-')), 'not', 'there', 'yet');
});
afterEach(() => rmSync(join(directory, '../../..'), { recursive: true }));

async function* parts(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function all(ids: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const id of ids) found.push(id);
  return found.toSorted();
}

/** Every file below the folder, by relative path. */
const onDisk = (): string[] =>
  existsSync(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
        .toSorted()
    : [];

const olden = (path: string, ageMs: number) => {
  const then = new Date(Date.now() - ageMs);
  utimesSync(join(directory, path), then, then);
};

contentsContract('local files', () => localFiles({ directory }));

describe('writing', () => {
  test('writes to a temporary name until every byte is there', async () => {
    const files = localFiles({ directory });
    const seen: string[][] = [];
    const content = async function* () {
      yield Buffer.from('half');
      seen.push(onDisk());
      yield Buffer.from('whole');
      seen.push(onDisk());
    };
    await files.write(ID, content());
    const unfinished = expect.stringMatching(`^unfinished/${ID}-[0-9a-f]+$`);
    expect(seen).toEqual([[unfinished], [unfinished]]);
    expect(onDisk()).toEqual([join('BC', ID)]);
  });

  test('writes the first bytes before it has received all of them', async () => {
    const files = localFiles({ directory });
    let first = '';
    const content = async function* () {
      yield Buffer.from('first');
      first = readFileSync(join(directory, onDisk()[0] as string), 'utf8');
      yield Buffer.from('last');
    };
    await files.write(ID, content());
    expect(first).toBe('first');
  });

  test('leaves nothing behind when the stream fails', async () => {
    const files = localFiles({ directory });
    const content = async function* () {
      yield Buffer.from('half');
      throw new Error('cut');
    };
    await expect(files.write(ID, content())).rejects.toThrow('cut');
    expect(onDisk()).toEqual([]);
  });

  test.each(['../escape', 'a/b', '', '..', 'a\0b', 'name.txt'])('refuses an invalid id: %j', async (id) => {
    const files = localFiles({ directory });
    await expect(files.write(id, parts('x'))).rejects.toThrow('Not the id of a file');
    await expect(bytesOf(files.read(id))).rejects.toThrow('Not the id of a file');
    expect(onDisk()).toEqual([]);
  });
});

describe('contents older than a given age', () => {
  test('are listed, without younger ones', async () => {
    const files = localFiles({ directory });
    const other = ID.replace('ABC', 'DEF');
    await files.write(ID, parts('old'));
    await files.write(other, parts('new'));
    olden(join('BC', ID), 2 * HOUR_MS);
    expect(await all(files.olderThan(HOUR_MS))).toEqual([ID]);
    expect(onDisk()).toEqual([join('BC', ID), join('EF', other)]);
  });

  test('are deleted and not listed if unfinished', async () => {
    const files = localFiles({ directory });
    mkdirSync(join(directory, 'unfinished'), { recursive: true });
    writeFileSync(join(directory, 'unfinished', ID), 'half');
    writeFileSync(join(directory, 'unfinished', `${ID}2`), 'being written');
    olden(join('unfinished', ID), 2 * HOUR_MS);
    expect(await all(files.olderThan(HOUR_MS))).toEqual([]);
    expect(onDisk()).toEqual([join('unfinished', `${ID}2`)]);
  });

  test('are left alone if Tandem did not create them', async () => {
    const files = localFiles({ directory });
    await files.write(ID, parts('ours'));
    const strange = [
      '.DS_Store',
      join('BC', 'notes.txt'),
      join('BC', 'ELSEWHERE'),
      join('lost+found', 'x1234'),
    ];
    mkdirSync(join(directory, 'lost+found'));
    for (const path of strange) {
      writeFileSync(join(directory, path), '');
      olden(path, 2 * HOUR_MS);
    }
    olden(join('BC', ID), 2 * HOUR_MS);
    expect(await all(files.olderThan(HOUR_MS))).toEqual([ID]);
    expect(onDisk()).toEqual([...strange, join('BC', ID)].toSorted());
  });
});

test('lists all contents of any age, without unfinished and foreign files', async () => {
  expect(await all(contentIds({ directory }))).toEqual([]);
  const files = localFiles({ directory });
  await files.write(ID, parts('one'));
  await files.write(`${ID.slice(0, -1)}D`, parts('two'));
  mkdirSync(join(directory, 'unfinished'), { recursive: true });
  for (const path of [`unfinished/${ID}`, 'BC/README', `BC/${ID.slice(0, -1)}D`]) {
    writeFileSync(join(directory, path), '');
  }
  expect(await all(contentIds({ directory }))).toEqual([ID, `${ID.slice(0, -1)}D`]);
  expect(onDisk()).toContain(`unfinished/${ID}`);
});
