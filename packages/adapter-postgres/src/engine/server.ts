import { ConnectionLost } from './errors.ts';
import type { Wire } from './wire.ts';

/** Thrown for a server that Tandem cannot use, with the reason and remedy. */
export class UnfitServer extends Error {
  override readonly name: string = 'UnfitServer';
}

const OLDEST = 15;

const ABOUT = `
  SELECT current_setting('server_version_num')::int / 10000, current_setting('server_encoding'),
    current_setting('synchronous_commit'), current_setting('fsync'), current_setting('full_page_writes'),
    pg_is_in_recovery()`;

/** Checks the requirements on a server; returns its `synchronous_commit`. */
export async function checkServer(wire: Wire, allowUnsafe: boolean): Promise<string> {
  const [about] = await wire.rows(ABOUT);
  const [version, encoding, synchronous, fsync, fullPages, standby] = about as never as [
    number,
    string,
    string,
    string,
    string,
    number,
  ];
  const unfit = (holds: boolean, why: string) => {
    if (!holds) throw new UnfitServer(why);
  };
  unfit(version >= OLDEST, `The database is on PostgreSQL ${version}; Tandem needs ${OLDEST} or newer.`);
  unfit(encoding === 'UTF8', `The database has the encoding ${encoding}; create one with ENCODING 'UTF8'.`);
  unfit(standby === 0, 'The server is a read-only standby. Use the address of the primary.');
  if (allowUnsafe) return synchronous;
  const lost = 'A crash would lose acknowledged writes.';
  unfit(synchronous !== 'off', `The server has synchronous_commit = off. ${lost} Set it to on.`);
  unfit(fsync === 'on', `The server has fsync = off. ${lost} Set it to on.`);
  unfit(fullPages === 'on', `The server has full_page_writes = off. ${lost} Set it to on.`);
  return synchronous;
}

/**
 * Closes a connection to a read-only server and throws `ConnectionLost`: after a failover an address may still lead to
 * the former primary, and to the new one later.
 */
export async function refuseStandby(wire: Wire): Promise<void> {
  const [row] = await wire.rows('SELECT pg_is_in_recovery()');
  if (row?.[0] !== 1) return;
  wire.destroy();
  throw new ConnectionLost('The database is read-only.');
}
