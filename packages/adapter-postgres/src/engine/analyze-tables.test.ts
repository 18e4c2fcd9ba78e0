import { setTimeout as sleep } from 'node:timers/promises';
import { onOwnPostgres, startCluster } from '../../testing/postgres.ts';
import { tableAnalyzer } from './analyze-tables.ts';
import { openWire } from './wire.ts';

onOwnPostgres('table statistics', () => {
  test('tables that have grown since autovacuum analyzed them are analyzed again, and no others', async () => {
    const often = { autovacuum: 'on', autovacuum_naptime: 1, autovacuum_analyze_threshold: 0 };
    const cluster = await startCluster({ settings: often });
    const open = () => openWire({ url: cluster.url(), purpose: 'test' });
    const wire = await open();
    const isSoon = async (condition: string) => {
      while ((await wire.rows(`SELECT ${condition} FROM pg_stat_user_tables`))[0]?.[0] !== 1) await sleep(20);
    };
    try {
      await wire.script(`CREATE TABLE tasks (id INT); CREATE TABLE projects (id INT);
        INSERT INTO tasks VALUES (1); INSERT INTO projects VALUES (1)`);
      await isSoon('CAST(count(last_autoanalyze) = 2 AS INT)');
      await wire.script('ALTER TABLE tasks SET (autovacuum_enabled = false)');
      const writer = await open();
      await writer.script('INSERT INTO tasks SELECT generate_series(2, 1000)');
      await writer.close();
      await isSoon('CAST(max(n_mod_since_analyze) = 999 AS INT)');

      tableAnalyzer(open).commit(30);
      await isSoon('CAST(count(last_analyze) > 0 AS INT)');
      expect(
        await wire.rows('SELECT relname FROM pg_stat_user_tables WHERE last_analyze IS NOT NULL'),
      ).toEqual([['tasks']]);
    } finally {
      await wire.close();
      await cluster.remove();
    }
  });
});
