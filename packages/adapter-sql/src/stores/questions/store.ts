import { type Answer, type Question, type QuestionFilter, type Stores, TASK_STATUSES } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { oneOf } from '../../columns.ts';
import { andThen } from '../../connection.ts';
import { indexedBy, JOIN_IN_ORDER, merged, NOT_LEADING, thenBy } from '../../dialect.ts';
import { entityOf, readersOf } from '../../entity.ts';
import { below, decodedPage } from '../../page.ts';
import { queriesByShape, query } from '../../query.ts';
import { reading } from '../../reading.ts';
import { insertInto } from '../../rows.ts';
import { scanOf } from '../../scan.ts';
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
import { questions } from './tables.ts';

interface View extends Omit<Schema['questions'], keyof AuthorColumns>, AuthorView {
  task_title: string;
  task_status: string;
  task_assignee: string | null;
  to_name: string | null;
  by_name: string | null;
  by_display_name: string | null;
  by_merged_into: string | null;
  to_merged_into: string | null;
}

/** Maximum questions settled in one unit of work. */
const AT_ONCE = 100;

const insert = insertInto('questions');

const COLUMNS = sql`
  x.*, ${AUTHOR_VIEW}, t.title AS task_title, t.status AS task_status, m.name AS task_assignee, w.name AS to_name,
  w.merged_into AS to_merged_into, b.name AS by_name, b.display_name AS by_display_name,
  b.merged_into AS by_merged_into`;
const JOINS = sql`
  ${JOIN_IN_ORDER} tasks t ON t.workspace_id = x.workspace_id AND t.number = x.number AND t.archived < 2
  ${AUTHOR_JOIN}
  LEFT JOIN members m ON m.workspace_id = t.workspace_id AND m.id = t.assignee_id
    AND (m.deleted = 0 OR t.status IN ('done', 'canceled'))
  LEFT JOIN members w ON w.workspace_id = x.workspace_id AND w.id = x.to_id
  LEFT JOIN members b ON b.workspace_id = x.workspace_id AND b.id = x.answered_by`;
const VIEW = sql`SELECT ${COLUMNS} FROM questions x ${JOINS}`;

