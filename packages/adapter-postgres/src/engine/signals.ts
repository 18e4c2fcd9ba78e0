import { type News, publisher, type Signals } from '@tandem/core';
import { findSchema } from '../migrations/index.ts';
import type { SharedClock } from './clock.ts';
import type { Commit } from './commit-group.ts';
import type { Found } from './fitness.ts';
import type { Line } from './line.ts';
import { announce, CHANNEL, createNotifier, parsed } from './notifier.ts';
import { createReceivedCommits } from './received-commits.ts';
import type { Wire } from './wire.ts';

/** Signals of commits by this and all other processes on the database. */
export interface SharedSignals {
  readonly signals: Signals;
  /** Publishes the signals of a commit of this process, and notifies the others. */
  commit(commit: Commit): void;
  /** The number of commits with signals that a workspace has had so far. */
  seen(workspaceId: string, signalSeq: number): void;
  /** Starts to listen; resolves when it does. */
  start(): Promise<void>;
  close(): void;
}

export interface SignalsOptions {
  /** Receives notifications, and checks for lost ones. */
  readonly listenLine: Line;
  /** Notifies other processes. */
  readonly controlLine: Line;
  /** Identifies this process to the others. */
  readonly name: string;
  readonly clock: SharedClock;
  /** Called with the result of each check of the database. */
  readonly onLook: (found: Found) => void;
}

/** Interval of the checks for lost notifications, and their maximum delay. */
const LOOK_MS = 700;
const ON_ITS_WAY_MS = 200;

const LISTEN = `LISTEN ${CHANNEL}`;
const TIME = 'SELECT extract(epoch FROM clock_timestamp()) * 1000';
/** Number of listeners on the database, including this process. */
const LISTENERS = `
  SELECT count(*) FROM pg_stat_activity
  WHERE application_name = current_setting('application_name') AND datname = current_database()`;
const LOOK = `
  SELECT workspace_id, told FROM heads
  WHERE workspace_id = ANY (ARRAY(SELECT json_array_elements_text($1::json)))`;
/**
 * The signals of a commit are published in this process before the writer gets its response, and sent to other
 * processes afterwards, many per notification, on a separate connection: NOTIFY inside the transaction would serialize
 * all commits of the database. Notifications can be lost with a connection, a process or a pooler. So each commit with
 * signals is counted in its workspace's head, and the counts of workspaces with waiting clients are checked: if one was
 * missed, all clients there check again.
 */
export function createSignals({
  listenLine,
  controlLine,
  name,
  clock,
  onLook,
}: SignalsOptions): SharedSignals {
  const published = publisher();
  const received = createReceivedCommits();
  const notifier = createNotifier(controlLine, name);
  let listening: Wire | null = null;
  /**
   * True if there are no other listeners: nothing is sent then. New servers announce themselves, and each check counts
   * them.
   */
  let alone = false;

  const hear = (payload: string) => {
    const message = parsed(payload);
    if (!message || message[0] === name) return;
    if (message[0] !== hostOf(name)) alone = false;
    // A server has started or a migration has finished: the schema may have changed.
    if (message[1].length === 0) checks.runSoon();
    const news: News[] = [];
    for (const [workspaceId, signalSeq, signals] of message[1]) {
      received.hear(workspaceId, signalSeq);
      news.push(...(signals ?? [{ everything: true as const, workspaceId }]));
    }
    try {
      published.publish(news);
    } catch {
      // Not a message from Tandem. Missed commits are found through the counts.
    }
  };

  /** Listens on a new connection. Notifications sent meanwhile are lost, and made up for by a check. */
  const listen = async (wire: Wire) => {
    const before = listening;
    wire.onNotification((channel, payload) => {
      if (channel === CHANNEL) hear(payload);
    });
    await wire.rows(LISTEN);
    await announce(wire, name);
    listening = wire;
    if (!before) return;
    for (const [workspaceId, signalSeq] of await counts(wire)) received.settle(workspaceId, signalSeq);
    published.publish([{ everything: true, workspaceId: null }]);
  };

  const counts = async (wire: Wire): Promise<[workspaceId: string, told: number][]> => {
    const ids = received.watched();
    if (ids.length === 0) return [];
    return (await wire.rows(LOOK, [JSON.stringify(ids)])) as never;
  };

  const look = async () => {
    const wire = await listenLine.wire();
    if (wire !== listening) await listen(wire);
    const asked = performance.now();
    const [[time], found, [listeners], schema] = await Promise.all([
      wire.rows(TIME).then((rows) => rows[0] as [number]),
      counts(wire),
      wire.rows(LISTENERS).then((rows) => rows[0] as [number]),
      findSchema(wire),
    ]);
    const answered = performance.now();
    clock.sample(time, asked, answered);
    onLook({ schema, aheadMs: Date.now() - (answered - asked) / 2 - time });
    alone = listeners <= 1;
    const missing = found.filter(([workspaceId, signalSeq]) => received.misses(workspaceId, signalSeq));
    if (missing.length === 0) return;
    await pause(ON_ITS_WAY_MS);
    const lost = missing.filter(([workspaceId, signalSeq]) => received.misses(workspaceId, signalSeq));
    for (const [workspaceId, signalSeq] of lost) received.settle(workspaceId, signalSeq);
    published.publish(lost.map(([workspaceId]) => ({ everything: true, workspaceId })));
  };

  const checks = repeated(look, LOOK_MS);

  return {
    signals: { subscribe: published.subscribe, watch: received.watch },
    commit: ({ workspaceId, signals, signalSeq }) => {
      if (signals.length === 0) return;
      received.hear(workspaceId, signalSeq);
      published.publish(signals);
      if (alone) return;
      notifier.notify([workspaceId, signalSeq, signals]);
    },
    seen: received.seen,
    start: async () => {
      await look();
      checks.start();
    },
    close: checks.close,
  };
}

/** The sender of commits that hosts of this process make, which this process hears like those of others. */
export const hostOf = (name: string): string => `${name} host`;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Repeats `work` with a pause after each run. A failed run is repeated too: the database may be unreachable. */
function repeated(work: () => Promise<void>, pauseMs: number) {
  let closed = false;
  let timer: NodeJS.Timeout | null = null;
  const run = async () => {
    timer = null;
    await work().catch(() => undefined);
    start();
  };
  const start = () => {
    if (!closed) timer = setTimeout(run, pauseMs).unref();
  };
  return {
    start,
    /** Runs it early, unless it is running. */
    runSoon: () => {
      if (!timer) return;
      clearTimeout(timer);
      void run();
    },
    close: () => {
      closed = true;
      clearTimeout(timer ?? undefined);
    },
  };
}
