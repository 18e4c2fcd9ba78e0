import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConnection } from '../engine/sqlite.ts';
import { lastClaims } from './0020-last-claims.ts';
import { MIGRATIONS, migrate } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-last-claims-'));
afterAll(() => rmSync(folder, { recursive: true }));

const claim = (id: string, seq: number, task: number, claimedAt: number, endedAt: number | null) => `
  INSERT INTO claims (workspace_id, id, seq, number, agent_id, token, seconds, expires_at, shown_until, attempt, claimed_at,
    comments_seen_at, ended_at, end_reason)
  VALUES ('W', '${id}', ${seq}, ${task}, 'A', '${id}', 30, 0, 0, 1, ${claimedAt}, 0, ${endedAt},
    ${endedAt === null ? null : `'released'`});`;

test('marks every claim of an old database except the last of its task', () => {
  const connection = openConnection(join(folder, 'old.db'), 'writer');
  const before = MIGRATIONS.slice(0, MIGRATIONS.indexOf(lastClaims));
  migrate(connection, before);
  connection.exec(`PRAGMA foreign_keys = OFF;
    ${claim('first', 1, 1, 10, 11)}${claim('same time', 2, 1, 20, 21)}${claim('last', 3, 1, 20, 22)}
    ${claim('ended', 4, 2, 10, 11)}${claim('living', 5, 2, 12, null)}
    ${claim('only', 6, 3, 10, 11)}`);
  migrate(connection, [...before, lastClaims]);
  const marked = connection.all('SELECT id FROM claims WHERE superseded = 1 ORDER BY seq', []);
  expect(marked).toEqual([{ id: 'first' }, { id: 'same time' }, { id: 'ended' }]);
  connection.close();
});
