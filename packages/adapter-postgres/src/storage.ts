import { randomUUID } from 'node:crypto';
import { type BadRowListener, type Migrated, type ProblemListener, reportedOnce } from '@tandem/adapter-sql';
import type { Sharing, Storage } from '@tandem/core';
import pg from 'pg';
import { tableAnalyzer } from './engine/analyze-tables.ts';
import { sharedClock } from './engine/clock.ts';
import type { Commit } from './engine/commit-group.ts';
import { connectionOn } from './engine/connection.ts';
import { createDirectory } from './engine/directory.ts';
import { wasEnded } from './engine/errors.ts';
import { exclusively } from './engine/exclusively.ts';
import { clockTooFar, createFitness, type Found, poolWhileFit } from './engine/fitness.ts';
import { createHostTransactions } from './engine/host-transactions.ts';
import { createHot, type Hot } from './engine/hot.ts';
import { createLeading } from './engine/leading.ts';
import { createLine } from './engine/line.ts';
import { createNesting } from './engine/nesting.ts';
import { createPool, type PoolSize } from './engine/pool.ts';
import { createReader } from './engine/reader.ts';
import { checkServer, refuseStandby, type UnfitServer } from './engine/server.ts';
import { checkSession } from './engine/session-check.ts';
import { createSignals } from './engine/signals.ts';
import { snapshotsOf } from './engine/snapshots.ts';
import type { Stall } from './engine/stalls.ts';
import { createTally } from './engine/tally.ts';
import { heldUp, stopping, translated } from './engine/unavailable.ts';
import { askingVersions } from './engine/versions.ts';
import { createWatch, type Silence } from './engine/watch.ts';
import { LIMITS_IN_USE, NO_LIMITS, openWire, type Settings, type Wire } from './engine/wire.ts';
import { commitIds, createWriter } from './engine/writer.ts';
import { createSchema, migrate } from './migrations/index.ts';
import { refuseUnfinished } from './transfer/unfinished.ts';

/** The database: an address, or a pool of the host. */
export type PostgresStorageOptions = PostgresSettings &
  (
    | {
        /** `postgres://user:password@host:port/database`, with libpq parameters such as `sslmode`. */
        readonly url: string;
        readonly pool?: undefined;
      }
    | {
        /**
         * Lends a client to each `tandem.transaction`. Tandem's own connections have other settings, and are opened with
         * the options of this pool. Closing the storage leaves the pool open.
         */
        readonly pool: pg.Pool;
        readonly url?: undefined;
      }
  );

export interface PostgresSettings {
  /**
   * The schema of Tandem's tables, created if missing. By default `tandem` in the database of a pool, and at a `url` the
   * first schema of the search path.
   */
  readonly schema?: string | undefined;
  /** Connections shared by units of work, 16 by default; up to six more serve other purposes. */
  readonly connections?: number | undefined;
  /**
   * Maximum index entries that a page of the task list reads, 10,000 by default. Where filters with many matches rarely
   * intersect, the page then ends early, short or even empty, with a cursor to continue.
   */
  readonly pageEffort?: number | undefined;
  /**
   * Tasks per search block (docs/decisions/0081): 4,096 by default. Must not change during the life of the database.
   */
  readonly blockSize?: number | undefined;
  /** Called after an existing database was migrated. */
  readonly onMigrated?: ((migrated: Migrated) => void) | undefined;
  /** Called for each commit with its number of units of work. */
  readonly onCommit?: ((units: number) => void) | undefined;
  /**
   * Called once for each unreadable row: it holds a value that Tandem never writes. Lists omit it, and requests for it
   * are refused.
   */
  readonly onBadRow?: BadRowListener | undefined;
  /** Called when the database or this machine's clock becomes unfit for serving, and with null when that is over. */
  readonly onProblem?: ProblemListener | undefined;
  /** Called for each connection that was dropped for lack of a response. */
  readonly onSilence?: ((silence: Silence) => void) | undefined;
  /** Called once when a workspace's writes stall. */
  readonly onStall?: ((stall: Stall) => void) | undefined;
  /** For tests only: accepts a server that may lose commits when its machine fails. */
  readonly allowUnsafe?: boolean | undefined;
}

/** A Storage that several processes can share. */
export type PostgresStorage = Storage<pg.PoolClient> &
  Sharing & {
    /** The pool for units of work, without the few connections for other purposes. */
    connections(): PoolSize;
  };

const CONNECTIONS = 16;
/** Maximum time that a unit waits for a connection. */
const PATIENCE_MS = 10_000;

