import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve, startTandem, temporaryFolder } from '@tandem/server/testing';
import type { Disk } from './disk.ts';

const SOURCE = fileURLToPath(new URL('./failing.c', import.meta.url));

/** The operations that fail: every change with the given error, or only flushing. */
export type Fault = 'ENOSPC' | 'EROFS' | 'EIO' | 'FSYNC';

/** Whether a failing disk can be simulated here, which needs the Linux loader and a C compiler. */
export const canPlayFailing = (): boolean =>
  process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;

/** A folder whose writes fail for the server; the disk below it is sound. */
export function failingDisk(fault: Fault): Disk {
  const folder = temporaryFolder();
  const library = join(folder, 'failing.so');
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl']);
  if (status !== 0) throw new Error(`The failing disk does not compile: ${stderr}`);

  const dataDir = temporaryFolder();
  const control = join(folder, 'fault');
  const failing = {
    LD_PRELOAD: library,
    FAILING_DISK_FOLDER: dataDir,
    FAILING_DISK_FAULT: control,
    // Writes through io_uring would not fail.
    UV_USE_IO_URING: '0',
  };
  return {
    dataDir,
    look: () => dataDir,
    serve: (env = {}) => serve(dataDir, { ...failing, ...env }),
    tandem: (args) => startTandem(args, { TANDEM_DATA_DIR: dataDir, TANDEM_PORT: '0', ...failing }).ended,
    fail: () => writeFileSync(control, fault),
    heal: () => rmSync(control),
  };
}
