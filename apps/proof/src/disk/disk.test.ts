import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { operations } from '@tandem/contract';
import { LONG, needing, type Testing } from '@tandem/core/testing/programs';
import { apiOf, cleanUp, ROOT, type Serving, start, stopped, temporaryFolder } from '@tandem/server/testing';
import { TO_LOOPBACK } from '../webhooks/office.ts';
import { endReceivers } from '../webhooks/receiver.ts';
import { type Disk, damageOn, everythingOn } from './disk.ts';
import { canPlayFailing, failingDisk } from './failing-disk.ts';
import { type PopulatedWorkspace, populate, type Write } from './populate.ts';
import { canMount, smallDisk } from './small-disk.ts';

afterEach(async () => {
  await endReceivers();
  await cleanUp();
});

/** The read operations that use POST, because of a secret and of long bodies. */
const READS_BY_POST: readonly string[] = ['sessions.preview', 'imports.preview'];
const UNLIMITED = { TANDEM_RATE_LIMIT: '0', ...TO_LOOPBACK };

/** If a kind of failure can't be simulated here, its tests are skipped. */
const onFailing = needing('Linux with cc', canPlayFailing());
const onSmall = needing('Linux with unshare, and the right to mount in it', canMount());
const DISKS: readonly (readonly [name: string, tried: Testing, make: () => Disk | Promise<Disk>])[] = [
  ['a small disk that is really full', onSmall, () => smallDisk(16)],
  ['a disk that fails', onFailing, () => failingDisk('EIO')],
  ['a disk that cannot be flushed', onFailing, () => failingDisk('FSYNC')],
  // As the first and the second, for other reasons.
  ...(LONG || !canMount()
    ? ([
        ['a full disk', onFailing, () => failingDisk('ENOSPC')],
        ['a disk that has become read-only', onFailing, () => failingDisk('EROFS')],
      ] as const)
    : []),
];

const ask = ({ by, method, path, body }: Write) => by(method, path, body);

for (const [name, tried, make] of DISKS) {
  tried.describe(name, () => {
    let disk: Disk;
    let server: Serving;
    let world: PopulatedWorkspace;

    beforeEach(async () => {
      disk = await make();
      server = await disk.serve(UNLIMITED);
      world = await populate(server);
    });

    test('a failing disk makes every write return 503 without effect, and all of them succeed once it is repaired', async () => {
      expect(Object.keys(world.writes).toSorted()).toEqual(
        operations
          .filter(({ id, method }) => method !== 'get' && !READS_BY_POST.includes(id))
          .map(({ id }) => id)
          .toSorted(),
      );
      const before = everythingOn(disk);

      disk.fail();
      for (const [operation, write] of Object.entries(world.writes)) {
        const { status, headers, body } = await ask(write);
        expect([operation, status, body]).toEqual([operation, 503, REFUSED]);
        expect(body.error.requestId).toBe(headers.get('x-request-id'));
        expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      }
      for (const path of world.reads) {
        expect([path, (await world.ada('GET', path)).status]).toEqual([path, 200]);
      }
      expect(await world.contentOfFile()).toBe(world.fileText);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
      expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('tandem_disk_writable 0\n');
      expect(everythingOn(disk)).toEqual(before);

      disk.heal();
      expect(everythingOn(disk)).toEqual(before);
      while ((await fetch(`${server.url}/readyz`)).status !== 200) await pause(100);
      expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('tandem_disk_writable 1\n');
      for (const [operation, write] of Object.entries(world.writes)) {
        const { status, headers } = await ask(write);
        expect([operation, Math.floor(status / 100)]).toEqual([operation, 2]);
        // A refused message with a key leaves no trace.
        expect(headers.get('idempotent-replayed')).toBeNull();
      }
      const after = everythingOn(disk);
      expect(damageOn(disk)).toEqual([]);
      expect((await stopped(server)).code).toBe(0);
      expect(everythingOn(disk)).toEqual(after);
    });
  });
}

