import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConnection } from '../engine/sqlite.ts';
import { work } from './0001-work.ts';
import { conversation } from './0002-conversation.ts';
import { removals } from './0003-removals.ts';
import { powers } from './0004-powers.ts';
import { migrate } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-powers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const key = (id: string, kind: string, by: string) => `
  INSERT INTO keys (workspace_id, id, seq, name, kind, created_by, scopes, secret_hash, created_at)
  VALUES ('W', '${id}', 1, 'k', '${kind}', 'A', '["full"]', 'x', 0);
  INSERT INTO events (workspace_id, seq, id, actor_type, actor_id, actor_name, entity_type, entity_id, entity_title,
    action, created_at)
  SELECT 'W', count(*) + 1, 'E' || count(*), 'service', '${by}', '${by}', 'key', '${id}', 'k', 'created', 0 FROM events;`;

const task = (number: number) => `
  INSERT INTO tasks (workspace_id, number, id, title, status, priority, creator_id, tags, archived, created_at, updated_at)
  VALUES ('W', ${number}, 'T${number}', 't', 'todo', 'p2', 'A', '[]', 0, 0, 0);`;

test("an old database: the operator's runtime keys depend on no member, relations are a person's, and chats are open", () => {
  const connection = openConnection(join(folder, 'old.db'), 'writer');
  migrate(connection, [work, conversation, removals]);
  connection.exec(`
    INSERT INTO workspaces VALUES ('W', 'Acme', 0, 'propose', 1, 0, 0);
    INSERT INTO members (workspace_id, id, seq, type, name, name_key, taken_name_key,
      display_name, display_name_key, role, deleted, created_at)
    VALUES ('W', 'A', 1, 'human', 'ada', 'ada', 'ada', 'Ada', 'ada', 'member', 0, 0);
    ${key('hers', 'runtime', 'A')}${key('operators', 'runtime', 'operator')}${key('service', 'service', 'operator')}
    ${task(1)}${task(2)}
    INSERT INTO relations VALUES ('W', 'R', 1, 'blocks', 1, 2, 1);`);
  migrate(connection, [work, conversation, removals, powers]);
  expect(connection.all('SELECT id, created_by FROM keys ORDER BY id', [])).toEqual([
    { id: 'hers', created_by: 'A' },
    { id: 'operators', created_by: null },
    { id: 'service', created_by: 'A' },
  ]);
  expect(connection.all('SELECT made_by FROM relations', [])).toEqual([{ made_by: 'human' }]);
  expect(connection.all('SELECT chats_from FROM members', [])).toEqual([{ chats_from: 0 }]);
  connection.close();
});
