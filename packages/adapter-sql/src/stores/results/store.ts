import { RESULT_PARTS, type Result, type Review, type Stores } from '@tandem/core';
import { sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { indexedBy } from '../../dialect.ts';
import { entityOf, readersOf } from '../../entity.ts';
import { below, decodedPage } from '../../page.ts';
import { query, WS } from '../../query.ts';
import { reading } from '../../reading.ts';
import { insertInto } from '../../rows.ts';
import { onTask, scanOf } from '../../scan.ts';
import type { Session } from '../../session.ts';
import {
  AUTHOR_JOIN,
  AUTHOR_VIEW,
  type AuthorColumns,
  type AuthorView,
  authorColumns,
  decodeAuthor,
} from '../access/authors.ts';
import type { Schema } from '../schema.ts';
import { indexText } from '../search/index-updates.ts';
import { results } from './tables.ts';

interface View extends Omit<Schema['results'], keyof AuthorColumns>, AuthorView {
  reviewer_name: string | null;
  reviewer_display_name: string | null;
  reviewer_merged_into: string | null;
  behind_merged_into: string | null;
}

const insert = insertInto('results');
const insertFile = insertInto('result_files');

const JOINS = sql`${AUTHOR_JOIN}
  LEFT JOIN members r ON r.workspace_id = x.workspace_id AND r.id = x.reviewer_id
  LEFT JOIN members h ON h.workspace_id = x.workspace_id AND h.id = x.behind`;
const COLUMNS = sql`x.*, ${AUTHOR_VIEW}, r.name AS reviewer_name, r.display_name AS reviewer_display_name,
  r.merged_into AS reviewer_merged_into, h.merged_into AS behind_merged_into`;
const VIEW = sql`
  SELECT ${COLUMNS} FROM results x ${JOINS}`;

const REVIEW = query(
  (p: {
    ws: string;
    id: string;
    review: string | null;
    reviewerId: string | null;
    overriddenAt: number | null;
  }) => sql`
    UPDATE results SET review = ${p.review}, reviewer_id = ${p.reviewerId}, overridden_at = ${p.overriddenAt}
    WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);
const WITHDRAW = query(
  (p: { ws: string; id: string }) => sql`
    UPDATE results SET part = 'withdrawn' WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);
const BY_ID = query(
  (p: { ws: string; id: string }) => sql<View>`
    ${VIEW} WHERE x.workspace_id = ${p.ws} AND x.id = ${p.id}`,
);
const LIST = query(
  (p: { ws: string; number: number; before: number; limit: number }) => sql<View>`
    ${VIEW} WHERE x.workspace_id = ${p.ws} AND x.number = ${p.number} AND x.seq < ${p.before}
    ORDER BY x.seq DESC LIMIT ${p.limit}`,
);
const LAST = RESULT_PARTS.map((each) =>
  query(
    (p: { ws: string; number: number }) => sql<View>`
      ${VIEW} WHERE x.workspace_id = ${p.ws} AND x.number = ${p.number} AND x.part = ${sql.lit(each)}
      ORDER BY x.seq DESC LIMIT 1`,
  ),
);
const SUCCEEDED = query(
  (p: { ws: string; number: number; since: number }) => sql`
    SELECT 1 FROM results ${indexedBy('results_by_outcome')}
    WHERE workspace_id = ${p.ws} AND number = ${p.number} AND outcome = 'succeeded' AND created_at >= ${p.since}
    LIMIT 1`,
);

const LAST_SUCCEEDED = query(
  (p: { ws: string; number: number }) => sql<View>`
    SELECT ${COLUMNS} FROM results x ${indexedBy('results_by_outcome')} ${JOINS}
    WHERE x.workspace_id = ${p.ws} AND x.number = ${p.number} AND x.outcome = 'succeeded' AND x.part <> 'interim'
    ORDER BY x.created_at DESC, x.seq DESC LIMIT 1`,
);

const OVERRIDDEN = query(
  (p: { ws: string; since: number }) => sql<{ count: number }>`
    SELECT COUNT(*) AS count FROM results ${indexedBy('results_overridden')}
    WHERE workspace_id = ${p.ws} AND overridden_at IS NOT NULL AND overridden_at >= ${p.since}`,
);

const OTHERS = query(
  (p: { ws: string; number: number; authorId: string }) => sql`
    SELECT 1 FROM results ${indexedBy('results_in_order')}
    WHERE workspace_id = ${p.ws} AND number = ${p.number} AND (author_id <> ${p.authorId} OR review IS NOT NULL)
    LIMIT 1`,
);

export function resultStore(session: Session): Stores['results'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const read = reading(session.reportBadRow, 'results', ({ id }: View) => id, decode);
  return {
    insert: async (result) => {
      insert(on, { ...encode(ws(), result), seq: await session.next('row') });
      const { taskNumber: number, id: ref, summary: text } = result;
      indexText(session, { kind: 'result', number, ref, text });
      for (const fileId of new Set(result.evidence.flatMap((entry) => entry.fileId ?? []))) {
        insertFile(on, {
          workspace_id: ws(),
          result_id: result.id,
          file_id: fileId,
          number: result.taskNumber,
        });
      }
    },
    review: async ({ id, review }) =>
      REVIEW.run(on, {
        ws: ws(),
        id,
        review: review && JSON.stringify(review),
        reviewerId: review?.reviewer.id ?? null,
        overriddenAt: overriddenAt(review),
      }),
    withdraw: async (id) => WITHDRAW.run(on, { ws: ws(), id }),
    byId: async (id) => andThen(BY_ID.get(on, { ws: ws(), id }), read.one),
    list: async (number, { limit, after }) => {
      const rows = await LIST.few(on, { ws: ws(), number, before: below(after), limit: limit + 1 });
      return decodedPage(rows, limit, read);
    },
    last: async (number, parts) => {
      const found = await Promise.all(
        parts.map((each) => LAST[RESULT_PARTS.indexOf(each)]?.get(on, { ws: ws(), number })),
      );
      const rows = found.flatMap((row) => row ?? []);
      return read.one(rows.sort((a, b) => b.seq - a.seq)[0]);
    },
    lastSucceeded: async (number) => andThen(LAST_SUCCEEDED.get(on, { ws: ws(), number }), read.one),
    countOverridden: async (since) =>
      andThen(OVERRIDDEN.get(on, { ws: ws(), since }), (row) => row?.count ?? 0),
    hasOthers: async (number, authorId) =>
      andThen(OTHERS.get(on, { ws: ws(), number, authorId }), (row) => row !== undefined),
    hasSucceeded: async (number, since) =>
      andThen(SUCCEEDED.get(on, { ws: ws(), number, since }), (row) => row !== undefined),
  };
}

const read = readersOf(results);

const { encode, decode } = entityOf<Result, View>()(results, {
  unsaved: ['seq'],
  columns: {
    number: ({ taskNumber }) => taskNumber,
    ...authorColumns((result: Result) => result.author),
    reviewer_id: ({ review }) => review?.reviewer.id ?? null,
    overridden_at: ({ review }) => overriddenAt(review),
  },
  fields: {
    taskNumber: (row) => row.number,
    author: decodeAuthor,
    behind: (row) => row.behind_merged_into ?? row.behind,
    review: decodeReview,
  },
});

const overriddenAt = (review: Review | null): number | null =>
  review && review.override !== null ? review.createdAt : null;

function decodeReview(row: View): Review | null {
  const review = read.review(row);
  if (!review) return null;
  const { id, name, displayName } = review.reviewer;
  return {
    ...review,
    // Reviews of earlier versions have none.
    override: review.override ?? null,
    reviewer: {
      ...review.reviewer,
      id: row.reviewer_merged_into ?? id,
      name: row.reviewer_name ?? name,
      displayName: row.reviewer_display_name ?? displayName,
    },
  };
}

export const scanResults = scanOf<View, Result>({
  table: 'results',
  select: VIEW,
  alias: 'x',
  key: { number: -1, seq: -1 },
  where: onTask(WS),
  decode,
});
