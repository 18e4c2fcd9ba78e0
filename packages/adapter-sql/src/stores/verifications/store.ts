import type { Stores, TaskVerification } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { indexedBy, JOIN_IN_ORDER, NOT_LEADING, textsAs } from '../../dialect.ts';
import { entityOf, readersOf } from '../../entity.ts';
import { below, decodedPage, seqAt } from '../../page.ts';
import { query } from '../../query.ts';
import { reading } from '../../reading.ts';
import { insertInto, updateRow } from '../../rows.ts';
import { scanOf } from '../../scan.ts';
import type { Session } from '../../session.ts';
import type { Schema } from '../schema.ts';
import { taskVerifications } from './tables.ts';

interface View extends Readonly<Schema['task_verifications']> {
  task_title: string;
  verifier_name: string | null;
}

/** Maximum leases ended in one unit of work. */
const AT_ONCE = 100;
const MAX_VOID = 200;

const insert = insertInto('task_verifications');
const update = updateRow('task_verifications', ['workspace_id', 'id']);

const JOINS = sql`
  ${JOIN_IN_ORDER} tasks t ON t.workspace_id = x.workspace_id AND t.number = x.number AND t.archived < 2
  LEFT JOIN members v ON v.workspace_id = x.workspace_id AND v.id = x.verifier_id`;
const COLUMNS = sql`x.*, t.title AS task_title, v.name AS verifier_name`;
const VIEW = sql`SELECT ${COLUMNS} FROM task_verifications x ${JOINS}`;
const viewBy = (index: string) =>
  sql`SELECT ${COLUMNS} FROM task_verifications x ${indexedBy(index)} ${JOINS}`;
const WITHOUT_OUTPUT = sql.join(
  Object.keys(taskVerifications.columns).map((column) =>
    column === 'output' ? sql`NULL AS output` : sql.ref(`x.${column}`),
  ),
);

