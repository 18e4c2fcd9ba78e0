import { type News, publisher, type Signal, type Signals } from '@tandem/core';
import { schemaVersion } from '../migrations/index.ts';
import type { SharedClock } from './clock.ts';
import type { Found } from './fitness.ts';
import { createHeard } from './heard.ts';
import type { Line } from './line.ts';
import type { Wire } from './wire.ts';
import type { Commit } from './writer.ts';

/** Signals of commits by this and all other processes on the database. */
export interface SharedSignals {
  readonly signals: Signals;
  /** Publishes the signals of a commit of this process, and notifies the others. */
  commit(commit: Commit): void;
  /** The number of commits with signals that a workspace has had so far. */
  seen(workspaceId: string, told: number): void;
  /** Starts to listen; resolves when it does. */
  start(): Promise<void>;
  close(): void;
}

export interface SignalsOptions {
  /** Receives notifications, and checks for lost ones. */
  readonly ear: Line;
  /** Tells others. */
  readonly mouth: Line;
  /** Identifies this process to the others. */
  readonly name: string;
  readonly clock: SharedClock;
  /** Called with the result of each check of the database. */
  readonly onLook: (found: Found) => void;
}

/** Interval of the checks for lost notifications, and their maximum delay. */
const LOOK_MS = 700;
const ON_ITS_WAY_MS = 200;

const CHANNEL = 'tandem';
/** The server accepts less than 8,000 bytes. */
const MAX_BYTES = 7_900;

const LISTEN = `LISTEN ${CHANNEL}`;
const TIME = 'SELECT extract(epoch FROM clock_timestamp()) * 1000';
/** Number of listeners on the database, including this process. */
const LISTENERS = `
  SELECT count(*) FROM pg_stat_activity
  WHERE application_name = current_setting('application_name') AND datname = current_database()`;
const LOOK = `
  SELECT workspace_id, told FROM heads
  WHERE workspace_id = ANY (ARRAY(SELECT json_array_elements_text($1::json)))`;
const TELL = `SELECT pg_notify('${CHANNEL}', told) FROM json_array_elements_text($1::json) AS told`;

/** The notification of a commit: its signals, or null if they are too long. */
type Told = readonly [workspaceId: string, told: number, signals: readonly Signal[] | null];
type Message = readonly [name: string, told: readonly Told[]];

/**
 * The signals of a commit are published in this process before the writer gets its response, and sent to other
 * processes afterwards, many per notification, on a separate connection: NOTIFY inside the transaction would serialize
 * all commits of the database. Notifications can be lost with a connection, a process or a pooler. So each commit with
 * signals is counted in its workspace's head, and the counts of workspaces with waiting clients are checked: if one was
 * missed, all clients there check again.
 */
