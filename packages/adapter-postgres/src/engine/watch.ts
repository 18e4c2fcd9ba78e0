import { isOfServer } from './errors.ts';
import type { Line } from './line.ts';
import type { Wire } from './wire.ts';

/** A connection that was dropped for lack of a response. */
export interface Silence {
  /** The purpose of the connection. */
  readonly purpose: string;
  readonly seconds: number;
}

/** Finds connections that get no response although the database works. */
export interface Watch {
  /** Watches a connection until it is lost. */
  add(wire: Wire): void;
  close(): Promise<void>;
}

export interface WatchOptions {
  /** The connection for asking the database about others. It is open only while one is suspected. */
  readonly line: Line;
  readonly onSilence: (silence: Silence) => void;
}

/*
 * Times are counted in ticks, not by a clock: a suspended process finds its responses in the socket's buffer and must
 * not conclude that the server is silent.
 */
const TICK_MS = 500;
/** A connection with a pending response and no data for this long is suspected. */
const SUSPECTED_TICKS = 4;
/** If the database does not report on a connection within this time, it counts as down. */
const PROBE_TICKS = 5;
/** Longer than any statement may take: the connection is dropped even if the database cannot report on it. */
const HARD_TICKS = 70;

/**
 * The state of some connections at the database, by process id. A backend that has been idle for a second either never
 * received the statement or responded long ago.
 */
const STATES = `
  SELECT pid, backend_start::text, state IN ('active', 'fastpath function call'),
    state LIKE 'idle%' AND state_change < clock_timestamp() - interval '1 second'
  FROM pg_stat_activity WHERE pid = ANY (ARRAY(SELECT json_array_elements_text($1::json)::int))`;
/** Releases the locks of a backend whose connection was dropped; a role may terminate its own backends. */
const TERMINATE = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1::int AND backend_start::text = $2`;

interface Watched {
  progress: number;
  /** Number of ticks without data while a response was pending. */
  ticks: number;
}

/**
 * A network that silently drops the packets of a connection keeps the kernel waiting for a quarter of an hour, while
 * the transaction's locks are held. So connections with a pending response are watched, and after two seconds of
 * silence the database is asked, on another connection, if it is still working on it. If not, the connection is
 * destroyed and its backend terminated; its callers get a lost connection.
 */
export function createWatch({ line, onSilence }: WatchOptions): Watch {
  const wires = new Map<Wire, Watched>();
  let timer: NodeJS.Timeout | undefined;
  let probing: { ticks: number } | null = null;

  const giveUp = (wire: Wire, { ticks }: Watched) => {
    onSilence({ purpose: wire.purpose, seconds: (ticks * TICK_MS) / 1000 });
    wire.destroy();
  };

  /** Silent connections are rarely alone: a firewall that dropped one has dropped the idle ones too. */
  const askIdle = () => {
    for (const wire of wires.keys()) if (wire.underWay() === 0) wire.rows('SELECT 1').catch(() => undefined);
  };

  const probe = async (suspects: readonly [Wire, Watched][]) => {
    const wire = await line.wire();
    const pids = suspects.map(([{ backend }]) => backend.pid);
    const rows = await wire.rows(STATES, [JSON.stringify(pids)]);
    const states = new Map(
      rows.map(([pid, startedAt, works, idle]) => [`${pid} ${startedAt}`, { works, idle }]),
    );
    for (const [suspect, watched] of suspects) {
      // Data has arrived meanwhile.
      if (suspect.lost() || watched.ticks < SUSPECTED_TICKS) continue;
      const { pid, startedAt } = suspect.backend;
      const state = states.get(`${pid} ${startedAt}`);
      const isSilent = !state || state.idle === 1 || (state.works !== 1 && watched.ticks >= HARD_TICKS);
      if (!isSilent) continue;
      giveUp(suspect, watched);
      askIdle();
      if (state) wire.rows(TERMINATE, [pid, startedAt]).catch(() => undefined);
    }
  };

  /** The database does not respond on a new connection either. */
  const giveUpAll = () => {
    line.drop();
    for (const wire of [...wires.keys()]) wire.destroy();
  };

  const tick = () => {
    const suspects: [Wire, Watched][] = [];
    for (const [wire, watched] of wires) {
      const progress = wire.progress();
      if (wire.underWay() === 0 || progress !== watched.progress) watched.ticks = 0;
      else watched.ticks++;
      watched.progress = progress;
      if (watched.ticks >= SUSPECTED_TICKS) suspects.push([wire, watched]);
    }
    if (probing) {
      if (++probing.ticks === PROBE_TICKS) giveUpAll();
      return;
    }
    if (suspects.length === 0) {
      line.rest();
      return;
    }
    const current = { ticks: 0 };
    probing = current;
    probe(suspects)
      .catch((error) => {
        // A server that refuses an additional connection may still serve the others.
        const patience = isOfServer(error) ? HARD_TICKS : SUSPECTED_TICKS;
        for (const [wire, watched] of suspects) if (watched.ticks >= patience) giveUp(wire, watched);
      })
      .finally(() => {
        probing = null;
      });
  };

  return {
    add: (wire) => {
      wires.set(wire, { progress: wire.progress(), ticks: 0 });
      wire.onLost(() => wires.delete(wire));
      timer ??= setInterval(tick, TICK_MS).unref();
    },
    close: async () => {
      clearInterval(timer);
      await line.close();
    },
  };
}