const BY_ID = query(
  (p: { ws: string; id: string }) => sql<View>`${VIEW} WHERE x.workspace_id = ${p.ws} AND x.id = ${p.id}`,
);
const CURRENT = query(
  (p: { ws: string; number: number }) => sql<View>`
    ${viewBy('task_verifications_current')}
    WHERE x.workspace_id = ${p.ws} AND x.number = ${p.number} AND x.state <> 'void' ORDER BY x.seq`,
);
const VOID = query(
  (p: { ws: string; number: number; atMost: number }) => sql<View>`
    SELECT ${WITHOUT_OUTPUT}, t.title AS task_title, v.name AS verifier_name
    FROM task_verifications x ${indexedBy('task_verifications_of_task')} ${JOINS}
    WHERE x.workspace_id = ${p.ws} AND x.number = ${p.number} AND x.state = 'void'
    ORDER BY x.seq DESC LIMIT ${p.atMost}`,
);
const WORKERS = query(
  (p: { ws: string; number: number }) => sql<{ id: string | null }>`
    SELECT agent_id AS id FROM claims WHERE workspace_id = ${p.ws} AND number = ${p.number}
    UNION SELECT author_id FROM results WHERE workspace_id = ${p.ws} AND number = ${p.number}
    UNION SELECT behind FROM results WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
);
const RUNNING_OF = query(
  (p: { ws: string; verifierId: string }) => sql<View>`
    ${viewBy('task_verifications_by_verifier')}
    WHERE x.workspace_id = ${p.ws} AND x.verifier_id = ${p.verifierId} AND x.state = 'running' ORDER BY x.seq`,
);
const EXPIRED = query(
  (p: { ws: string; now: number; atMost: number }) => sql<View>`
    ${viewBy('task_verifications_by_end')}
    WHERE x.state = 'running' AND x.expires_at <= ${p.now} AND ${NOT_LEADING}x.workspace_id = ${p.ws}
    ORDER BY x.expires_at LIMIT ${p.atMost}`,
);
const OF_TASK = query(
  (p: { ws: string; number: number; before: number; limit: number }) => sql<View>`
    ${viewBy('task_verifications_of_task')}
    WHERE x.workspace_id = ${p.ws} AND x.number = ${p.number} AND x.seq < ${p.before}
    ORDER BY x.seq DESC LIMIT ${p.limit}`,
);
const IN_STATE = query(
  (p: { ws: string; state: string; before: number; limit: number }) => sql<View>`
    ${viewBy('task_verifications_by_state')}
    WHERE x.workspace_id = ${p.ws} AND x.state = ${p.state} AND x.seq < ${p.before}
    ORDER BY x.seq DESC LIMIT ${p.limit}`,
);
const WORKED = (ws: string, id: RawBuilder<unknown>) => sql`
  SELECT 1 FROM claims ${indexedBy('claims_of_task')}
    WHERE workspace_id = ${ws} AND number = x.number AND agent_id = ${id}
  UNION ALL SELECT 1 FROM results ${indexedBy('results_in_order')}
    WHERE workspace_id = ${ws} AND number = x.number AND (author_id = ${id} OR behind = ${id})`;
/** The index also holds the repository, so that those of other repositories cost no row. */
const PENDING = query(
  (p: { ws: string; prefixes: string; verifying: string; after: number; limit: number }) => sql<View>`
    ${viewBy('task_verifications_by_state')}
    WHERE x.workspace_id = ${p.ws} AND x.state = 'pending' AND x.seq > ${p.after} AND EXISTS (
      SELECT 1 FROM ${textsAs('w', p.prefixes)} WHERE substr(x.repository || '/', 1, length(w.value)) = w.value)
      AND NOT EXISTS (SELECT 1 FROM ${textsAs('m', p.verifying)} WHERE EXISTS (${WORKED(p.ws, sql`m.value`)}))
    ORDER BY x.seq LIMIT ${p.limit}`,
);

export function verificationStore(session: Session): Stores['verifications'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const read = reading(session.reportBadRow, 'task_verifications', ({ id }: View) => id, decode);
  return {
    insert: async (verification) =>
      andThen(session.next('row'), (seq) => insert(on, { ...encode(ws(), verification), seq })),
    update: async (after, before) => {
      update(on, encode(ws(), after), encode(ws(), before));
    },
    byId: async (id) => andThen(BY_ID.get(on, { ws: ws(), id }), read.one),
    currentOf: async (number) => andThen(CURRENT.all(on, { ws: ws(), number }), read.each),
    voidOf: async (number) =>
      andThen(VOID.all(on, { ws: ws(), number, atMost: MAX_VOID }), (rows) => read.all(rows).reverse()),
    ofTask: async (number, { limit, after }) =>
      decodedPage(
        await OF_TASK.few(on, { ws: ws(), number, before: below(after), limit: limit + 1 }),
        limit,
        read,
      ),
    inState: async (state, { limit, after }) =>
      decodedPage(
        await IN_STATE.few(on, { ws: ws(), state, before: below(after), limit: limit + 1 }),
        limit,
        read,
      ),
    pending: async ({ prefixes, verifying }, { limit, after }) => {
      const from = after === undefined ? -1 : seqAt(after);
      const texts = JSON.stringify(prefixes.length === 0 ? [''] : prefixes);
      const ids = JSON.stringify([verifying.verifierId, ...verifying.makers]);
      const rows = await PENDING.few(on, {
        ws: ws(),
        prefixes: texts,
        verifying: ids,
        after: from,
        limit: limit + 1,
      });
      return decodedPage(rows, limit, read);
    },
    workersOf: async (number) =>
      andThen(WORKERS.all(on, { ws: ws(), number }), (rows) => rows.flatMap(({ id }) => id ?? [])),
    runningOf: async (verifierId) => andThen(RUNNING_OF.all(on, { ws: ws(), verifierId }), read.all),
    expired: async (steadyNow) =>
      andThen(EXPIRED.all(on, { ws: ws(), now: steadyNow, atMost: AT_ONCE }), read.all),
  };
}

const stored = readersOf(taskVerifications);

const { encode, decode } = entityOf<TaskVerification, View>()(taskVerifications, {
  unsaved: ['seq'],
  fields: {
    taskNumber: ({ number }) => number,
    taskTitle: (row) => row.task_title,
    criterion: (row) => ({ id: row.criterion_id, text: row.criterion_text }),
    check: stored.check_,
    verifier: (row) =>
      row.verifier_id === null ? null : { id: row.verifier_id, name: row.verifier_name ?? '' },
    lease: decodeLease,
    expiresAt: stored.shown_until,
    report: (row) => {
      const report = stored.report(row);
      return report && { ...report, output: row.output ?? '' };
    },
  },
  columns: {
    number: ({ taskNumber }) => taskNumber,
    criterion_id: ({ criterion }) => criterion.id,
    criterion_text: ({ criterion }) => criterion.text,
    check_: ({ check: { command, timeoutSeconds, protect } }) =>
      JSON.stringify({ command, timeoutSeconds, protect }),
    repository: ({ artifact }) => artifact.repository,
    verifier_id: ({ verifier }) => verifier?.id ?? null,
    token: ({ lease }) => lease?.token ?? null,
    seconds: ({ lease }) => lease?.seconds ?? null,
    expires_at: ({ lease }) => lease?.expiresAt ?? null,
    shown_until: ({ expiresAt }) => expiresAt,
    report: ({ report }) => {
      if (!report) return null;
      const { output: _output, ...rest } = report;
      return JSON.stringify(rest);
    },
    output: ({ report }) => report?.output ?? null,
  },
});

function decodeLease(row: View): TaskVerification['lease'] {
  const { token } = row;
  const [seconds, expiresAt] = [stored.seconds(row), stored.expires_at(row)];
  return token === null || seconds === null || expiresAt === null ? null : { token, seconds, expiresAt };
}

export const scanTaskVerifications = scanOf<View, TaskVerification>({
  table: 'task_verifications',
  select: VIEW,
  alias: 'x',
  key: { number: -1, seq: -1 },
  decode,
});