export function createSignals({ ear, mouth, name, clock, onLook }: SignalsOptions): SharedSignals {
  const published = publisher();
  const heard = createHeard();
  let outbox: Told[] = [];
  let telling = false;
  let closed = false;
  let timer: NodeJS.Timeout | null = null;
  let listening: Wire | null = null;
  /**
   * True if there are no other listeners: nothing is sent then. New servers announce themselves, and each check counts
   * them.
   */
  let alone = false;

  const tellOthers = async () => {
    if (telling) return;
    telling = true;
    try {
      while (outbox.length > 0) {
        const messages = packed(name, outbox.splice(0));
        const wire = await mouth.wire();
        await wire.rows(TELL, [JSON.stringify(messages)]);
      }
    } catch {
      // Waiting clients recover through the counts; the database may be down.
      outbox = [];
    } finally {
      telling = false;
    }
  };

  const hear = (payload: string) => {
    const message = parsed(payload);
    if (!message || message[0] === name) return;
    alone = false;
    // A server has started or a migration has finished: the schema may have changed.
    if (message[1].length === 0) lookSoon();
    const news: News[] = [];
    for (const [workspaceId, told, signals] of message[1]) {
      heard.hear(workspaceId, told);
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
    await wire.rows(TELL, [JSON.stringify([JSON.stringify([name, []])])]);
    listening = wire;
    if (!before) return;
    for (const [workspaceId, told] of await counts(wire)) heard.settle(workspaceId, told);
    published.publish([{ everything: true, workspaceId: null }]);
  };

  const counts = async (wire: Wire): Promise<[workspaceId: string, told: number][]> => {
    const ids = heard.watched();
    if (ids.length === 0) return [];
    return (await wire.rows(LOOK, [JSON.stringify(ids)])) as never;
  };

  const look = async () => {
    const wire = await ear.wire();
    if (wire !== listening) await listen(wire);
    const asked = performance.now();
    const [[time], found, [listeners], schema] = await Promise.all([
      wire.rows(TIME).then((rows) => rows[0] as [number]),
      counts(wire),
      wire.rows(LISTENERS).then((rows) => rows[0] as [number]),
      schemaVersion(wire),
    ]);
    const answered = performance.now();
    clock.sample(time, asked, answered);
    onLook({ schema, aheadMs: Date.now() - (answered - asked) / 2 - time });
    alone = listeners <= 1;
    const missing = found.filter(([workspaceId, told]) => heard.misses(workspaceId, told));
    if (missing.length === 0) return;
    await pause(ON_ITS_WAY_MS);
    const lost = missing.filter(([workspaceId, told]) => heard.misses(workspaceId, told));
    for (const [workspaceId, told] of lost) heard.settle(workspaceId, told);
    published.publish(lost.map(([workspaceId]) => ({ everything: true, workspaceId })));
  };

  const lookAgain = async () => {
    timer = null;
    try {
      await look();
    } catch {
      // The database is unreachable; the check is repeated.
    }
    keepLooking();
  };

  const keepLooking = () => {
    if (closed) return;
    timer = setTimeout(lookAgain, LOOK_MS);
    timer.unref();
  };

  /** Runs the next check early, unless one is running. */
  const lookSoon = () => {
    if (!timer) return;
    clearTimeout(timer);
    void lookAgain();
  };

  return {
    signals: { subscribe: published.subscribe, watch: heard.watch },
    commit: ({ workspaceId, signals, told }) => {
      if (signals.length === 0) return;
      heard.hear(workspaceId, told);
      published.publish(signals);
      if (alone) return;
      outbox.push([workspaceId, told, signals]);
      void tellOthers();
    },
    seen: heard.seen,
    start: async () => {
      await look();
      keepLooking();
    },
    close: () => {
      closed = true;
      clearTimeout(timer ?? undefined);
    },
  };
}

/** Packs notifications into as few messages as possible. */
function packed(name: string, outbox: readonly Told[]): string[] {
  const messages: string[] = [];
  let parts: string[] = [];
  let bytes = 0;
  const begin = `[${JSON.stringify(name)},[`;
  const end = () => {
    if (parts.length > 0) messages.push(`${begin}${parts.join()}]]`);
    parts = [];
    bytes = 0;
  };
  for (const [workspaceId, told, signals] of outbox) {
    let part = JSON.stringify([workspaceId, told, signals]);
    if (Buffer.byteLength(part) > MAX_BYTES / 2) part = JSON.stringify([workspaceId, told, null]);
    const more = Buffer.byteLength(part) + 1;
    if (bytes + more + begin.length + 2 > MAX_BYTES) end();
    parts.push(part);
    bytes += more;
  }
  end();
  return messages;
}

/** Anyone who can connect to the database can send notifications, so malformed ones are ignored. */
function parsed(payload: string): Message | null {
  try {
    const message: unknown = JSON.parse(payload);
    return isMessage(message) ? message : null;
  } catch {
    return null;
  }
}

const isMessage = (value: unknown): value is Message =>
  Array.isArray(value) && Array.isArray(value[1]) && value[1].every(isTold);

const isTold = (value: unknown): value is Told =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  Number.isSafeInteger(value[1]) &&
  (value[2] === null || (Array.isArray(value[2]) && value[2].every(isSignal)));

const isSignal = (value: unknown): value is Signal =>
  typeof (value as Partial<Signal> | null)?.topic === 'string' && !('everything' in (value as Signal));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
