import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem, type Tandem } from '@tandem/core';
import { newTeam } from '@tandem/core/testing/world';
import Database from 'better-sqlite3';
import { sqliteStorage } from '../index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-removals-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MANY = 600;
let tandem: Tandem;
const opened = (file: string) => createTandem({ ...nodePorts(), storage: sqliteStorage({ file }) });

/** The number of rows that match a condition. */
function rows(file: string, table: string, condition: string): number {
  const database = new Database(file, { readonly: true });
  const { n } = database.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`).get() as {
    n: number;
  };
  database.close();
  return n;
}

/** A database in which a chat, a label and an agent with many dependent rows have just been removed. */
async function removed(file: string) {
  tandem = opened(file);
  const { admin: me } = await newTeam(tandem);
  const bot = { name: 'bot', displayName: 'Bot', emoji: '*', model: 'm' };
  const agent = await tandem.agents.create(me, bot);
  const label = await tandem.labels.create(me, { name: 'bug' });
  const many = Array.from({ length: MANY });
  const task = { title: 'x', labels: ['bug'], assignedTo: 'bot' };
  await Promise.all(many.map(() => tandem.tasks.create(me, task)));
  await Promise.all(many.map((_, i) => tandem.chats.start(me, { agentId: agent.id, body: 'hi' }, `${i}`)));
  await tandem.labels.delete(me, label.id);
  await tandem.agents.delete(me, agent.id);
  return me;
}

test('a crash during cleanup leaves nothing half removed, and the next process continues', async () => {
  const [file, copy] = [join(folder, 'a.db'), join(folder, 'crashed.db')];
  const me = await removed(file);
  expect(rows(file, 'task_labels', 'TRUE')).toBeGreaterThan(0);
  expect(rows(file, 'turns', "status = 'pending'")).toBeGreaterThan(0);
  // As after a crash: with commits in the log and no clean shutdown.
  for (const end of ['', '-wal']) cpSync(file + end, copy + end);
  await tandem.close();

  tandem = opened(copy);
  expect((await tandem.tasks.get(me, MANY)).labels).toEqual([]);
  expect((await tandem.chats.list(me, {})).items.every(({ activeTurn }) => activeTurn === null)).toBe(true);
  await tandem.removals.clear();
  expect(rows(copy, 'task_labels', 'TRUE')).toBe(0);
  expect(rows(copy, 'labels', 'TRUE')).toBe(0);
  expect(rows(copy, 'tasks', 'assignee_id IS NOT NULL')).toBe(0);
  expect(rows(copy, 'turns', "status <> 'failed'")).toBe(0);
  expect(rows(copy, 'removals', 'TRUE')).toBe(0);
  await tandem.close();
});

test('cleanup stops when the service stops, and the next start continues it', async () => {
  const file = join(folder, 'stopping.db');
  await removed(file);
  const clearing = tandem.removals.clear();
  tandem.stopWaiting();
  await clearing;
  await tandem.close();
  expect(rows(file, 'removals', 'TRUE')).toBeGreaterThan(0);
  tandem = opened(file);
  await tandem.removals.clear();
  expect(rows(file, 'removals', 'TRUE')).toBe(0);
  await tandem.close();
});

test('a removed entity leaves no row behind, however many dependent rows it had', async () => {
  const file = join(folder, 'all.db');
  const me = await removed(file);
  for (let count = 0; count <= 1; count++) {
    const project = await tandem.projects.create(me, { title: 'P' });
    const goal = await tandem.goals.create(me, { title: 'G' });
    const initiative = await tandem.initiatives.create(me, { name: 'I' });
    const task = await tandem.tasks.create(me, { title: 'x', ...(count > 0 && { projectId: project.id }) });
    if (count > 0) {
      await tandem.projects.update(me, project.id, { goalId: goal.id, initiativeId: initiative.id });
      await tandem.goals.verify(me, goal.id, { passed: false, evidence: 'e' });
      await tandem.comments.create(me, task.id, { body: 'c' });
    }
    await tandem.initiatives.delete(me, initiative.id);
    await tandem.goals.delete(me, goal.id);
    await tandem.projects.delete(me, project.id);
    await tandem.tasks.archive(me, task.id);
    await tandem.tasks.delete(me, task.id);
  }
  const { items } = await tandem.chats.list(me, { limit: 1 });
  await tandem.chats.delete(me, items[0]?.id ?? '');
  await tandem.removals.clear();
  for (const table of ['projects', 'goals', 'initiatives', 'verifications', 'comments', 'removals']) {
    expect([table, rows(file, table, 'TRUE')]).toEqual([table, 0]);
  }
  expect(rows(file, 'chats', 'TRUE')).toBe(MANY - 1);
  expect(rows(file, 'idempotency_keys', 'TRUE')).toBe(MANY - 1);
  expect(rows(file, 'tasks', 'TRUE')).toBe(MANY);
  expect(rows(file, 'counts', "kind = 'project_tasks'")).toBe(0);
  await tandem.close();
});
