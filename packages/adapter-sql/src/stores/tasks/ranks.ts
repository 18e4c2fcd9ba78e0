import type { RankedTask, Stores } from '@tandem/core';
import { sql } from 'kysely';
import { indexedBy } from '../../dialect.ts';
import { query } from '../../query.ts';
import type { Session } from '../../session.ts';

const beside = (beyond: '<' | '>', order: 'DESC' | 'ASC') =>
  query(
    (p: { ws: string; rank: string; count: number }) => sql<RankedTask>`
      SELECT number AS "taskNumber", rank FROM tasks ${indexedBy('tasks_ranked')}
      WHERE workspace_id = ${p.ws} AND rank IS NOT NULL AND rank ${sql.raw(beyond)} ${p.rank}
      ORDER BY rank ${sql.raw(order)} LIMIT ${p.count}`,
  );
const BESIDE = { before: beside('<', 'DESC'), after: beside('>', 'ASC') };

const SET = query(
  (p: { ws: string; number: number; rank: string }) => sql`
    UPDATE tasks SET rank = ${p.rank} WHERE workspace_id = ${p.ws} AND number = ${p.number}`,
);

export const rankStore = (session: Session): Stores['ranks'] => ({
  beside: async (rank, side, count) =>
    await BESIDE[side].all(session.connection, { ws: session.workspaceId, rank, count }),
  set: async (ranks) => {
    for (const [number, rank] of ranks)
      SET.run(session.connection, { ws: session.workspaceId, number, rank });
  },
});
