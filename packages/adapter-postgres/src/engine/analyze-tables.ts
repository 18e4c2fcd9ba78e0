import type { Wire } from './wire.ts';

/** Numbers of committed units after which this process runs ANALYZE. */
const AFTER = [30, 100, 300, 1_000, 3_000, 10_000, 30_000];

/** The tables that autovacuum has not analyzed yet, or that have doubled since they were analyzed. */
const TABLES = `
  SELECT string_agg(quote_ident(s.relname), ', ') FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
  WHERE s.schemaname = current_schema() AND (s.last_autoanalyze IS NULL OR s.n_mod_since_analyze > c.reltuples)`;

/**
 * PostgreSQL plans by table statistics, which a new database lacks: then any index that leads with the workspace looks
 * as good as the one that finds the row. Autovacuum collects statistics after a minute or more; until then a statement
 * that should take 15 µs took 140 in a workspace of 10,000 tasks. So a process runs ANALYZE itself while the database
 * is new: after the first units of work, and whenever their number has tripled. `commit` takes the number of units in a
 * commit.
 */
export function tableAnalyzer(open: () => Promise<Wire>): { commit(units: number): void } {
  let units = 0;
  let next = 0;

  const analyze = async () => {
    let wire: Wire | undefined;
    try {
      wire = await open();
      const [[tables] = []] = await wire.rows(TABLES);
      if (tables) await wire.script(`ANALYZE ${tables}`);
    } catch {
      // Plans stay as they were until autovacuum runs.
    } finally {
      await wire?.close();
    }
  };

  return {
    commit: (more) => {
      units += more;
      if (units < (AFTER[next] ?? Number.POSITIVE_INFINITY)) return;
      while (units >= (AFTER[next] ?? Number.POSITIVE_INFINITY)) next++;
      void analyze();
    },
  };
}
