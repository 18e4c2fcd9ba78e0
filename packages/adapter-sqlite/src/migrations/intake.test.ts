import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConnection } from '../engine/sqlite.ts';
import { intake } from './0009-intake.ts';
import { MIGRATIONS, migrate } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-intake-'));
afterAll(() => rmSync(folder, { recursive: true }));

const member = (workspaceId: string, id: string, type: string) => `
  INSERT INTO members (workspace_id, id, seq, type, name, name_key, display_name, display_name_key, deleted, created_at)
  VALUES ('${workspaceId}', '${id}', 1, '${type}', '${id}', '${id}', '${id}', '${id}', 0, 0);`;

const task = (workspaceId: string, number: number, creator: string) => `
  INSERT INTO tasks (workspace_id, number, id, title, status, priority, creator_id, tags, archived, created_at, updated_at)
  VALUES ('${workspaceId}', ${number}, 'T${number}', 't', 'backlog', 'p2', '${creator}', '[]', 0, 0, 0);`;

test('an old database has open intake, and tasks created by an agent or a runtime key are from an agent', () => {
  const connection = openConnection(join(folder, 'old.db'), 'writer');
  const before = MIGRATIONS.slice(0, MIGRATIONS.indexOf(intake));
  migrate(connection, before);
  connection.exec(`
    INSERT INTO workspaces VALUES ('W', 'Acme', 0, 'propose', 1, 0, 0), ('V', 'Other', 0, 'propose', 1, 0, 0);
    ${member('W', 'ada', 'human')}${member('W', 'bot', 'agent')}${member('V', 'ada', 'agent')}
    INSERT INTO keys (workspace_id, id, seq, name, kind, created_by, scopes, secret_hash, created_at)
    VALUES ('W', 'host', 1, 'k', 'runtime', 'ada', '["full"]', 'x', 0),
      ('W', 'ci', 2, 'k', 'service', 'ada', '["full"]', 'x', 0);
    ${['ada', 'bot', 'host', 'ci', 'gone'].map((creator, i) => task('W', i + 1, creator)).join('')}`);
  migrate(connection, [...before, intake]);
  expect(connection.all('SELECT creator_id FROM tasks WHERE from_agent = 1 ORDER BY number', [])).toEqual([
    { creator_id: 'bot' },
    { creator_id: 'host' },
  ]);
  expect(connection.all('SELECT DISTINCT agent_intake, agent_intake_limit FROM workspaces', [])).toEqual([
    { agent_intake: 'open', agent_intake_limit: 20 },
  ]);
  connection.close();
});
