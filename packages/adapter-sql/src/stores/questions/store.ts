import {
  type Answer,
  type Choice,
  type Option,
  QUESTION_KINDS,
  QUESTION_STATUSES,
  type Question,
  type QuestionFilter,
  type Stores,
  TASK_STATUSES,
} from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import {
  date,
  dateOrNull,
  isAuthor,
  isDate,
  isObjectOf,
  isObjects,
  isText,
  isTextOrNull,
  json,
  oneOf,
} from '../../columns.ts';
import { andThen } from '../../connection.ts';
import { indexedBy, JOIN_IN_ORDER, merged, NOT_LEADING, thenBy } from '../../dialect.ts';
import { below, decodedPage } from '../../page.ts';
import { queriesByShape, query } from '../../query.ts';
import { reading } from '../../reading.ts';
import { insertInto } from '../../rows.ts';
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

interface View extends Omit<Schema['questions'], keyof AuthorColumns>, AuthorView {
  task_title: string;
  task_status: string;
  task_assignee: string | null;
  to_name: string | null;
  by_name: string | null;
  by_display_name: string | null;
}

/** Maximum questions settled in one unit of work. */
const AT_ONCE = 100;

const insert = insertInto('questions');

const COLUMNS = sql`
  x.*, ${AUTHOR_VIEW}, t.title AS task_title, t.status AS task_status, m.name AS task_assignee, w.name AS to_name,
  b.name AS by_name, b.display_name AS by_display_name`;
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

const encode = (workspaceId: string, question: Question): Omit<Schema['questions'], 'seq'> => ({
  workspace_id: workspaceId,
  id: question.id,
  number: question.task.taskNumber,
  kind: question.kind,
  text: question.text,
  options: JSON.stringify(question.options),
  by_default: question.default === null ? null : JSON.stringify(question.default),
  due_at: question.dueAt,
  to_id: question.to?.id ?? null,
  ...authorColumns(question.asker),
  blocking: Number(question.blocking),
  return_to: question.returnTo,
  status: question.status,
  answer: question.answer && JSON.stringify(question.answer),
  answered_by: question.answer?.by?.id ?? null,
  created_at: question.createdAt,
  closed_at: question.closedAt,
});

const kind = oneOf('kind', QUESTION_KINDS);
const status = oneOf('status', QUESTION_STATUSES);
const taskStatus = oneOf('status of its task', TASK_STATUSES);
const options = json('options', 'list of options', (value): value is Option[] =>
  isObjects(value, { id: isText, text: isText, consequence: isTextOrNull }),
);
const isChoice = (value: unknown): value is Choice => typeof value === 'string' || typeof value === 'boolean';
const byDefault = json('by_default', 'answer', isChoice);
const answer = json('answer', 'answer', (value): value is Answer =>
  isObjectOf(value, {
    value: isChoice,
    comment: isTextOrNull,
    by: (by) => by === null || isAuthor(by),
    at: isDate,
  }),
);

const decode = (row: View): Question => ({
  id: row.id,
  task: {
    taskNumber: row.number,
    title: row.task_title,
    status: taskStatus(row.task_status),
    assignedTo: row.task_assignee,
  },
  kind: kind(row.kind),
  text: row.text,
  options: row.options === '[]' ? [] : options(row.options),
  default: row.by_default === null ? null : byDefault(row.by_default),
  dueAt: dateOrNull('due_at', row.due_at),
  to: row.to_id === null ? null : { id: row.to_id, name: row.to_name ?? '' },
  asker: decodeAuthor(row),
  blocking: row.blocking === 1,
  returnTo: row.return_to,
  status: status(row.status),
  answer: row.answer === null ? null : decodeAnswer(row, row.answer),
  createdAt: date('created_at', row.created_at),
  closedAt: dateOrNull('closed_at', row.closed_at),
});

function decodeAnswer(row: View, text: string): Answer {
  const kept = answer(text);
  const { by } = kept;
  return by
    ? {
        ...kept,
        by: { ...by, name: row.by_name ?? by.name, displayName: row.by_display_name ?? by.displayName },
      }
    : kept;
}
