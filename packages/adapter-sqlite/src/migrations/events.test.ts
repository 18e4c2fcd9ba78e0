import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ActivityEntry, type Caller, createTandem, type Page, type Tandem } from '@tandem/core';
import { nodePorts } from '@tandem/core/node';
import { openConnection } from '../engine/sqlite.ts';
import { examine, sqliteStorage } from '../index.ts';
import { events } from './0013-events.ts';
import { MIGRATIONS, migrate } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-events-'));
const file = join(folder, 'old.db');

const AT = 1_700_000_000_000;

/** The old log format: a row for each changed field. */
// biome-ignore format: a table
const LOG: readonly (readonly [actor: 'ada' | 'bot', type: string, id: string, action: string, field?: string, from?: string | null, to?: string | null])[] = [
  ['ada', 'workspace', 'W',  'created'],
  ['ada', 'agent',     'bot', 'created'],
  ['ada', 'task',      'T1', 'created'],
  ['bot', 'task',      'T1', 'updated', 'title', 'Old', 'New'],
  ['bot', 'task',      'T1', 'updated', 'priority', 'p2', 'p0'],
  ['bot', 'task',      'T1', 'updated', 'dueDate', null, '2026-03-01T09:00:00.000Z'],
  ['bot', 'agent',     'bot', 'updated', 'paused', 'false', 'true'],
  ['ada', 'agent',     'bot', 'updated', 'title', null, 'Scribe'],
  ['ada', 'task',      'T2', 'created'],
  ['bot', 'task',      'T2', 'transitioned', 'status', 'todo', 'waiting'],
  ['ada', 'task',      'T2', 'deleted'],
  ['ada', 'comment',   'C1', 'updated', 'body', 'a', 'b'],
];

const quoted = (value: string | null | undefined) => (value == null ? 'NULL' : `'${value}'`);

let tandem: Tandem;
let ada: Caller;

beforeAll(async () => {
  const connection = openConnection(file, 'writer');
  migrate(connection, MIGRATIONS.slice(0, MIGRATIONS.indexOf(events)));
  const row = LOG.map(
    ([actor, type, id, action, field, from, to], i) =>
      `('W', ${i + 1}, 'E${i + 1}', ${actor === 'bot' ? "'agent'" : "'human'"}, '${actor}', '${actor}', NULL,
        '${type}', '${id}', 'Title of ${id}', '${action}', ${quoted(field)}, ${quoted(from)}, ${quoted(to)},
        ${action === 'transitioned' ? "'Rain'" : 'NULL'}, ${AT + i})`,
  );
  const member = (id: string, seq: number, type: string, role: string | null, chatsFrom: number) => `
    INSERT INTO members (workspace_id, id, seq, type, name, name_key, taken_name_key, display_name, display_name_key,
      role, status, emoji, model, deleted, created_at, updated_at, chats_from)
    VALUES ('W', '${id}', ${seq}, '${type}', '${id}', '${id}', '${id}', '${id}', '${id}', ${quoted(role)},
      ${type === 'agent' ? "'idle', '*', 'm'" : 'NULL, NULL, NULL'}, 0, ${AT}, ${AT}, ${chatsFrom});`;
  connection.exec(`
    INSERT INTO workspaces (id, name, agent_completion, goal_verification, plan_chat, created_at, updated_at)
    VALUES ('W', 'Acme', 0, 'propose', 1, ${AT}, ${AT});
    INSERT INTO sequences (workspace_id, name, value) VALUES ('W', 'row', 9), ('W', 'task', 2);
    ${member('ada', 1, 'human', 'admin', 0)}${member('eve', 2, 'human', 'member', 4)}${member('bot', 3, 'agent', null, 0)}
    INSERT INTO tasks (workspace_id, number, id, title, status, priority, creator_id, tags, archived, created_at, updated_at)
    VALUES ('W', 1, 'T1', 'New', 'todo', 'p0', 'ada', '[]', 0, ${AT}, ${AT});
    INSERT INTO events (workspace_id, seq, id, actor_type, actor_id, actor_name, key_owner, entity_type, entity_id,
      entity_title, action, field, old_value, new_value, reason, created_at)
    VALUES ${row.join(',\n')};`);
  connection.close();
  tandem = createTandem({ ...nodePorts(), storage: sqliteStorage({ file }) });
  ada = await tandem.operator.callerFor('W', 'ada');
});
afterAll(async () => {
  await tandem.close();
  rmSync(folder, { recursive: true });
});

