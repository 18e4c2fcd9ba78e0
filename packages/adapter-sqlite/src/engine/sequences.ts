import { db, query, type Sequence, type Session } from '@tandem/adapter-sql';
import { sql } from 'kysely';

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
const RESERVE = query(
  (p: { ws: string; name: string; upTo: number }) => sql<{ value: number }>`
    INSERT INTO sequences (workspace_id, name, value) VALUES (${p.ws}, ${p.name}, ${p.upTo})
    ON CONFLICT (workspace_id, name) DO UPDATE SET value = max(value, excluded.value) RETURNING value`,
);
/** The log is append-only and its last event is never deleted, so that event's number gives the next one. */
const LAST_EVENT = query(
  (p: { ws: string }) => sql<{ value: number }>`
    SELECT seq AS value FROM events WHERE workspace_id = ${p.ws} ORDER BY seq DESC LIMIT 1`,
);

/** The next number of a sequence of the session's workspace; with `upTo`, its last one once that is reserved. */
export function nextInSequence(
  { connection, workspaceId: ws }: Session,
  sequence: Sequence,
  upTo?: number,
): number {
  if (upTo !== undefined)
    return (RESERVE.get(connection, { ws, name: sequence, upTo }) as { value: number }).value;
  const at =
    sequence === 'event' ? LAST_EVENT.get(connection, { ws }) : NEXT.get(connection, { ws, name: sequence });
  const { value } = (at ?? { value: 0 }) as { value: number };
  return sequence === 'event' ? value + 1 : value;
}