/**
 * A Storage on a PostgreSQL database, which several processes may share. Connects and migrates. Throws `DatabaseTooNew`
 * for a newer database; `UnfitServer` for a server that does not store durably, a pooler that does not preserve
 * sessions, or a clock more than a minute off; and the driver's error if the server is unreachable.
 */
export async function postgresStorage(options: PostgresStorageOptions): Promise<PostgresStorage> {
  const { connections = CONNECTIONS, pageEffort, blockSize } = options;
  const schema = schemaOf(options);
  const address = addressOf(options);
  const name = randomUUID();
  const nextId = commitIds(name);
  const hot = createHot();
  const openUnwatched = (purpose: string, settings: Settings = LIMITS_IN_USE, learns?: Hot) =>
    openWire(
      { url: address, purpose, hot: learns },
      schema === null ? settings : { ...settings, search_path: searchPathOf(schema) },
    );

  const { synchronousCommit, searchPath } = await prepareDatabase(openUnwatched, options, schema);
  const inUse = unitSettings(synchronousCommit);
  const watch = createWatch({
    line: createLine(() => openUnwatched('watch', NOT_DURABLE)),
    onSilence: (silence) => options.onSilence?.(silence),
  });
  const open = async (purpose: string, settings?: Settings, learns?: Hot) => {
    const wire = await openUnwatched(purpose, settings, learns);
    watch.add(wire);
    return wire;
  };
  const reportBadRow = reportedOnce(options.onBadRow ?? (() => undefined));
  const sessionOptions = { reportBadRow, pageEffort, blockSize };
  const newConnection = async () =>
    connectionOn(await onPrimary(await open('units', inUse, hot)), sessionOptions);
  const fitness = createFitness(options.onProblem ?? (() => undefined));
  const unitConnections = createPool({
    max: connections,
    patienceMs: PATIENCE_MS,
    make: () => retriedIfEnded(newConnection),
    warm: ({ wire }, isAwaited) => hot.prepareOn(wire, isAwaited),
  });
  const pool = poolWhileFit(unitConnections, fitness);
  const listenLine = createLine(() => open('signals', NOT_DURABLE));
  const controlLine = createLine(() => open('control', NOT_DURABLE));
  const keys = createLine(() => open('keys', NOT_DURABLE));
  const clock = sharedClock();
  let clockError: UnfitServer | null = null;
  let judge = ({ aheadMs }: Found) => {
    clockError = clockTooFar(aheadMs);
  };
  const onLook = (found: Found) => judge(found);
  const signals = createSignals({ listenLine, controlLine, name, clock, onLook });
  const analyzer = tableAnalyzer(() => open('analyze', NOT_DURABLE));
  const nesting = createNesting();
  const reader = createReader(pool, nesting);
  const snapshots = snapshotsOf(
    async () => connectionOn(await open('export', { ...inUse, ...SNAPSHOT_LIMITS }), sessionOptions),
    nesting,
  );
  const beforeAnswering = (commit: Commit) => {
    options.onCommit?.(commit.units);
    signals.commit(commit);
    analyzer.commit(commit.units);
  };
  const writer = createWriter({
    pool,
    nesting,
    nextId,
    beforeAnswering,
    onStall: (stall) => options.onStall?.(stall),
  });
  const leading = createLeading(controlLine, name);
  let closed = false;
  const check = () => {
    if (closed) throw stopping();
    fitness.checkSchema();
    nesting.check();
  };

  let lending: pg.Pool | undefined;
  const host = createHostTransactions({
    ...sessionOptions,
    nesting,
    searchPath,
    nextId,
    name,
    beforeAnswering,
    check: () => {
      if (closed) throw stopping();
      fitness.checkSchema();
    },
    pool: () => {
      lending ??= options.pool ?? poolOf(options.url, connections);
      return lending;
    },
  });

  const close = async () => {
    closed = true;
    snapshots.close();
    await Promise.all([writer.idle(), reader.idle(), host.idle()]);
    if (lending !== options.pool) await lending?.end();
    signals.close();
    await leading.giveUp().catch(() => undefined);
    await Promise.all([pool.close(), listenLine.close(), controlLine.close(), keys.close(), watch.close()]);
  };
  try {
    await signals.start();
    if (clockError) throw clockError;
    judge = fitness.judge;
    // A move that has started since does not know the earlier connection, but knows these.
    await refuseUnfinished(await keys.wire());
  } catch (error) {
    await close();
    throw error;
  }

  return {
    read: async (workspaceId, work) => {
      check();
      return reader.read(workspaceId, work);
    },
    write: async (workspaceId, work) => {
      check();
      return writer.write(workspaceId, work);
    },
    transaction: async (work) => {
      check();
      return host.transaction(work);
    },
    within: host.within,
    snapshot: async (workspaceId) => {
      check();
      return snapshots.open(workspaceId);
    },
    directory: createDirectory(reader, askingVersions(keys, signals.seen), reportBadRow),
    signals: signals.signals,
    ping: async () => {
      try {
        await refuseStandby(await keys.wire());
      } catch (error) {
        throw translated(error);
      }
      fitness.checkReady();
      const stalls = writer.stalls();
      if (stalls[0]) throw heldUp(stalls, stalls[0].seconds);
    },
    leads: leading.leads,
    exclusively: (work, does) => {
      check();
      return exclusively(() => open('exclusive', NO_LIMITS), work, does);
    },
    tally: createTally(controlLine),
    clock: clock.time,
    steadyClock: clock.now,
    connections: pool.size,
    close,
  };
}

