import type { Signal } from '@tandem/core';
import type { ReadyGaps } from '../stores/ready-gaps.ts';
import { db, query } from './query.ts';
import type { BadRowListener } from './reading.ts';
import type { Connection } from './sqlite.ts';

/** What the stores of one connection share: the connection, and the workspace of the unit that runs. */
export interface Session {
  readonly connection: Connection;
  /** Hears of rows that cannot be read. */
  readonly reportBadRow: BadRowListener;
  /** How many entries of indexes a page of a filtered list looks at before it ends early. */
  readonly pageEffort: number;
  /** Where claimers find nothing; null on a connection that gives no tasks to them. */
  readonly gaps: ReadyGaps | null;
  /** The workspace of the unit of work that runs now. */
  workspaceId: string;
  /** Set when a unit changed what decides who a key's holder is. */
  keyholdersChanged: boolean;
  /** What the unit that runs now has raised. */
  signals: Signal[];
}

/** About ten milliseconds, with a million tasks. */
const PAGE_EFFORT = 10_000;

export const newSession = (
  connection: Connection,
  reportBadRow: BadRowListener,
  pageEffort = PAGE_EFFORT,
  gaps: ReadyGaps | null = null,
): Session => ({
  connection,
  reportBadRow,
  pageEffort,
  gaps,
  workspaceId: '',
  keyholdersChanged: false,
  signals: [],
});

const NEXT = query((p: { ws: string; name: string }) =>
  db
    .insertInto('sequences')
    .values({ workspace_id: p.ws, name: p.name, value: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'name'])
        .doUpdateSet((row) => ({ value: row('sequences.value', '+', 1) })),
    )
    .returning('value'),
);

/** The next number of a sequence of the workspace: `task` numbers tasks, `row` orders all else. */
export function nextIn(session: Session, name: 'task' | 'row'): number {
  const { value } = NEXT.get(session.connection, { ws: session.workspaceId, name }) as { value: number };
  return value;
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
