import { randomUUID } from 'node:crypto';
import { type BadRowListener, type ProblemListener, reportedOnce } from '@tandem/adapter-sql';
import type { Sharing, Storage } from '@tandem/core';
import { sharedClock } from './engine/clock.ts';
import { connectionOn } from './engine/connection.ts';
import { createDirectory } from './engine/directory.ts';
import { wasEnded } from './engine/errors.ts';
import { exclusively } from './engine/exclusively.ts';
import { takingFigures } from './engine/figures.ts';
import { clockTooFar, createFitness, type Found, poolWhileFit } from './engine/fitness.ts';
import { createLeading } from './engine/leading.ts';
import { createLine } from './engine/line.ts';
import { createNesting } from './engine/nesting.ts';
import { createPool, type PoolSize } from './engine/pool.ts';
import { createReader } from './engine/reader.ts';
import { checkServer, refuseStandby, type UnfitServer } from './engine/server.ts';
import { checkSession } from './engine/session-check.ts';
import { createSignals } from './engine/signals.ts';
import { createTally } from './engine/tally.ts';
import { heldUp, stopping, translated } from './engine/unavailable.ts';
import { askingVersions } from './engine/versions.ts';
import { createWatch, type Silence } from './engine/watch.ts';
import { LIMITS_IN_USE, NO_LIMITS, openWire, type Settings } from './engine/wire.ts';
import { createWriter, type Stall } from './engine/writer.ts';
import { migrate } from './migrations/index.ts';
import { refuseUnfinished } from './transfer/unfinished.ts';

export interface PostgresStorageOptions {
  /** `postgres://user:password@host:port/database`, with the parameters that libpq knows, such as `sslmode`. */
  readonly url: string;
  /** How many connections units of work share, 16 unless it is given; up to five more are for other purposes. */
  readonly connections?: number | undefined;
  /**
   * How many entries of its indexes a page of the task list may look at, 10,000 unless it is given. Where filters
   * that each match many tasks hardly meet, the page then ends early, short or even empty, and tells where to go on.
   */
  readonly pageEffort?: number | undefined;
  /** How many tasks share a block of the search (docs/decisions/0081): 4,096, and the same for as long as the database lives. */
  readonly blockSize?: number | undefined;
  /** Told of each commit: how many units of work shared it. */
  readonly onCommit?: ((units: number) => void) | undefined;
  /**
   * Told of a row that cannot be read, once for each: it holds what Tandem never writes. It is left out of lists
   * meanwhile, and refused alone.
   */
  readonly onBadRow?: BadRowListener | undefined;
  /** Called when the database or this machine's clock stops being fit to serve from, and with null when it is over. */
  readonly onProblem?: ProblemListener | undefined;
  /** Told of a connection that was given up because nothing came back on it. */
  readonly onSilence?: ((silence: Silence) => void) | undefined;
  /** Told once when the writes of a workspace don't move any more. */
  readonly onStall?: ((stall: Stall) => void) | undefined;
  /** For tests alone: takes a server that loses what was committed when its machine goes down. */
  readonly allowUnsafe?: boolean | undefined;
}

/** A Storage that several processes share. */
export type PostgresStorage = Storage &
  Sharing & {
    /** The connections that units of work are on now; the few for other purposes are none of them. */
    connections(): PoolSize;
  };

const CONNECTIONS = 16;
/** How long a unit waits for a connection. */
const PATIENCE_MS = 10_000;

/**
 * A Storage on a PostgreSQL database, which several processes may use at once. Connects and migrates; throws
 * `DatabaseTooNew` for a database of a newer version, `UnfitServer` for a server that cannot keep what it is given, a
 * pooler that does not keep sessions or a clock that is over a minute off, and the driver's error for one that cannot be reached.
 */
export async function postgresStorage(options: PostgresStorageOptions): Promise<PostgresStorage> {
  const {
    url,
    connections = CONNECTIONS,
    pageEffort,
    blockSize,
    onCommit,
    onBadRow,
    onProblem,
    onSilence,
    onStall,
  } = options;
  const name = randomUUID();
  const openUnwatched = (purpose: string, settings?: Settings) => openWire({ url, purpose }, settings);

  const migrating = await openUnwatched('migrations', NO_LIMITS);
  let synchronousCommit: string;
  try {
    await checkSession(migrating, () => openUnwatched('session check', NO_LIMITS));
    synchronousCommit = await checkServer(migrating, options.allowUnsafe ?? false);
    await refuseUnfinished(migrating);
    await migrate(migrating);
  } finally {
    await migrating.close();
  }

  // Whatever is set later for the whole server, these connections keep to what was checked.
  const inUse = { ...LIMITS_IN_USE, synchronous_commit: synchronousCommit };
  /** What nobody is promised need not wait for the disk. */
  const unpromised = { ...LIMITS_IN_USE, synchronous_commit: 'off' };
  const watch = createWatch({
    line: createLine(() => openUnwatched('watch', unpromised)),
    onSilence: (silence) => onSilence?.(silence),
  });
  const open = async (purpose: string, settings?: Settings) => {
    const wire = await openUnwatched(purpose, settings);
    watch.add(wire);
    return wire;
  };
  const reportBadRow = reportedOnce(onBadRow ?? (() => undefined));
  const newConnection = async () => {
    const wire = await open('units', inUse);
    try {
      await refuseStandby(wire);
    } catch (error) {
      wire.destroy();
      throw error;
    }
    return connectionOn(wire, { reportBadRow, pageEffort, blockSize });
  };
  const fitness = createFitness(onProblem ?? (() => undefined));
  const unitConnections = createPool({
    max: connections,
    patienceMs: PATIENCE_MS,
    make: async () => {
      try {
        return await newConnection();
      } catch (error) {
        // One that an operator ends while it is made says nothing of the next.
        if (!wasEnded(error)) throw error;
        return newConnection();
      }
    },
  });
  const pool = poolWhileFit(unitConnections, fitness);
  const ear = createLine(() => open('signals', unpromised));
  const mouth = createLine(() => open('telling', unpromised));
  const keys = createLine(() => open('keys', unpromised));
  const clock = sharedClock();
  let clockError: UnfitServer | null = null;
  let judge = ({ aheadMs }: Found) => {
    clockError = clockTooFar(aheadMs);
  };
  const onLook = (found: Found) => judge(found);
  const signals = createSignals({ ear, mouth, name, clock, onLook });
  const figures = takingFigures(() => open('figures', unpromised));
  const nesting = createNesting();
  const reader = createReader(pool, nesting);
  const writer = createWriter({
    pool,
    nesting,
    name,
    beforeAnswering: (commit) => {
      onCommit?.(commit.units);
      signals.commit(commit);
      figures.commit(commit.units);
    },
    onStall: (stall) => onStall?.(stall),
  });
  const leading = createLeading(mouth, name);
  let closed = false;
  const check = () => {
    if (closed) throw stopping();
    fitness.checkSchema();
    nesting.check();
  };

  const close = async () => {
    closed = true;
    await Promise.all([writer.idle(), reader.idle()]);
    signals.close();
    await leading.giveUp().catch(() => undefined);
    await Promise.all([pool.close(), ear.close(), mouth.close(), keys.close(), watch.close()]);
  };
  try {
    await signals.start();
    if (clockError) throw clockError;
    judge = fitness.judge;
    // A move that began since does not know of the connection before, but of these.
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
    tally: createTally(mouth),
    clock: clock.time,
    steadyClock: clock.now,
    connections: pool.size,
    close,
  };
}
