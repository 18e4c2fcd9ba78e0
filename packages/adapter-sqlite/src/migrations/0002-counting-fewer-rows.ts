import { COUNTED } from './0001-initial.ts';
import { type CountedRows, counting } from './counting.ts';

const drop = ({ kind, columns }: CountedRows): string =>
  ['added', 'taken', ...(columns.length > 0 ? ['moved'] : [])]
    .map((when) => `DROP TRIGGER ${kind}_${when};`)
    .join('\n');

/** The triggers that maintain the counts run only for rows that count. */
export const countingFewerRows = COUNTED.map(
  (rule) => `${drop(rule)}\n${counting(rule, { onlyCounted: true })}`,
).join('\n');
