import { CALLER_TYPES, CRITERION_STATUSES, type Criterion, type Evidence, type Stores } from '@tandem/core';
import { sql } from 'kysely';
import { dateOrNull, isObjects, isText, json, oneOf, optional } from '../../columns.ts';
import { andThen } from '../../connection.ts';
import { query } from '../../query.ts';
import { reading } from '../../reading.ts';
import { deleteFrom, insertInto } from '../../rows.ts';
import type { Session } from '../../session.ts';
import { AUTHOR_JOIN, AUTHOR_VIEW, type AuthorView } from '../access/authors.ts';
import type { Schema } from '../schema.ts';

type Row = Schema['criteria'];
type View = Row & Pick<AuthorView, 'member_name' | 'member_display_name'>;

const insert = insertInto('criteria');
const clear = deleteFrom('criteria', ['workspace_id', 'number']);

const OF_TASK = query(
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
    of: async (number) => andThen(OF_TASK.all(on, { ws: ws(), number }), all),
    whole: async (number) => andThen(OF_TASK.all(on, { ws: ws(), number }), each),
    replace: async (number, criteria) => {
      clear(on, { workspace_id: ws(), number });
      criteria.forEach((criterion, position) => {
        insert(on, encode(ws(), number, position, criterion));
      });
    },
  };
}

const encode = (workspaceId: string, number: number, position: number, criterion: Criterion): Row => ({
  workspace_id: workspaceId,
  number,
  position,
  id: criterion.id,
  text: criterion.text,
  status: criterion.status,
  evidence: JSON.stringify(criterion.evidence),
  proven: Number(criterion.proven),
  author_id: criterion.by?.id ?? null,
  author_type: criterion.by?.type ?? null,
  author_name: criterion.by?.name ?? null,
  author_display_name: criterion.by?.displayName ?? null,
  at: criterion.at,
});

const status = oneOf('status', CRITERION_STATUSES);
const authorType = oneOf('author_type', CALLER_TYPES);
const maybeText = optional(isText);
export const evidence = json('evidence', 'list of evidence', (value): value is Evidence[] =>
  isObjects(value, {
    criterionId: maybeText,
    text: maybeText,
    url: maybeText,
    fileId: maybeText,
    command: maybeText,
    output: maybeText,
    exitCode: optional(Number.isInteger),
  }),
);

const decode = (row: View): Criterion => ({
  id: row.id,
  text: row.text,
  status: status(row.status),
  evidence: row.evidence === '[]' ? [] : evidence(row.evidence),
  proven: row.proven === 1,
  by:
    row.author_id === null
      ? null
      : {
          id: row.author_id,
          name: row.member_name ?? row.author_name ?? '',
          displayName: row.member_display_name ?? row.author_display_name ?? '',
          type: authorType(row.author_type),
        },
  at: dateOrNull('at', row.at),
});
