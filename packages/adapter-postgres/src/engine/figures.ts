import type { Wire } from './wire.ts';

/** After how many units of this process the figures are taken, as long as nobody else has taken them. */
const AFTER = [30, 100, 300, 1_000, 3_000, 10_000, 30_000];

/** The tables, and whether autovacuum has been at the one that matters most. */
const TABLES = `
  SELECT string_agg(quote_ident(relname), ', '),
    count(*) FILTER (WHERE relname = 'tasks' AND last_autoanalyze IS NOT NULL)
  FROM pg_stat_user_tables WHERE schemaname = current_schema()`;

/**
 * PostgreSQL plans by figures of what is in the tables, and of a new database it has none: any index that begins with the
 * workspace then looks as good to it as the one that finds the row. Autovacuum takes the figures after a minute or more;
 * until then a statement that should take 15 µs took 140 in a workspace of 10,000 tasks. So a process takes them itself
 * while the database is new: after the first units of work, and each time when there are three times as many. `commit` is
 * told how many a commit had.
 */
export function takingFigures(open: () => Promise<Wire>): { commit(units: number): void } {
  let units = 0;
  let next = 0;

  const take = async () => {
    let wire: Wire | undefined;
    try {
      wire = await open();
      const [[tables, taken] = []] = await wire.rows(TABLES);
      if (taken === 0) await wire.script(`ANALYZE ${tables}`);
      else next = AFTER.length;
    } catch {
      // Plans are as they were; autovacuum comes to it.
    } finally {
      await wire?.close();
    }
  };

  return {
    commit: (more) => {
      units += more;
      if (units < (AFTER[next] ?? Number.POSITIVE_INFINITY)) return;
      while (units >= (AFTER[next] ?? Number.POSITIVE_INFINITY)) next++;
      void take();
    },
  };
}
