import {
  ALL_THERE,
  digestOfWorkspaces,
  type MoveIdentity,
  MoveRefused,
  type MoveTarget,
  type TableProgress,
  TRANSFER_TABLES,
  type TransferKey,
  type TransferRow,
  type TransferTable,
} from '@tandem/adapter-sql';
import { checkServer } from '../engine/server.ts';
import { NO_LIMITS, openWire, type Wire } from '../engine/wire.ts';
import { migrate, schemaVersion } from '../migrations/index.ts';
import { REBUILD_INDEX } from '../search.ts';
import { refuseOthers } from './others.ts';
import { explained, refusedRow, shownUrl } from './refusals.ts';
import { list, rowsOf } from './rows.ts';
import { isUnfinished, MOVE_TABLES } from './unfinished.ts';

export interface PostgresTargetOptions {
  readonly url: string;
  /** For tests only: accepts a server that may lose commits when its machine fails. */
  readonly allowUnsafe?: boolean | undefined;
}

const DROP = 'DROP TABLE IF EXISTS moves, move_progress';
const KEEP = `
  INSERT INTO move_progress (table_name, last, rows, done) VALUES ($1, $2, $3, $4)
  ON CONFLICT (table_name) DO UPDATE SET last = excluded.last, rows = excluded.rows, done = excluded.done`;

/** An empty database as the target of a move, or one that the same move has begun to fill. Throws `MoveRefused`. */
export async function postgresTarget({
  url,
  allowUnsafe = false,
}: PostgresTargetOptions): Promise<MoveTarget> {
  const name = shownUrl(url);
  const explaining = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw explained(error, name);
    }
  };
  const wire = await explaining(() => openWire({ url, purpose: 'move' }, NO_LIMITS));

  return {
    name,
    begin: (identity) =>
      explaining(async () => {
        await checkServer(wire, allowUnsafe);
        return begun(wire, name, identity);
      }),
    put: (table, rows, progress) => explaining(() => put(wire, table, rows, progress)),
    async *rows(table, after) {
      try {
        yield* inTransaction(wire, table, after);
      } catch (error) {
        throw explained(error, name);
      }
    },
    finish: () =>
      explaining(async () => {
        // Without statistics the planner would treat the tables as empty.
        await wire.script(`ANALYZE ${TRANSFER_TABLES.map(({ name: table }) => table).join(', ')}`);
        await wire.script(`BEGIN; ${REBUILD_INDEX} ${DROP}; COMMIT`);
      }),
    close: () => wire.close(),
  };
}

async function put(
  wire: Wire,
  table: TransferTable,
  rows: readonly (readonly unknown[])[],
  { last, rows: count, done }: TableProgress,
): Promise<void> {
  const keep = () => wire.rows(KEEP, [table.name, JSON.stringify(last), count, done ? 1 : 0]);
  if (rows.length === 0) {
    await keep();
    return;
  }
  try {
    const begun = wire.script('BEGIN');
    await Promise.all([begun, wire.copy(`COPY ${table.name} (${list(table.columns)}) FROM STDIN`, rows)]);
    await Promise.all([keep(), wire.rows('COMMIT')]);
  } catch (error) {
    await wire.script('ROLLBACK').catch(() => undefined);
    throw refusedRow(error, table, rows);
  }
}

async function begun(
  wire: Wire,
  name: string,
  identity: MoveIdentity,
): Promise<ReadonlyMap<string, TableProgress>> {
  if ((await schemaVersion(wire)) === 0) await refuseOtherTables(wire, name);
  await refuseOthers(wire, name);
  await migrate(wire);
  if (await isUnfinished(wire)) await refuseAnother(wire, name, identity);
  else if ((await workspacesIn(wire)) === identity.workspaces) return ALL_THERE;
  else await make(wire, name, identity);
  const progress = await wire.rows('SELECT table_name, last, rows, done FROM move_progress');
  return new Map(
    progress.map(([table, last, rows, done]) => [
      String(table),
      { last: JSON.parse(String(last)), rows: Number(rows), done: done === 1 },
    ]),
  );
}

/** A move that was killed after its end is detected by the comparison. */
const workspacesIn = (wire: Wire) =>
  digestOfWorkspaces({
    rows: (table, after) => inTransaction(wire, table, after),
    close: async () => undefined,
  });

async function* inTransaction(
  wire: Wire,
  table: TransferTable,
  after: TransferKey | null,
): AsyncGenerator<readonly TransferRow[]> {
  await wire.script('BEGIN READ ONLY');
  try {
    yield* rowsOf(wire, table, after);
  } finally {
    wire.script('ROLLBACK').catch(() => undefined);
  }
}

async function make(wire: Wire, name: string, { workspaces, form }: MoveIdentity): Promise<void> {
  await refuseRows(wire, name);
  await wire.script(`BEGIN; ${MOVE_TABLES}`);
  await wire.rows('INSERT INTO moves (workspaces, form) VALUES ($1, $2)', [workspaces, form]);
  await wire.script('COMMIT');
  try {
    // Servers that start later see the unfinished move; one that started before is detected here.
    await refuseOthers(wire, name);
  } catch (error) {
    await wire.script(DROP);
    throw error;
  }
}

const TABLES = `
  SELECT min(c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.relname <> 'schema_version'`;

async function refuseOtherTables(wire: Wire, name: string): Promise<void> {
  const [row] = await wire.rows(TABLES);
  if (row?.[0] === null) return;
  throw new MoveRefused(
    `${name} holds tables that are not Tandem's ("${row?.[0]}"). Create a separate database for Tandem (createdb).`,
  );
}

async function refuseRows(wire: Wire, name: string): Promise<void> {
  const found = await Promise.all(
    TRANSFER_TABLES.map(({ name: table }) => wire.rows(`SELECT EXISTS (SELECT FROM ${table})`)),
  );
  const used = TRANSFER_TABLES.find((_, i) => found[i]?.[0]?.[0] === 1);
  if (!used) return;
  throw new MoveRefused(`${name} already has rows in ${used.name}. Move to an empty database.`);
}

async function refuseAnother(wire: Wire, name: string, { workspaces, form }: MoveIdentity): Promise<void> {
  const [begunFor] = await wire.rows('SELECT workspaces, form FROM moves');
  if (begunFor?.[0] !== workspaces) {
    throw new MoveRefused(
      `${name} is partly filled by the move of another database. Continue that move, or recreate the database.`,
    );
  }
  if (begunFor[1] !== form) {
    throw new MoveRefused(
      `The move to ${name} was started by another version of Tandem. Continue with that version, or recreate the database.`,
    );
  }
}
