import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, type Serving, start, temporaryFolder } from '@tandem/server/testing';
import type { Disk } from './disk.ts';

const CLI = join(ROOT, 'apps/server/dist/cli.js');
/** A mount of its own, that nobody else sees and that goes with the last process in it; root is not needed. */
const APART = ['--user', '--map-root-user', '--mount'];

/** Whether a disk of a few MiB can be had here: it needs namespaces of Linux that this user may make. */
export const canMount = (): boolean =>
  spawnSync('unshare', [...APART, 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt && nsenter --version'])
    .status === 0;

export interface SmallDisk extends Disk {
  /** Fills it, but for some bytes. */
  fill(leaving: number): void;
}

/** A real file system of `mib` MiB in memory; `fail` fills it to the last byte, and `heal` makes room again. */
export async function smallDisk(mib: number): Promise<SmallDisk> {
  const dataDir = temporaryFolder();
  const mount = `mount -t tmpfs -o size=${mib}m tmpfs "$0" && echo "mounted by $$" && exec sleep 600`;
  // Holds the mount, also while no server runs on it.
  const holder = start('unshare', [...APART, 'sh', '-c', mount, dataDir]);
  const [, pid = ''] = await holder.says('stdout', /^mounted by (\d+)\n/);

  const within = ['--target', pid, '--user', '--preserve-credentials', '--mount'];
  const inside = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    start('nsenter', [...within, process.execPath, CLI, ...args], {
      TANDEM_DATA_DIR: dataDir,
      TANDEM_PORT: '0',
      ...env,
    });

  const seenAt = `/proc/${pid}/root${dataDir}`;
  const filler = join(seenAt, 'filler');
  const fill = (leaving: number) => {
    const file = openSync(filler, 'w');
    try {
      for (const size of [64 * 1024, 4 * 1024, 1]) fillBy(file, size);
    } finally {
      closeSync(file);
    }
    truncateSync(filler, Math.max(0, statSync(filler).size - leaving));
  };
  return {
    dataDir,
    // SQLite does not open a file in another mount. A copy has all that was committed.
    look: () => {
      const copy = temporaryFolder();
      cpSync(seenAt, copy, { recursive: true, filter: (path) => !/-shm$|filler$/.test(path) });
      return copy;
    },
    fill,
    serve: async (env = {}): Promise<Serving> => {
      const running = inside(['serve'], env);
      const [, url = ''] = await running.says('stdout', /^Tandem serves (http:\/\/\S+)\n/);
      return { ...running, url };
    },
    tandem: (args) => inside(args).ended,
    fail: () => fill(0),
    heal: () => rmSync(filler),
  };
}

/** Writes until the disk takes no more. */
function fillBy(file: number, size: number): void {
  const bytes = Buffer.alloc(size);
  for (;;) {
    try {
      if (writeSync(file, bytes) < size) return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
      throw error;
    }
  }
}
