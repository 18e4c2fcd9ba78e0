import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { needing } from '@tandem/core/testing/programs';
import { ROOT } from './tandem.ts';

/** A command prefix that runs a program as an unprivileged user; needs root. */
export const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] as const;

const look = [...asNobody.slice(1), 'test', '-r', join(ROOT, 'package.json')];

/** Skips a test of an unprivileged user if that user cannot read the folder. */
export const { test: testAsNobody } = needing(
  'root, setpriv (util-linux) and a folder that others may read',
  process.getuid?.() === 0 && spawnSync(asNobody[0], look).status === 0,
);
