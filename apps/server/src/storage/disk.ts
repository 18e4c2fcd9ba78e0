import { randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '@tandem/core';

/** Enough for a small commit. */
const PROBE = Buffer.alloc(64 * 1024);
/** Shorter than the interval of any probe, so that requests can't make the disk busy. */
const FRESH_MS = 1_000;

/** The disk of a folder. */
export interface Disk {
  /** Throws `UNAVAILABLE` while nothing can be written, for example because the disk is full. */
  check(): Promise<void>;
  freeBytes(): Promise<number>;
}

/** Only a write can tell: quotas, read-only mounts and failing disks also have free space. */
async function write(file: string): Promise<void> {
  try {
    const handle = await open(file, 'w', 0o600);
    try {
      await handle.writeFile(PROBE);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } finally {
    await rm(file, { force: true });
  }
}

/** Probes the disk of a data folder, at most once a second. */
export function diskOf(dataDir: string): Disk {
  let latest: { readonly at: number; readonly probe: Promise<void> } | undefined;
  /** On a hung disk a probe takes any time, and each takes a thread of the process. */
  let isProbing = false;
  const probe = () => {
    isProbing = true;
    return write(join(dataDir, `.writable-${randomUUID()}`)).finally(() => {
      isProbing = false;
    });
  };
  return {
    check: async () => {
      if (!latest || (!isProbing && performance.now() - latest.at > FRESH_MS)) {
        latest = { at: performance.now(), probe: probe() };
      }
      await latest.probe.catch((cause: unknown) => {
        throw new Refusal('UNAVAILABLE', 'The data folder is not writable: its disk is full or failing.', {
          cause,
        });
      });
    },
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
  };
}
