import { spawnSync } from 'node:child_process';

/** Put before a command, runs it as somebody who may do nothing; root alone can. */
export const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] as const;

export const canBeNobody =
  process.getuid?.() === 0 && spawnSync(asNobody[0], [...asNobody.slice(1), 'true']).status === 0;
