import { COUNTED } from './0001-initial.ts';
import { type CountedRows, counting } from './counting.ts';

const drop = ({ kind, columns }: CountedRows): string =>
  ['added', 'taken', ...(columns.length > 0 ? ['moved'] : [])]
    .map((when) => `DROP TRIGGER ${kind}_${when};`)
    .join('\n');

/**
 * The triggers that maintain the counts run only for rows that count, and the index of events by actor has only agents,
 * since only their activity is listed by actor.
 */
export const smallerCommits = `
${COUNTED.map((rule) => `${drop(rule)}\n${counting(rule, { onlyCounted: true })}`).join('\n')}

DROP INDEX events_by_actor;
CREATE INDEX events_by_actor ON events (workspace_id, actor_id, seq, entries)
  WHERE entries > 0 AND actor_type = 'agent';
`;
