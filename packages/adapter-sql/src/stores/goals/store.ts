import type { Goal, GoalFilter, Stores, Verification } from '@tandem/core';
import { GOAL_STATUSES, goalText } from '@tandem/core';
import { type RawBuilder, sql } from 'kysely';
import { andThen } from '../../connection.ts';
import { recount } from '../../counting.ts';
import { JOIN_IN_ORDER, merged } from '../../dialect.ts';
import { entityOf, readersOf } from '../../entity.ts';
import { decodeExternalId, externalIdColumns } from '../../external-id.ts';
import { below, decodedPage } from '../../page.ts';
import { db, queriesByShape, query, WS } from '../../query.ts';
import { reading } from '../../reading.ts';
import { insertInto, updateRow } from '../../rows.ts';
import { scanOf } from '../../scan.ts';
import { countsOf, type Session } from '../../session.ts';
import { remove } from '../removals/store.ts';
import type { Schema } from '../schema.ts';
import { indexEntity, reindexEntity, unindexEntity } from '../search/index-updates.ts';
import { goals, verifications } from './tables.ts';

type Row = Schema['goals'];
type VerificationRow = Schema['verifications'];

interface View extends Readonly<Row> {
  initiative_name: string | null;
  v_id: string | null;
  v_seq: number;
  v_at: number;
  v_by_name: string;
  v_by_type: string;
  v_passed: number;
  v_evidence: string;
}

const insert = insertInto('goals');
const update = updateRow('goals', ['workspace_id', 'id']);
const insertVerification = insertInto('verifications');

const VIEW = sql`
  SELECT g.*, i.name AS initiative_name, v.id AS v_id, v.seq AS v_seq, v.at AS v_at, v.by_name AS v_by_name,
    v.by_type AS v_by_type, v.passed AS v_passed, v.evidence AS v_evidence`;
const JOINS = sql`
  LEFT JOIN initiatives i ON i.workspace_id = g.workspace_id AND i.id = g.initiative_id AND i.removed = 0
  LEFT JOIN verifications v ON v.workspace_id = g.workspace_id AND v.goal_id = g.id AND v.seq = (
    SELECT MAX(seq) FROM verifications w WHERE w.workspace_id = ${WS} AND w.goal_id = g.id)`;

const BY_ID = query(
  (p: { ws: string; id: string }) => sql<View>`
    ${VIEW} FROM goals g ${JOINS} WHERE g.workspace_id = ${p.ws} AND g.id = ${p.id} AND g.archived < 2`,
);
const BY_EXTERNAL_ID = query(
  (p: { ws: string; key: string }) => sql<View>`
    ${VIEW} FROM goals g ${JOINS} WHERE g.workspace_id = ${p.ws} AND g.external_id = ${p.key} AND g.archived < 2`,
);

interface ListValues {
  ws: string;
  status: string;
  initiativeId: string;
  before: number;
  limit: number;
}
const lists = queriesByShape<ListValues, View>();

/**
 * One statement per set of filters. Each archived flag, and with an initiative each status, is a partition that an
 * index serves in order; the partitions are merged.
 */
function listOf({ archived, status, initiativeId }: GoalFilter) {
  const shape = [archived, status !== undefined, initiativeId !== undefined].join();
  const flags = archived ? [0, 1] : [0];
  return lists(shape, () =>
    query((p: ListValues) => {
      const partition = (flag: number, inStatus: RawBuilder<unknown>) => sql`
        SELECT seq, id FROM goals WHERE workspace_id = ${p.ws} AND archived = ${sql.lit(flag)}
          ${initiativeId === undefined ? sql`` : sql`AND initiative_id = ${p.initiativeId}`}
          ${inStatus} AND seq < ${p.before}`;
      const partitions = flags.flatMap((flag) => {
        if (status !== undefined) return [partition(flag, sql`AND status = ${p.status}`)];
        if (initiativeId === undefined) return [partition(flag, sql``)];
        return GOAL_STATUSES.map((each) => partition(flag, sql`AND status = ${sql.lit(each)}`));
      });
      return sql<View>`
        ${VIEW} FROM (${merged(partitions, { by: 'seq', limit: p.limit, distinct: true })}) page
        ${JOIN_IN_ORDER} goals g ON g.workspace_id = ${p.ws} AND g.id = page.id ${JOINS}
        ORDER BY page.seq DESC`;
    }),
  );
}

const VERIFICATIONS = query((p: { ws: string; goalId: string; before: number; limit: number }) =>
  db
    .selectFrom('verifications')
    .selectAll()
    .where('workspace_id', '=', p.ws)
    .where('goal_id', '=', p.goalId)
    .where('seq', '<', p.before)
    .orderBy('seq', 'desc')
    .limit(p.limit),
);
const MARK_REMOVED = query((p: { ws: string; id: string }) =>
  db
    .updateTable('goals')
    .set({ archived: 2, initiative_id: null, external_id: null, external_url: null })
    .where('workspace_id', '=', p.ws)
    .where('id', '=', p.id),
);

