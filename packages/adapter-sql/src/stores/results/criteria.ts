import type { Criterion, Stores } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { entityOf, readersOf } from '../../entity.ts';
import { query, WS } from '../../query.ts';
import { reading } from '../../reading.ts';
import { deleteFrom, insertInto } from '../../rows.ts';
import { onTask, scanOf } from '../../scan.ts';
import type { Session } from '../../session.ts';
import { AUTHOR_JOIN, AUTHOR_VIEW, type AuthorView } from '../access/authors.ts';
import type { Schema } from '../schema.ts';
import { criteria } from './tables.ts';

type Row = Schema['criteria'];
type View = Row & Pick<AuthorView, `member_${string}` & keyof AuthorView>;

const insert = insertInto('criteria');
const clear = deleteFrom('criteria', ['workspace_id', 'number']);

const CRITERIA_OF_TASK = query(
  (p: { ws: string; number: number }) => sql<View>`
    SELECT x.*, ${AUTHOR_VIEW} FROM criteria x ${AUTHOR_JOIN}
    WHERE x.workspace_id = ${p.ws} AND x.number = ${p.number} ORDER BY x.position`,
);

export function criterionStore(session: Session): Stores['criteria'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const { all, each } = reading(
    session.reportBadRow,
    'criteria',
    ({ number, id }: View) => `${number} ${id}`,
    decode,
  );
  return {
    of: async (number) => andThen(CRITERIA_OF_TASK.all(on, { ws: ws(), number }), all),
    allOf: async (number) => andThen(CRITERIA_OF_TASK.all(on, { ws: ws(), number }), each),
    replace: async (number, criteria) => {
      clear(on, { workspace_id: ws(), number });
      criteria.forEach((criterion, position) => {
        insert(on, { ...encode(ws(), criterion), number, position });
      });
    },
  };
}

const read = readersOf(criteria);

const { encode, decode } = entityOf<Criterion, View>()(criteria, {
  unsaved: ['number', 'position'],
  columns: {
    check_: ({ check }) => check && JSON.stringify(check),
    author_id: ({ by }) => by?.id ?? null,
    author_type: ({ by }) => by?.type ?? null,
    author_name: ({ by }) => by?.name ?? null,
    author_display_name: ({ by }) => by?.displayName ?? null,
  },
  fields: {
    check: read.check_,
    by: (row) =>
      row.author_id === null
        ? null
        : {
            id: row.member_merged_into ?? row.author_id,
            name: row.member_name ?? row.author_name ?? '',
            displayName: row.member_display_name ?? row.author_display_name ?? '',
            type: read.author_type(row) ?? 'service',
          },
  },
});

export const scanCriteria = scanOf<View, Criterion & { readonly taskNumber: number }>({
  table: 'criteria',
  select: sql`SELECT x.*, ${AUTHOR_VIEW} FROM criteria x ${AUTHOR_JOIN}`,
  alias: 'x',
  key: { number: -1, position: -1 },
  where: onTask(WS),
  decode: (row) => ({ ...decode(row), taskNumber: row.number }),
});
