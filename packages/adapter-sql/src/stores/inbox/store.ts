import { EMPTY_PAGE, INBOX_KINDS, type InboxEntry, type InboxKind, type Stores } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { date, oneOf } from '../../columns.ts';
import { indexedBy, JOIN_IN_ORDER, merged } from '../../dialect.ts';
import { decodedPage, seqAt } from '../../page.ts';
import { queriesByShape, query } from '../../query.ts';
import { reading } from '../../reading.ts';
import { insertInto } from '../../rows.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';

type Row = Schema['inbox'];

/** The entry of all people in the workspace. */
const EVERYBODY = '';

const insert = insertInto('inbox');
const REMOVE = query(
  (p: { ws: string; kind: string; ref: string }) => sql`
    DELETE FROM inbox ${indexedBy('inbox_by_ref')} WHERE workspace_id = ${p.ws} AND kind = ${p.kind} AND ref = ${p.ref}`,
);

const PLACE = query(
  (p: { ws: string; kind: string; ref: string }) => sql<{ seq: number }>`
    SELECT seq FROM inbox ${indexedBy('inbox_by_ref')}
    WHERE workspace_id = ${p.ws} AND kind = ${p.kind} AND ref = ${p.ref} LIMIT 1`,
);

interface ListValues {
  ws: string;
  person: string;
  kind: string;
  after: number;
}
/** Entries for the person, and entries for everyone. */
const both = (
  p: ListValues,
  columns: RawBuilder<unknown>,
  index: RawBuilder<unknown>,
  ofKind: RawBuilder<unknown>,
) =>
  [p.person, EVERYBODY].map(
    (person) => sql`
      SELECT ${columns} FROM inbox ${index}
      WHERE workspace_id = ${p.ws} AND person_id = ${person} ${ofKind} AND seq > ${p.after}`,
  );
const listOf = (index: RawBuilder<unknown>, ofKind: (p: ListValues) => RawBuilder<unknown>) => ({
  page: query(
    (p: ListValues & { limit: number }) => sql<Row>`
      ${merged(both(p, sql`*`, index, ofKind(p)), { by: 'seq', order: 'ASC', limit: p.limit })}`,
  ),
  total: query(
    (p: ListValues) => sql<{ n: number }>`
      SELECT CAST(sum(n) AS BIGINT) AS n FROM (${sql.join(both(p, sql`count(*) AS n`, index, ofKind(p)), sql` UNION ALL `)}) page`,
  ),
});
/**
 * A person's inbox entries for the open questions of some askers. There are few such questions, so they drive the
 * query.
 */
type AskerValues = ListValues & { limit: number } & Record<`asker${number}`, string>;
const shapes = queriesByShape<AskerValues, Row & { n: number }>();
const ofAskers = (
  count: number,
  columns: RawBuilder<unknown>,
  end: (p: AskerValues) => RawBuilder<unknown>,
) => {
  const build = (p: AskerValues) => {
    const askers = Array.from({ length: count }, (_, place) => sql`${p[`asker${place}`]}`);
    return sql<Row & { n: number }>`
      SELECT ${columns} FROM questions x ${indexedBy('questions_open_by_asker')}
      ${JOIN_IN_ORDER} inbox i ON i.workspace_id = x.workspace_id AND i.kind = 'question' AND i.ref = x.id
      WHERE x.workspace_id = ${p.ws} AND x.author_id IN (${sql.join(askers)}) AND x.status = 'open'
        AND i.person_id IN (${p.person}, ${sql.lit(EVERYBODY)}) AND i.seq > ${p.after} ${end(p)}`;
  };
  return build;
};
const pageOfAskers = (count: number) =>
  shapes(`page ${count}`, () =>
    query(ofAskers(count, sql`i.*`, (p) => sql`ORDER BY i.seq LIMIT ${p.limit}`)),
  );
const totalOfAskers = (count: number) =>
  shapes(`total ${count}`, () => query(ofAskers(count, sql`count(*) AS n`, () => sql``)));

const ALL = listOf(sql``, () => sql``);
const INBOX_OF_KIND = listOf(sql`${indexedBy('inbox_by_kind')}`, (p) => sql`AND kind = ${p.kind}`);

export function inboxStore(session: Session): Stores['inbox'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const read = reading(session.reportBadRow, 'inbox', ({ kind, ref }: Row) => `${kind} ${ref}`, decode);
  return {
    put: async ({ kind, ref, since, people }) => {
      const seq = (await PLACE.get(on, { ws: ws(), kind, ref }))?.seq ?? (await session.next('row'));
      REMOVE.run(on, { ws: ws(), kind, ref });
      for (const person_id of people ?? [EVERYBODY]) {
        insert(on, { workspace_id: ws(), person_id, seq, kind, ref, since });
      }
    },
    remove: async (kind, ref) => REMOVE.run(on, { ws: ws(), kind, ref }),
    list: async (person, { kind, askerIds }, { limit, after }) => {
      const slice = { after: seqAt(after ?? 0), limit: limit + 1 };
      if (askerIds) {
        if (kind !== undefined && kind !== 'question') return { ...EMPTY_PAGE, total: 0 };
        const named = Object.fromEntries(askerIds.map((id, place) => [`asker${place}`, id]));
        const values = { ws: ws(), person, kind: '', ...slice, ...named } as AskerValues;
        const rows = await pageOfAskers(askerIds.length).few(on, values);
        const total = await totalOfAskers(askerIds.length).get(on, { ...values, after: 0 });
        return { ...decodedPage(rows, limit, read), total: total?.n ?? 0 };
      }
      const { page, total } = kind === undefined ? ALL : INBOX_OF_KIND;
      const values = { ws: ws(), person, kind: kind ?? '' };
      const rows = await page.few(on, { ...values, ...slice });
      return {
        ...decodedPage(rows, limit, read),
        total: (await total.get(on, { ...values, after: 0 }))?.n ?? 0,
      };
    },
  };
}

const kindOf = oneOf('kind', INBOX_KINDS) as (value: string) => InboxKind;

const decode = (row: Row): Omit<InboxEntry, 'people'> => ({
  kind: kindOf(row.kind),
  ref: row.ref,
  since: date('since', row.since),
});
