import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConnection } from '../engine/sqlite.ts';
import { work } from './0001-work.ts';
import { conversation } from './0002-conversation.ts';
import { removals } from './0003-removals.ts';
import { powers } from './0004-powers.ts';
import { invitations } from './0005-invitations.ts';
import { migrate } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-invitations-'));
afterAll(() => rmSync(folder, { recursive: true }));

const member = (id: string) => `
  INSERT INTO members (workspace_id, id, seq, type, name, name_key, taken_name_key,
    display_name, display_name_key, role, deleted, created_at)
  VALUES ('W', '${id}', 1, 'human', '${id}', '${id}', '${id}', '${id}', '${id}', 'member', 0, 0);`;

interface Entry {
  readonly action: string;
  readonly by: string;
  readonly type?: string;
  readonly keyOwner?: string;
}

/** An invited person with their log entries. */
const invited = (id: string, ...log: readonly Entry[]) => `
  ${member(id)}
  INSERT INTO invitations VALUES ('W', 'to ${id}', '${id}', 'digest', 7);
  ${log
    .map(
      ({ action, by, type = 'human', keyOwner }) => `
  INSERT INTO events (workspace_id, seq, id, actor_type, actor_id, actor_name, key_owner, entity_type, entity_id,
    entity_title, action, created_at)
  SELECT 'W', count(*) + 1, 'E' || count(*), '${type}', '${by}', '${by}', ${keyOwner ? `'${keyOwner}'` : 'NULL'},
    'member', '${id}', '${id}', '${action}', 0 FROM events;`,
    )
    .join('')}`;

test('open invitations of an old database depend on their creator by the log, and are deleted if the log has none', () => {
  const connection = openConnection(join(folder, 'old.db'), 'writer');
  migrate(connection, [work, conversation, removals, powers]);
  connection.exec(`
    INSERT INTO workspaces VALUES ('W', 'Acme', 0, 'propose', 1, 0, 0);
    ${member('ada')}${member('bob')}
    ${invited('added', { action: 'created', by: 'ada' }, { action: 'updated', by: 'bob' })}
    ${invited('again', { action: 'created', by: 'ada' }, { action: 'invited', by: 'bob' })}
    ${invited('acted', { action: 'created', by: 'ada' }, { action: 'invited', by: 'ada', keyOwner: 'bob' })}
    ${invited('operators', { action: 'created', by: 'operator', type: 'service' })}
    ${invited('untold')}`);
  migrate(connection, [work, conversation, removals, powers, invitations]);
  const row = (id: string, created_by: string) => ({
    workspace_id: 'W',
    id: `to ${id}`,
    member_id: id,
    code_hash: 'digest',
    expires_at: 7,
    created_by,
  });
  expect(connection.all('SELECT * FROM invitations ORDER BY id', [])).toEqual([
    row('added', 'ada'),
    row('again', 'bob'),
  ]);
  expect(connection.all('PRAGMA foreign_key_check', [])).toEqual([]);
  connection.close();
});

test('the time per invitation does not grow with the log', () => {
  const connection = openConnection(join(folder, 'long.db'), 'writer');
  migrate(connection, [work, conversation, removals, powers]);
  const people = Array.from({ length: 40 }, (_, i) => invited(`p${i}`, { action: 'created', by: 'ada' }));
  connection.exec(`
    INSERT INTO workspaces VALUES ('W', 'Acme', 0, 'propose', 1, 0, 0);
    ${member('ada')}
    ${people.join('')}
    INSERT INTO events (workspace_id, seq, id, actor_type, actor_id, actor_name, entity_type, entity_id,
      entity_title, action, created_at)
    WITH RECURSIVE numbers (n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
    SELECT 'W', n, 'N' || n, 'human', 'ada', 'ada', 'task', 'T' || n, 'T', 'created', 0 FROM numbers;`);
  const began = performance.now();
  migrate(connection, [work, conversation, removals, powers, invitations]);
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(connection.all('SELECT id FROM invitations', [])).toHaveLength(40);
  connection.close();
});