export function goalStore(session: Session): Stores['goals'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;
  const { reportBadRow } = session;
  const verifications = reading(
    reportBadRow,
    'verifications',
    ({ id }: VerificationRow) => id,
    decodeVerification,
  );
  /** An unreadable verification is omitted so that its goal stays readable. */
  const lastOf = (row: View) =>
    row.v_id === null ? null : (verifications.all([lastVerification(row, row.v_id)])[0] ?? null);
  const goals = reading(
    reportBadRow,
    'goals',
    ({ id }: View) => id,
    (row) => ({ ...decode(row), lastVerification: lastOf(row) }),
  );
  const total = async ({ status, initiativeId, archived }: GoalFilter): Promise<number> => {
    const counts =
      initiativeId === undefined
        ? await countsOf(session, 'goals', '')
        : await countsOf(session, 'initiative_goals', initiativeId);
    return counts
      .filter(({ bucket }) => {
        const [flag, inStatus] = bucket.split(' ');
        return (flag === '0' || (archived && flag === '1')) && (status === undefined || inStatus === status);
      })
      .reduce((sum, { n }) => sum + n, 0);
  };

  return {
    insert: async (goal) =>
      andThen(session.next('row'), (seq) => {
        insert(on, { ...encode(ws(), goal), seq });
        return indexEntity(session, 'goal', goal.id, { title: goal.title, description: goalText(goal) });
      }),
    update: async (goal) => {
      await reindexEntity(session, 'goal', goal.id, { title: goal.title, description: goalText(goal) });
      update(on, encode(ws(), goal));
    },
    delete: async ({ id }) => {
      recount(on, 'goals', { after: { workspace_id: ws(), id } }, () =>
        MARK_REMOVED.run(on, { ws: ws(), id }),
      );
      await unindexEntity(session, 'goal', id);
      await remove(session, 'goal', id);
    },
    byId: async (id) => andThen(BY_ID.get(on, { ws: ws(), id }), goals.one),
    byExternalId: async (key) => andThen(BY_EXTERNAL_ID.get(on, { ws: ws(), key }), goals.one),
    list: async (filter, { limit, after }) => {
      const rows = await listOf(filter).few(on, {
        ws: ws(),
        status: filter.status ?? '',
        initiativeId: filter.initiativeId ?? '',
        before: below(after),
        limit: limit + 1,
      });
      return { ...decodedPage(rows, limit, goals), total: await total(filter) };
    },
    addVerification: async (verification) =>
      andThen(session.next('row'), (seq) =>
        insertVerification(on, {
          workspace_id: ws(),
          goal_id: verification.goalId,
          seq,
          id: verification.id,
          at: verification.at,
          by_name: verification.byName,
          by_type: verification.byType,
          passed: Number(verification.passed),
          evidence: verification.evidence,
        }),
      ),
    verifications: async (goalId, { limit, after }) => {
      const rows = await VERIFICATIONS.few(on, { ws: ws(), goalId, before: below(after), limit: limit + 1 });
      return decodedPage(rows, limit, verifications);
    },
  };
}

const read = readersOf(goals);

const { encode, decode } = entityOf<Omit<Goal, 'lastVerification'>, View>()(goals, {
  unsaved: ['seq'],
  columns: {
    metric_target: ({ metric }) => metric?.target ?? null,
    metric_current: ({ metric }) => metric?.current ?? null,
    metric_unit: ({ metric }) => metric?.unit ?? null,
    initiative_id: ({ initiative }) => initiative?.id ?? null,
    ...externalIdColumns,
  },
  fields: {
    externalId: decodeExternalId,
    metric: (row) =>
      row.metric_unit === null
        ? null
        : {
            target: read.metric_target(row) ?? 0,
            current: read.metric_current(row) ?? 0,
            unit: row.metric_unit,
          },
    initiative: (row) =>
      row.initiative_id === null || row.initiative_name === null
        ? null
        : { id: row.initiative_id, name: row.initiative_name },
  },
});

const { decode: decodeVerification } = entityOf<Verification, VerificationRow>()(verifications, {
  unsaved: ['seq'],
  columns: {},
  fields: {},
});

const lastVerification = (row: View, id: string): VerificationRow => ({
  workspace_id: row.workspace_id,
  goal_id: row.id,
  seq: row.v_seq,
  id,
  at: row.v_at,
  by_name: row.v_by_name,
  by_type: row.v_by_type,
  passed: row.v_passed,
  evidence: row.v_evidence,
});

export const scanGoals = scanOf<View, Omit<Goal, 'lastVerification'>>({
  table: 'goals',
  select: sql`${VIEW} FROM goals g ${JOINS}`,
  alias: 'g',
  key: { archived: -1, seq: -1 },
  where: sql`AND g.archived < 2`,
  decode,
});

export const scanVerifications = scanOf<VerificationRow, Verification>({
  table: 'verifications',
  select: sql`SELECT x.* FROM verifications x`,
  alias: 'x',
  key: { goal_id: '', seq: -1 },
  where: sql`AND EXISTS (SELECT 1 FROM goals g WHERE g.workspace_id = ${WS} AND g.id = x.goal_id AND g.archived < 2)`,
  decode: decodeVerification,
});
