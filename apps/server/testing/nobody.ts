import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './tandem.ts';

/** Put before a command, runs it as somebody who may do nothing; root alone can. */
export const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] as const;

const look = [...asNobody.slice(1), 'test', '-r', join(ROOT, 'package.json')];

/** Whether that can be tried here: not in a folder that nobody else may look into. */
export const canBeNobody = process.getuid?.() === 0 && spawnSync(asNobody[0], look).status === 0;