/** The activity entry of an old log row. */
const entry = (place: number) => {
  const [actor, type, id, action, field = null, from = null, to = null] = LOG[
    place - 1
  ] as (typeof LOG)[number];
  return {
    id: `E${place}`,
    actor: { type: actor === 'bot' ? 'agent' : 'human', id: actor, name: actor, keyOwner: null },
    entity: { type, id, title: `Title of ${id}` },
    action,
    field,
    oldValue: from,
    newValue: to,
    reason: action === 'transitioned' ? 'Rain' : null,
    createdAt: AT + place - 1,
  };
};

/** Entries as returned to clients, without the task number. */
const shown = ({ items }: Page<ActivityEntry>) =>
  items.map(({ entity: { taskNumber: _, ...entity }, ...rest }) => ({ ...rest, entity }));

test("a task's activity is unchanged, in pages of any size", async () => {
  for (const limit of [1, 2, 3, 100]) {
    const found: unknown[] = [];
    for (let after: string | number | undefined; ; ) {
      const page = await tandem.tasks.activity(ada, 'T1', { limit, after });
      found.push(...shown(page));
      if (page.next === null) break;
      after = page.next;
    }
    expect(found).toEqual([6, 5, 4, 3].map(entry));
  }
});

test("an agent's activity is unchanged, with its total, and continues", async () => {
  const page = await tandem.monitoring.activity(ada, 'bot', {});
  expect(shown(page)).toEqual([10, 8, 7, 6, 5, 4, 2].map(entry));
  expect(page.total).toBe(7);
  const bot = await tandem.operator.callerFor('W', 'bot');
  await tandem.tasks.update(bot, 1, { title: 'Newer', effort: 's' });
  expect((await tandem.monitoring.activity(ada, 'bot', {})).total).toBe(9);
});

test('old log rows become events with at most one change, with the numbers of their tasks', async () => {
  const { items } = await tandem.events.after('W', undefined, LOG.length);
  expect(items.map(({ event }) => event.seq)).toEqual(LOG.map((_, i) => i + 1));
  expect(items.map(({ event }) => event.type).slice(2, 6)).toEqual([
    'task.created',
    'task.updated',
    'task.updated',
    'task.updated',
  ]);
  expect(items[3]?.event).toEqual({
    id: 'E4',
    seq: 4,
    type: 'task.updated',
    at: AT + 3,
    actor: { type: 'agent', id: 'bot', name: 'bot' },
    entity: { type: 'task', id: 'T1', title: 'Title of T1', taskNumber: 1 },
    changes: [{ field: 'title', from: 'Old', to: 'New' }],
  });
  // A deleted task is named without its number.
  expect(items[8]?.event.entity).toEqual({ type: 'task', id: 'T2', title: 'Title of T2' });
  expect(items[9]?.event.reason).toBe('Rain');
});

test('a person whose chats were closed sees chat events from now on', async () => {
  const connection = openConnection(file, 'reader');
  const after = connection.all('SELECT id, chat_events_after AS "after" FROM members ORDER BY id', []);
  connection.close();
  expect(after.slice(0, 3)).toEqual([
    { id: 'ada', after: 0 },
    { id: 'bot', after: 0 },
    { id: 'eve', after: LOG.length },
  ]);
});

test('deleting old events does not affect the activity', async () => {
  await tandem.events.forget(0);
  expect(shown(await tandem.tasks.activity(ada, 'T1', { limit: 10 })).slice(-4)).toEqual(
    [6, 5, 4, 3].map(entry),
  );
  expect((await tandem.events.after('W')).items).toHaveLength(1);
});

test('the doctor reports no problems', async () => {
  const wrong: string[] = [];
  for await (const { state, text } of examine({ file })) if (state === 'wrong') wrong.push(text);
  expect(wrong).toEqual([]);
});
