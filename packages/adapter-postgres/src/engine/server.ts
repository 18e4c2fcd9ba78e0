import type { Wire } from './wire.ts';

/** Thrown for a server that Tandem cannot be on: it says why, and what to do about it. */
export class UnfitServer extends Error {
  override readonly name = 'UnfitServer';
}

const OLDEST = 15;

const ABOUT = `
  SELECT current_setting('server_version_num')::int / 10000, current_setting('server_encoding'),
    current_setting('synchronous_commit'), current_setting('fsync'), current_setting('full_page_writes'),
    pg_is_in_recovery()`;

/** Checks what has to hold of a server; returns its `synchronous_commit`. */
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
  unfit(encoding === 'UTF8', `The database has the encoding ${encoding}; make one with ENCODING 'UTF8'.`);
  unfit(standby === 0, 'The server is a standby, which can only be read. Give the address of the primary.');
  if (allowUnsafe) return synchronous;
  const lost = 'What Tandem has acknowledged would be lost with a crash.';
  unfit(synchronous !== 'off', `The server has synchronous_commit = off. ${lost} Set it to on.`);
  unfit(fsync === 'on', `The server has fsync = off. ${lost} Set it to on.`);
  unfit(fullPages === 'on', `The server has full_page_writes = off. ${lost} Set it to on.`);
  return synchronous;
}

export async function isStandby(wire: Wire): Promise<boolean> {
  const [row] = await wire.rows('SELECT pg_is_in_recovery()');
  return row?.[0] === 1;
}

const TIMELINE = `
  SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END`;

/** Which history of the data the server is on: it is another one after a failover. */
export async function timelineOf(wire: Wire): Promise<string> {
  const [row] = await wire.rows(TIMELINE);
  const timeline = row?.[0] as string | null;
  if (timeline !== null) return timeline;
  wire.destroy();
  throw wire.lost();
}
