import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { needing } from '@tandem/core/testing/programs';
import { ROOT } from './tandem.ts';

/** Put before a command, runs it as somebody who may do nothing; root alone can. */
export const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] as const;

const look = [...asNobody.slice(1), 'test', '-r', join(ROOT, 'package.json')];

/** A test of what somebody else may do: not in a folder that nobody else may look into. */
export const { test: testAsNobody } = needing(
  'root, setpriv (util-linux) and a folder that others may read',
  process.getuid?.() === 0 && spawnSync(asNobody[0], look).status === 0,
);