describe.each([
  ['a small disk that is really full', onSmall, () => smallDisk(16)],
  ['a full disk', onFailing, () => failingDisk('ENOSPC')],
] as const)('%s, with 30 writers at once', (_, tried, make) => {
  tried.test('after a disk failure all acknowledged writes are there and no refused ones', async () => {
    const disk = await make();
    const server = await disk.serve(UNLIMITED);
    const [, key = ''] = await server.says('stdout', /^ {2}(tdm_\w+)$/m);
    const api = apiOf(server.url, key);
    const acknowledged: Numbered[] = [];
    const refused: string[] = [];

    const write = async (title: string): Promise<boolean> => {
      const { status, body } = await api('POST', 'tasks', { title, description: 'x'.repeat(3_000) });
      expect([201, 503]).toContain(status);
      if (status === 201) acknowledged.push({ number: body.taskNumber, title: body.title });
      else refused.push(title);
      return status === 201;
    };
    const untilRefused = async (writer: number) => {
      for (let i = 0; await write(`${writer}-${i}`); i++);
    };

    if ('fill' in disk) disk.fill(300_000);
    const writing = Promise.all(Array.from({ length: 30 }, (_, writer) => untilRefused(writer)));
    // A simulated disk does not become full by itself.
    if (!('fill' in disk)) {
      while (acknowledged.length < 60) await new Promise((resolve) => setImmediate(resolve));
      disk.fail();
    }
    await writing;
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(refused).toHaveLength(30);

    disk.heal();
    for (const title of refused) expect(await write(title)).toBe(true);
    const there = everythingOn(disk).tasks as { number: number; title: string }[];
    expect(there.map(({ number, title }) => ({ number, title })).toSorted(byNumber)).toEqual(
      acknowledged.toSorted(byNumber),
    );
    expect(there.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(there.map((_, i) => i + 1));
    expect(damageOn(disk)).toEqual([]);
  });
});

onFailing.test(
  'background jobs fail without ending the server, and complete once there is space',
  async () => {
    const disk = failingDisk('ENOSPC');
    const server = await disk.serve(TO_LOOPBACK);
    const { scribe, agentId } = await populate(server);
    const claim = `agents/${agentId}/turns/claim`;
    const { body: claimed } = await scribe('POST', claim, { leaseSeconds: 5 });
    disk.fail();
    // The lease expires, and the claim cannot be ended.
    await server.says('stderr', /"msg":"housekeeping failed"[\s\S]*"msg":"housekeeping failed"/);
    disk.heal();
    const again = await scribe('POST', claim, { wait: 25 });
    expect(again).toMatchObject({ status: 200, body: { turn: { id: claimed.turn.id } } });
  },
);

describe('a start', () => {
  const refusedStart = async (disk: Disk): Promise<string> => {
    const { code, stdout, stderr } = await disk.tandem(['serve']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    return stderr;
  };
  const used = async (disk: Disk): Promise<Disk> => {
    expect((await stopped(await disk.serve())).code).toBe(0);
    return disk;
  };

  onFailing.test('a start on a read-only disk prints the remedy on one line and exits with 1', async () => {
    for (const disk of [failingDisk('EROFS'), await used(failingDisk('EROFS'))]) {
      disk.fail();
      expect(await refusedStart(disk)).toContain(`The data folder ${disk.dataDir} is on a read-only disk.`);
      disk.heal();
      await used(disk);
    }
  });

  onSmall.test('a start on a full disk prints the remedy on one line and exits with 1', async () => {
    for (const disk of [await smallDisk(4), await used(await smallDisk(4))]) {
      disk.fail();
      expect(await refusedStart(disk)).toMatch(
        /^The database \S+ can't (grow|be read or written): the disk /,
      );
      disk.heal();
      await used(disk);
    }
  });
});

onFailing.test(
  'a command beside a server on a full disk prints the reason on one line and exits with 1, and succeeds later',
  async () => {
    const disk = failingDisk('ENOSPC');
    await disk.serve();
    const command = ['workspace', 'create', '--name', 'Beside', '--admin', 'bob'];
    disk.fail();
    const { code, stdout, stderr } = await disk.tandem(command);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^[^\n]*(cannot do this right now|can't grow|the disk)[^\n]*\n$/);
    disk.heal();
    expect((await disk.tandem(command)).code).toBe(0);
    expect((await disk.tandem(['workspace', 'list'])).stdout.match(/Beside/g)).toHaveLength(1);
  },
);

describe('an unwritable log', () => {
  /** Serves with standard error redirected by the script; `"$@"` is the server. */
  const serving = async (script: string) => {
    const folder = temporaryFolder();
    const env = { TANDEM_DATA_DIR: folder, TANDEM_PORT: '0' };
    const args = [join(folder, 'pipe'), process.execPath, join(ROOT, 'apps/server/dist/cli.js'), 'serve'];
    const server = start('sh', ['-c', script, ...args], env);
    const [, url = ''] = await server.says('stdout', /^Tandem serves (http:\/\/\S+)\n/m);
    return { ...server, url };
  };

  test.each([
    ['on a full disk', 'exec "$@" 2>/dev/full'],
    ['into a pipe without a reader', 'mkfifo "$0"; : <"$0" & exec "$@" 2>"$0"'],
  ])("a log that can't be written (%s) affects neither requests nor the shutdown", async (_, script) => {
    const server = await serving(script);
    // More than the log buffers before it writes.
    for (let i = 0; i < 50; i++) {
      const signal = AbortSignal.timeout(5_000);
      expect((await fetch(`${server.url}/healthz`, { signal })).status).toBe(200);
    }
    expect((await stopped(server)).code).toBe(0);
  });
});

interface Numbered {
  readonly number: number;
  readonly title: string;
}
const byNumber = (a: Numbered, b: Numbered) => a.number - b.number;

const REFUSED = {
  error: {
    code: 'UNAVAILABLE',
    message: expect.stringMatching(
      /^The (storage|file store) cannot do this right now\. Nothing was (changed|stored); try again later\.$/,
    ),
    requestId: expect.any(String),
  },
};
