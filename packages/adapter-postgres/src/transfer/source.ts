import { DatabaseTooNew, MoveRefused, type MoveSource } from '@tandem/adapter-sql';
import { checkServer } from '../engine/server.ts';
import { NO_LIMITS, openWire, type Wire } from '../engine/wire.ts';
import { SCHEMA_VERSION, schemaVersion } from '../migrations/index.ts';
import { refuseOthers } from './others.ts';
import { explained, shownUrl } from './refusals.ts';
import { countOf, rowsOf } from './rows.ts';
import { refuseUnfinished } from './unfinished.ts';

/** Maximum wait for current writers. */
const PATIENCE = '10s';

/**
 * A database as the source of a move, in one snapshot. Blocks all writers until it is closed, even servers that start
 * meanwhile, because every unit that writes locks a head first. Throws `MoveRefused`.
 */
export const postgresSource = (url: string): Promise<MoveSource> => open(url, keep);

/** A snapshot of a database in use; blocks no server. Throws `MoveRefused`. */
export const postgresSnapshot = (url: string): Promise<MoveSource> => open(url, look);

async function open(url: string, begin: (wire: Wire, name: string) => Promise<void>): Promise<MoveSource> {
  const name = shownUrl(url);
  let wire: Wire | undefined;
  try {
    wire = await openWire({ url, purpose: 'move' }, NO_LIMITS);
    await begin(wire, name);
  } catch (error) {
    wire?.destroy();
    throw explained(error, name);
  }
  const on = wire;
  return {
    name,
    count: (table) => countOf(on, table),
    async *rows(table, after) {
      try {
        yield* rowsOf(on, table, after);
      } catch (error) {
        throw explained(error, name);
      }
    },
    close: () => on.close(),
  };
}

async function checkVersion(wire: Wire, name: string): Promise<void> {
  await checkServer(wire, true);
  const version = await schemaVersion(wire);
  if (version > SCHEMA_VERSION) throw new DatabaseTooNew(version, SCHEMA_VERSION);
  if (version === 0) throw new MoveRefused(`${name} is not a Tandem database.`);
  if (version < SCHEMA_VERSION) {
    throw new MoveRefused(
      `${name} was written by an older version of Tandem. Start a server on it once to migrate it, stop it, and try again.`,
    );
  }
  await refuseUnfinished(wire);
}

async function look(wire: Wire, name: string): Promise<void> {
  await checkVersion(wire, name);
  await wire.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

async function keep(wire: Wire, name: string): Promise<void> {
  await checkVersion(wire, name);
  await refuseOthers(wire, name);
  // Lock before the first query, which sets the snapshot.
  await wire.script(
    `BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = '${PATIENCE}'; LOCK TABLE heads IN EXCLUSIVE MODE`,
  );
}
