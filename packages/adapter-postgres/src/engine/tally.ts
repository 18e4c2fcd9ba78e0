import type { Tally, Total } from '@tandem/core';
import type { Line } from './line.ts';
import { translated } from './unavailable.ts';

const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
/** Ordered by name, so that two statements that add to the same rows cannot deadlock. */
const ADD = `
  INSERT INTO rates AS r (name, hits, ends_at)
  SELECT t ->> 0, (t ->> 1)::bigint, ${NOW} + (t ->> 2)::bigint
  FROM json_array_elements($1::json) AS t ORDER BY t ->> 0
  ON CONFLICT (name) DO UPDATE SET
    hits = excluded.hits + CASE WHEN r.ends_at > ${NOW} THEN r.hits ELSE 0 END,
    ends_at = CASE WHEN r.ends_at > ${NOW} THEN r.ends_at ELSE excluded.ends_at END
  RETURNING name, hits, ends_at - ${NOW}`;
const FORGET = `
  DELETE FROM rates WHERE name IN (SELECT name FROM rates WHERE ends_at < ${NOW} LIMIT 1000 FOR UPDATE SKIP LOCKED)`;

/** Number of calls between cleanups of expired windows. */
const FORGET_EVERY = 100;

/** Adds request counts to those of other servers. */
export function createTally(line: Line): (counts: readonly Tally[]) => Promise<readonly Total[]> {
  let calls = 0;
  return async (counts) => {
    if (counts.length === 0) return [];
    const merged = new Map<string, { hits: number; resetMs: number }>();
    for (const { name, hits, resetMs } of counts) {
      const before = merged.get(name);
      merged.set(name, { hits: hits + (before?.hits ?? 0), resetMs: before?.resetMs ?? resetMs });
    }
    const list = [...merged].map(([name, { hits, resetMs }]) => [name, hits, Math.ceil(resetMs)]);
    try {
      const wire = await line.wire();
      const totals = new Map<unknown, Total>();
      for (const [name, hits, resetMs] of await wire.rows(ADD, [JSON.stringify(list)])) {
        totals.set(name, { hits: hits as number, resetMs: Math.max(0, resetMs as number) });
      }
      if (++calls % FORGET_EVERY === 0) wire.rows(FORGET).catch(() => undefined);
      return counts.map(({ name }) => totals.get(name) as Total);
    } catch (error) {
      throw translated(error);
    }
  };
}
