import { setTimeout as pause } from 'node:timers/promises';
import { MoveRefused } from '@tandem/adapter-sql';
import type { Wire } from '../engine/wire.ts';

const OTHERS = `
  SELECT count(*), min(application_name) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'tandem %' AND pid <> pg_backend_pid()`;

/** Maximum wait for connections of a process that has just ended. */
const PATIENCE_MS = 1_500;
const LOOK_AGAIN_MS = 100;

/** Refuses a database in use by another Tandem process: a server, a command, or a move. */
export async function refuseOthers(wire: Wire, name: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const [found] = await wire.rows(OTHERS);
    const [others, purpose] = found as [number, string];
    if (others === 0) return;
    if (performance.now() > until) {
      throw new MoveRefused(
        `${others} other Tandem connections use ${name} ("${purpose}" and others). Stop all servers and commands that use it, then try again.`,
      );
    }
    await pause(LOOK_AGAIN_MS);
  }
}
