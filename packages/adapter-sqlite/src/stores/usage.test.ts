import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Position, UsageSum } from '@tandem/core';
import Database from 'better-sqlite3';
import { sqliteStorage } from '../index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-usage-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TASKS = 150;

test('a page of sums over very many days ends early, and the pages together are complete', async () => {
  const file = join(folder, 'a.db');
  const storage = sqliteStorage({ file });
  await storage.write('w', ({ workspace }) =>
    workspace.insert({
      id: 'w',
      name: 'W',
      agentCompletion: false,
      goalVerification: 'propose',
      proofOfDone: 'off',
      agentKeys: 'any',
      agentIntake: 'open',
      agentIntakeLimit: 20,
      plan: { chat: true },
      createdAt: 0,
      updatedAt: 0,
    }),
  );
  // Each of 58 days, which are no whole month, has all of the tasks but one.
  const database = new Database(file);
  database.exec(`
    WITH RECURSIVE days (day) AS (SELECT '2026-01-02' UNION ALL
        SELECT date(day, '+1 day') FROM days WHERE day < '2026-02-27'),
      tasks (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM tasks WHERE number < ${TASKS})
    INSERT INTO usage_sums (workspace_id, kind, period, owner, usage)
    SELECT 'w', 'task', day, printf('%016d', number), '{"n":1}' FROM days, tasks
    WHERE number <> CAST(substr(day, 9) AS INTEGER)
    UNION ALL SELECT 'w', 'workspace', day, '', '{"n":1}' FROM days
    UNION ALL SELECT 'w', 'workspace', substr(day, 1, 7), '', '{"n":1}' FROM days GROUP BY 3`);
  database.close();

  const seen: UsageSum[] = [];
  const lengths: number[] = [];
  for (let after: Position | null | undefined; after !== null; ) {
    const slice = { limit: 100, after };
    const page: Page<UsageSum> = await storage.read('w', ({ usage }) =>
      usage.sums('task', { from: '2026-01-02', to: '2026-02-27' }, slice),
    );
    seen.push(...page.items);
    lengths.push(page.items.length);
    after = page.next;
  }
  await storage.close();
  expect(lengths[0]).toBeLessThan(100);
  const days = (number: number) => (number === 1 ? 56 : number <= 27 ? 55 : number <= 31 ? 56 : 57);
  expect(seen).toEqual(
    Array.from({ length: TASKS }, (_, i) => TASKS - i).map((taskNumber) => ({
      taskNumber,
      usage: { n: days(taskNumber) },
    })),
  );
});
