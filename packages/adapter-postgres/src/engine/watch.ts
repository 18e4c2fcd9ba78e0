import { isOfServer } from './errors.ts';
import type { Line } from './line.ts';
import type { Wire } from './wire.ts';

/** A connection that was given up because nothing came back on it. */
export interface Silence {
  /** What the connection was for. */
  readonly purpose: string;
  readonly seconds: number;
}

/** Finds connections on which no answer arrives although the database works. */
export interface Watch {
  /** Watches a connection until it is lost. */
  add(wire: Wire): void;
  close(): Promise<void>;
}

export interface WatchOptions {
  /** The connection on which the database is asked about the others. It is opened only while one of them is suspected. */
  readonly line: Line;
  readonly onSilence: (silence: Silence) => void;
}

/*
 * Times are counted in ticks, not by a clock: a process that stood still finds its answers in the socket's buffer, and
 * must not take the other end for silent.
 */
const TICK_MS = 500;
/** A connection that owes an answer and has brought nothing for this long is asked about. */
const SUSPECTED_TICKS = 4;
/** The database that doesn't say what a connection does within this time is taken for gone. */
const PROBE_TICKS = 5;
/** Longer than any statement may take: given up even if the database can't say what the connection does. */
const HARD_TICKS = 70;

/**
 * What the database does for some connections, by process id. A backend that has been idle for a second has either never
 * received the question or has answered it long ago.
 */
const STATES = `
  SELECT pid, backend_start::text, state IN ('active', 'fastpath function call'),
    state LIKE 'idle%' AND state_change < clock_timestamp() - interval '1 second'
  FROM pg_stat_activity WHERE pid = ANY (ARRAY(SELECT json_array_elements_text($1::json)::int))`;
/** Frees the locks of a backend whose connection was given up; its role may end its own. */
const TERMINATE = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1::int AND backend_start::text = $2`;

interface Watched {
  progress: number;
  /** For how many ticks an answer was owed and nothing came. */
  ticks: number;
}

/**
 * A network that drops packets on one connection, without a reset, leaves the kernel waiting for a quarter of an hour, and
 * the locks of the transaction are held meanwhile. So each connection that owes an answer is looked at, and after two
 * seconds of silence the database is asked, on another connection, whether it is still working on it. If it isn't, the
 * connection is destroyed and its backend terminated; those who waited learn that it was lost.
 */
export function createWatch({ line, onSilence }: WatchOptions): Watch {
  const wires = new Map<Wire, Watched>();
  let timer: NodeJS.Timeout | undefined;
  let probing: { ticks: number } | null = null;

  const giveUp = (wire: Wire, { ticks }: Watched) => {
    onSilence({ purpose: wire.purpose, seconds: (ticks * TICK_MS) / 1000 });
    wire.destroy();
  };

  /** One silent connection is rarely alone: a firewall that forgets one has forgotten the idle ones, too. */
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
      // Something has come meanwhile.
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

  /** The database doesn't answer on a new connection, either. */
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
        // A server that refuses one more connection may be at work on the others.
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
