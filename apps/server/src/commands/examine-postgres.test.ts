import { apiOf } from '../../testing/api.ts';
import { quietLog } from '../../testing/log.ts';
import { onDurablePostgres } from '../../testing/postgres.ts';
import { cleanUp, tandem, temporaryFolder } from '../../testing/tandem.ts';
import { readConfig, startServer } from '../index.ts';

onDurablePostgres('tandem doctor on PostgreSQL', ({ newDatabase, query }) => {
  afterAll(cleanUp);

  test('doctor checks a PostgreSQL database beside a running server, reports damage, and repairs nothing', async () => {
    const url = await newDatabase();
    const env = { TANDEM_DATABASE_URL: url, TANDEM_DATA_DIR: temporaryFolder() };
    const server = await startServer(readConfig({ ...env, TANDEM_PORT: '0' }), quietLog);
    try {
      const ask = apiOf(server.url, server.firstKey as string);
      const { body: project } = await ask('POST', 'projects', { title: 'P' });
      await ask('POST', 'tasks', { title: 'A', projectId: project.id, tags: ['x'] });
      const intact = await tandem(['doctor'], env);
      expect(intact).toMatchObject({ code: 0, stderr: '' });
      expect(intact.stdout).toMatch(/^((ok {4}|note {2}).*\n)+$/);
      expect(intact.stdout).toContain('Counts: every stored count');

      await query(url, `UPDATE counts SET n = 7 WHERE kind = 'project_tasks'`);
      await query(url, `UPDATE tasks SET open_blockers = 3, priority = 'p9'`);
      await query(url, 'DELETE FROM task_tags');
      await query(url, 'DROP INDEX comments_in_order');
      const { code, stdout, stderr } = await tandem(['doctor'], env);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('has problems') });
      const wrong = stdout.split('\n').filter((line) => line.startsWith('WRONG '));
      // In place a repair is refused.
      expect(`${stdout}${stderr}`).not.toContain('Stop the server and run tandem doctor --repair');
      for (const text of [stderr, wrong.find((line) => line.includes('blockers'))])
        expect(text).toContain('with tandem move, run tandem doctor --repair there, and move it back.');
      for (const part of [
        'comments_in_order',
        'project_tasks',
        'blockers',
        'Tags and labels',
        'priority of tasks',
      ]) {
        expect(wrong).toContainEqual(expect.stringContaining(part));
      }

      const repair = await tandem(['doctor', '--repair'], env);
      expect(repair).toMatchObject({ code: 1, stderr: expect.stringContaining('tandem move') });
    } finally {
      await server.stop();
    }
  });
});