const CLOSE = query(
  (p: {
    ws: string;
    id: string;
    status: string;
    answer: string | null;
    by: string | null;
    closedAt: number | null;
  }) => sql`
    UPDATE questions SET status = ${p.status}, answer = ${p.answer}, answered_by = ${p.by}, closed_at = ${p.closedAt}
    WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);
const UNBLOCK = query(
  (p: { ws: string; number: number }) => sql`
    UPDATE questions ${indexedBy('questions_of_task')} SET blocking = 0
    WHERE workspace_id = ${p.ws} AND number = ${p.number} AND status = 'open' AND blocking = 1`,
);
const BY_ID = query(
  (p: { ws: string; id: string }) => sql<View>`
    ${VIEW} WHERE x.workspace_id = ${p.ws} AND x.id = ${p.id}`,
);
const OPEN_OF_TASK = query(
  (p: { ws: string; number: number }) => sql<View>`
    ${VIEW} WHERE x.workspace_id = ${p.ws} AND x.number = ${p.number} AND x.status = 'open' ORDER BY x.seq`,
);
const COUNT_OPEN_BY = query(
  (p: { ws: string; asker: string; atMost: number }) => sql<{ n: number }>`
    SELECT count(*) AS n FROM (
      SELECT 1 FROM questions ${indexedBy('questions_open_by_asker')}
      WHERE workspace_id = ${p.ws} AND author_id = ${p.asker} AND status = 'open' LIMIT ${p.atMost}) found`,
);
/** Questions answered since, newest first; few questions stay open long after later ones. */
const ANSWERED = query(
  (p: { ws: string; number: number; since: number; atMost: number }) => sql<View>`
    ${VIEW} WHERE x.workspace_id = ${p.ws} AND x.number = ${p.number} AND x.status = 'answered'
      AND x.closed_at >= ${p.since}
    ORDER BY x.seq DESC LIMIT ${p.atMost}`,
);
const DUE = query(
  (p: { ws: string; now: number; atMost: number }) => sql<View>`
    SELECT ${COLUMNS} FROM questions x ${indexedBy('questions_due')} ${JOINS}
    WHERE x.status = 'open' AND x.due_at IS NOT NULL AND x.due_at <= ${p.now} AND ${NOT_LEADING}x.workspace_id = ${p.ws}
    ORDER BY x.due_at${thenBy('x.seq')} LIMIT ${p.atMost}`,
);

type ListValues = { ws: string; number: number; before: number; limit: number } & Record<
  `to${number}`,
  string
>;
const lists = queriesByShape<ListValues, View>();

/** One statement per set of filters. Each status and each addressee is a partition of an index. */
function listOf({ statuses, to, taskNumber }: QuestionFilter) {
  const shape = [statuses.join('+'), to?.map((id) => id === null).join('+'), taskNumber !== undefined].join();
  return lists(shape, () =>
    query((p: ListValues) => {
      const addressed = (to ?? []).map((id, place) =>
        id === null ? sql`IS NULL` : sql`= ${p[`to${place}`]}`,
      );
      const partition = (status: string, whom: RawBuilder<unknown> | null) => sql`
        SELECT seq, id FROM questions
          ${taskNumber !== undefined ? sql`${indexedBy('questions_of_task')}` : sql``}
        WHERE workspace_id = ${p.ws} AND status = ${sql.lit(status)} AND seq < ${p.before}
          ${taskNumber === undefined ? sql`` : sql`AND number = ${p.number}`}
          ${whom === null ? sql`` : sql`AND to_id ${whom}`}`;
      const partitions = statuses.flatMap((status) =>
        to === undefined ? [partition(status, null)] : addressed.map((whom) => partition(status, whom)),
      );
      const allNullIn = statuses.flatMap(() =>
        (to ?? [undefined]).map((id) => (id === null ? 'to_id' : undefined)),
      );
      return sql<View>`
        SELECT ${COLUMNS} FROM (${merged(partitions, { by: 'seq', limit: p.limit, allNullIn })}) page
        ${JOIN_IN_ORDER} questions x ON x.workspace_id = ${p.ws} AND x.id = page.id ${JOINS} ORDER BY page.seq DESC`;
    }),
  );
}

export function questionStore(session: Session): Stores['questions'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const read = reading(session.reportBadRow, 'questions', ({ id }: View) => id, decode);
  return {
    insert: async (question) =>
      andThen(session.next('row'), (seq) => insert(on, { ...encode(ws(), question), seq })),
    close: async ({ id, status, answer, closedAt }) =>
      CLOSE.run(on, {
        ws: ws(),
        id,
        status,
        answer: answer && JSON.stringify(answer),
        by: answer?.by?.id ?? null,
        closedAt,
      }),
    unblock: async (number) => UNBLOCK.run(on, { ws: ws(), number }),
    byId: async (id) => andThen(BY_ID.get(on, { ws: ws(), id }), read.one),
    list: async (filter, { limit, after }) => {
      const named = Object.fromEntries((filter.to ?? []).map((id, place) => [`to${place}`, id]));
      const values = { ws: ws(), number: filter.taskNumber ?? 0, before: below(after), limit: limit + 1 };
      return decodedPage(await listOf(filter).few(on, { ...values, ...named } as ListValues), limit, read);
    },
    openOf: async (number) => andThen(OPEN_OF_TASK.all(on, { ws: ws(), number }), read.all),
    countOpenBy: async (asker, atMost) =>
      andThen(COUNT_OPEN_BY.get(on, { ws: ws(), asker, atMost }), (row) => row?.n ?? 0),
    answeredSince: async (number, since, atMost) =>
      andThen(ANSWERED.all(on, { ws: ws(), number, since, atMost }), (rows) => read.all(rows).reverse()),
    due: async (now) => andThen(DUE.all(on, { ws: ws(), now, atMost: AT_ONCE }), read.all),
  };
}

const read = readersOf(questions);

const { encode, decode } = entityOf<Question, View>()(questions, {
  unsaved: ['seq'],
  columns: {
    number: ({ task }) => task.taskNumber,
    by_default: (question) => (question.default === null ? null : JSON.stringify(question.default)),
    to_id: ({ to }) => to?.id ?? null,
    ...authorColumns((question: Question) => question.asker),
    answered_by: ({ answer }) => answer?.by?.id ?? null,
  },
  fields: {
    task: (row) => ({
      taskNumber: row.number,
      title: row.task_title,
      status: taskStatus(row.task_status),
      assignedTo: row.task_assignee,
    }),
    default: read.by_default,
    to: (row) =>
      row.to_id === null ? null : { id: row.to_merged_into ?? row.to_id, name: row.to_name ?? '' },
    asker: decodeAuthor,
    answer: decodeAnswer,
  },
});

const taskStatus = oneOf('status of its task', TASK_STATUSES);

function decodeAnswer(row: View): Answer | null {
  const answer = read.answer(row);
  const by = answer?.by;
  return by
    ? {
        ...answer,
        by: {
          ...by,
          id: row.by_merged_into ?? by.id,
          name: row.by_name ?? by.name,
          displayName: row.by_display_name ?? by.displayName,
        },
      }
    : answer;
}

export const scanQuestions = scanOf<View, Question>({
  table: 'questions',
  select: VIEW,
  alias: 'x',
  key: { number: -1, seq: -1 },
  decode,
});