/** Settings of the connections for units of work. They keep the checked `synchronous_commit` if the default changes. */
const unitSettings = (synchronousCommit: string): Settings => ({
  ...LIMITS_IN_USE,
  synchronous_commit: synchronousCommit,
  // Otherwise the server plans each statement again for its first five executions on a connection.
  plan_cache_mode: 'force_generic_plan',
});

/** A client may read an export slowly; the server cuts it off before this. */
const SNAPSHOT_LIMITS = { idle_in_transaction_session_timeout: 120_000 };

/** For data that need not survive a crash. */
const NOT_DURABLE: Settings = { ...LIMITS_IN_USE, synchronous_commit: 'off' };

type OpenWire = (purpose: string, settings: Settings) => Promise<Wire>;

/** Names without quotes or dots, so that they can stand in a search path. */
const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,62}$/i;

/** The schema of Tandem's tables; null for the first one of the search path. */
function schemaOf({ schema, pool }: PostgresStorageOptions): string | null {
  const name = schema ?? (pool ? 'tandem' : null);
  if (name === null || SCHEMA_NAME.test(name)) return name;
  throw new TypeError('The schema must be named by up to 63 letters, digits and underscores.');
}

/** Only Tandem's tables are found, even where the host has temporary ones of the same names. */
const searchPathOf = (schema: string): string => `"${schema}", pg_temp`;

/** Where Tandem's own connections lead. A pool hides its secrets from enumeration. */
function addressOf({ url, pool }: PostgresStorageOptions): string | pg.ClientConfig {
  if (!pool) return url as string;
  const { password, ssl } = pool.options;
  return { ...pool.options, password, ssl };
}

/** The clients that transactions lend to a host without a pool. */
function poolOf(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'tandem transactions',
    connectionTimeoutMillis: PATIENCE_MS,
    max,
  });
  // A lost idle client is replaced when next needed.
  pool.on('error', () => undefined);
  return pool;
}

/**
 * Checks the server and migrates the database. Returns the `synchronous_commit` that connections keep, and the search
 * path of Tandem's tables.
 */
async function prepareDatabase(
  open: OpenWire,
  { allowUnsafe = false, onMigrated }: PostgresStorageOptions,
  schema: string | null,
): Promise<{ readonly synchronousCommit: string; readonly searchPath: string }> {
  const wire = await open('migrations', NO_LIMITS);
  try {
    await checkSession(wire, () => open('session check', NO_LIMITS));
    const synchronousCommit = await checkServer(wire, allowUnsafe);
    if (schema !== null) await createSchema(wire, schema);
    await refuseUnfinished(wire);
    const migrated = await migrate(wire);
    if (migrated) onMigrated?.(migrated);
    const [[first] = []] = await wire.rows('SELECT current_schema()');
    return { synchronousCommit, searchPath: searchPathOf(String(first)) };
  } finally {
    await wire.close();
  }
}

/** Closes the connection and throws if its server is a standby. */
async function onPrimary(wire: Wire): Promise<Wire> {
  try {
    await refuseStandby(wire);
    return wire;
  } catch (error) {
    wire.destroy();
    throw error;
  }
}

/** An operator ending the connection during setup says nothing about the next one. */
const retriedIfEnded = <T>(make: () => Promise<T>): Promise<T> =>
  make().catch((error: unknown) => {
    if (!wasEnded(error)) throw error;
    return make();
  });
