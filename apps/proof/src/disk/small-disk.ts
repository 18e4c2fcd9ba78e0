import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, type Serving, start, temporaryFolder } from '@tandem/server/testing';
import type { Disk } from './disk.ts';

const CLI = join(ROOT, 'apps/server/dist/cli.js');
/** A private mount that disappears with its last process; needs no root. */
const APART = ['--user', '--map-root-user', '--mount'];

/** Whether a disk of a few MiB can be created here, which needs unprivileged Linux namespaces. */
export const canMount = (): boolean =>
  spawnSync('unshare', [...APART, 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt && nsenter --version'])
    .status === 0;

export interface SmallDisk extends Disk {
  /** Fills the disk, except for some bytes. */
  fill(leaving: number): void;
}

/** A real in-memory file system of `mib` MiB; `fail` fills it to the last byte, and `heal` frees space. */
export async function smallDisk(mib: number): Promise<SmallDisk> {
  const dataDir = temporaryFolder();
  const mount = `mount -t tmpfs -o size=${mib}m tmpfs "$0" && echo "mounted by $$" && exec sleep 600`;
  // Holds the mount while no server runs on it.
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
    // SQLite cannot open a file in another mount namespace. A copy has all committed data.
    look: () => {
      const copy = temporaryFolder();
      cpSync(seenAt, copy, { recursive: true, filter: (path) => !/-shm$|filler$/.test(path) });
      return copy;
    },
    fill,
    serve: async (env = {}): Promise<Serving> => {
      const running = inside(['serve'], env);
      const [, url = ''] = await running.says('stdout', /^Tandem serves (http:\/\/\S+)\n/m);
      return { ...running, url };
    },
    tandem: (args) => inside(args).ended,
    fail: () => fill(0),
    heal: () => rmSync(filler),
  };
}

/** Writes until the disk is full. */
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
