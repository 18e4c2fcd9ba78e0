import type { Signal } from '@tandem/core';
import type { Connection, MaybePromise } from './connection.ts';
import { db, query } from './query.ts';
import type { BadRowListener } from './reading.ts';
import { BLOCK } from './search/document.ts';
import type { Unwritten } from './search/unwritten.ts';
import type { ReadyGaps } from './stores/ready-gaps.ts';

/** Numbers of a workspace: `task` numbers tasks, `event` the log, and `row` orders all else. */
export type Sequence = 'task' | 'row' | 'event';

/** What the stores of one connection share: the connection, and the workspace of the unit that runs. */
export interface Session {
  readonly connection: Connection;
  /** Draws the next number of a sequence of the workspace. */
  readonly next: (sequence: Sequence) => MaybePromise<number>;
  /** Hears of rows that cannot be read. */
  readonly reportBadRow: BadRowListener;
  /** How many entries of indexes a page of a filtered list looks at before it ends early. */
  readonly pageEffort: number;
  /** How many tasks share a block of the search (`BLOCK`). */
  readonly blockSize: number;
  /** Where claimers find nothing; null where that is not kept. */
  readonly gaps: ReadyGaps | null;
  /** The workspace of the unit of work that runs now. */
  workspaceId: string;
  /** Set when a unit changed what decides who a key's holder is. */
  keyholdersChanged: boolean;
  /** What the unit that runs now has raised. */
  signals: Signal[];
  /** On SQLite, of which documents the words are to be written before the commit (`writeWords`), in the order of the changes. */
  readonly unwritten: Unwritten[];
}

/** About ten milliseconds, with a million tasks. */
const PAGE_EFFORT = 10_000;

export interface SessionOptions {
  readonly connection: Connection;
  /** Draws a number for the workspace of the session. */
  readonly next: (session: Session, sequence: Sequence) => MaybePromise<number>;
  readonly reportBadRow: BadRowListener;
  readonly pageEffort?: number | undefined;
  /** The same for as long as the database lives. */
  readonly blockSize?: number | undefined;
  readonly gaps?: ReadyGaps | null | undefined;
}

export function newSession({
  connection,
  next,
  reportBadRow,
  pageEffort = PAGE_EFFORT,
  blockSize = BLOCK,
  gaps = null,
}: SessionOptions): Session {
  const session: Session = {
    connection,
    next: (sequence) => next(session, sequence),
    reportBadRow,
    pageEffort,
    blockSize,
    gaps,
    workspaceId: '',
    keyholdersChanged: false,
    signals: [],
    unwritten: [],
  };
  return session;
}

/** The kept counts of an owner, by bucket. */
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
