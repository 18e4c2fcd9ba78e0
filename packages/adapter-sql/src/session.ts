import { type PaceStore, RESTLESS, type Signal } from '@tandem/core';
import type { Connection, MaybePromise } from './connection.ts';
import { db, query } from './query.ts';
import type { BadRowListener } from './reading.ts';
import type { SkipCache } from './stores/ready/skip-cache.ts';
import { BLOCK } from './stores/search/document.ts';
import type { Unwritten } from './stores/search/unwritten.ts';

/** Counters of a workspace: `task` numbers tasks, `event` the log, `row` orders everything else. */
export type Sequence = 'task' | 'row' | 'event';

/** State shared by the stores of one connection. */
export interface Session {
  readonly connection: Connection;
  /** Draws the next number of a sequence of the workspace. */
  readonly next: (sequence: Sequence) => MaybePromise<number>;
  /** Continues a sequence after this number, if it hasn't reached it. Returns the last number. */
  readonly reserve: (sequence: Sequence, upTo: number) => MaybePromise<number>;
  /** Called for each unreadable row. */
  readonly reportBadRow: BadRowListener;
  /** Index entries that a page of a filtered list may read before it ends early. */
  readonly pageEffort: number;
  /** Tasks per search block (`BLOCK`). */
  readonly blockSize: number;
  /** Cache of ranges without work for a claimer; null if disabled. */
  readonly skipCache: SkipCache | null;
  readonly pace: PaceStore;
  /** The workspace of the current unit of work. */
  workspaceId: string;
  /** Set when a unit changes data that determines the holder of a key. */
  keyholdersChanged: boolean;
  /** Signals raised by the current unit. */
  signals: Signal[];
  /** On SQLite: documents whose words must be written before the commit (`writeWords`), in order of change. */
  readonly unwritten: Unwritten[];
}

/** About 10 ms with a million tasks. */
const PAGE_EFFORT = 10_000;

export interface SessionOptions {
  readonly connection: Connection;
  /** Draws a number for the session's workspace, or reserves all up to one. */
  readonly next: (session: Session, sequence: Sequence, upTo?: number) => MaybePromise<number>;
  readonly reportBadRow: BadRowListener;
  readonly pageEffort?: number | undefined;
  /** Must not change during the life of a database. */
  readonly blockSize?: number | undefined;
  readonly skipCache?: SkipCache | null | undefined;
  readonly pace?: PaceStore | undefined;
}

export function newSession({
  connection,
  next,
  reportBadRow,
  pageEffort = PAGE_EFFORT,
  blockSize = BLOCK,
  skipCache = null,
  pace = RESTLESS,
}: SessionOptions): Session {
  const session: Session = {
    connection,
    next: (sequence) => next(session, sequence),
    reserve: (sequence, upTo) => next(session, sequence, upTo),
    reportBadRow,
    pageEffort,
    blockSize,
    skipCache,
    pace,
    workspaceId: '',
    keyholdersChanged: false,
    signals: [],
    unwritten: [],
  };
  return session;
}

/** The counts of an owner, by bucket. */
const COUNTS = query((p: { ws: string; kind: string; owner: string }) =>
  db
    .selectFrom('counts')
    .select(['bucket', 'n'])
    .where('workspace_id', '=', p.ws)
    .where('kind', '=', p.kind)
    .where('owner', '=', p.owner),
);

export const countsOf = (session: Session, kind: string, owner: string) =>
  COUNTS.all(session.connection, { ws: session.workspaceId, kind, owner });
