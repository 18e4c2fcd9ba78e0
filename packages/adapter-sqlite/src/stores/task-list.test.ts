import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Position, Storage, TaskFilter } from '@tandem/core';
import Database from 'better-sqlite3';
import { sqliteStorage } from '../index.ts';

/*
 * Filters that each match half of all tasks and never intersect, on enough tasks to show the page's effort limit.
 */

const TASKS = 40_000;
const folder = mkdtempSync(join(tmpdir(), 'tandem-task-list-'));
const file = join(folder, 'a.db');
let storage: Storage;

beforeAll(async () => {
  storage = sqliteStorage({ file });
  await storage.write('w', ({ workspace }) =>
    workspace.insert({
      id: 'w',
      name: 'W',
      agentCompletion: false,
      goalVerification: 'propose',
      agentIntake: 'open',
      agentIntakeLimit: 20,
      proofOfDone: 'off',
      agentKeys: 'any',
      plan: { chat: true },
      createdAt: 0,
      updatedAt: 0,
    }),
  );
  // Even and odd tasks are interleaved: they differ in priority and in tag. Effort and creator differ between the older
  // and the newer half.
  const database = new Database(file);
  database.exec(`
    WITH RECURSIVE n (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM n WHERE number < ${TASKS})
    INSERT INTO tasks (workspace_id, number, id, title, description, status, priority, assignee_id, project_id,
      creator_id, tags, effort, due_date, completed_at, archived, created_at, updated_at)
    SELECT 'w', number, 'id' || number, 'T', NULL, 'todo', iif(number % 2, 'p1', 'p0'), NULL, NULL,
      iif(number > ${TASKS / 2}, 'new', 'old'), '[]', iif(number > ${TASKS / 2}, 's', 'l'), NULL, NULL, 0, 0, 0
    FROM n;
    INSERT INTO task_tags SELECT 'w', iif(number % 2, 'odd', 'even'), 0, 'todo', number FROM tasks;
    INSERT INTO task_tags SELECT 'w', 'both', 0, 'todo', number FROM tasks WHERE number IN (1, 20001, 39999)`);
  database.close();
});
afterAll(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

const pageOf = (filter: Omit<TaskFilter, 'archived'>, after?: Position) =>
  storage.read('w', (stores) => stores.tasks.list({ ...filter, archived: false }, { limit: 25, after }));

/** All tasks on the pages of a list, and the number of pages. */
async function walked(filter: Omit<TaskFilter, 'archived'>) {
  const numbers: number[] = [];
  let pages = 0;
  for (let after: Position | null | undefined; after !== null; pages++) {
    const page = await pageOf(filter, after);
    numbers.push(...page.items.map(({ taskNumber }) => taskNumber));
    after = page.next;
  }
  return { numbers, pages };
}

describe('filters that rarely intersect, with interleaved matches', () => {
  test('a page of filters that rarely intersect ends early and empty, with a cursor', async () => {
    const page = await pageOf({ priorities: ['p0'], tags: ['odd'] });
    expect(page.items).toEqual([]);
    expect(page.next).toBeGreaterThan(TASKS / 2);
  });

  test('all matches of filters that rarely intersect are found in a bounded number of pages', async () => {
    const { numbers, pages } = await walked({ priorities: ['p1'], tags: ['even', 'both'] });
    expect(numbers).toEqual([39_999, 20_001, 1]);
    expect(pages).toBeGreaterThan(3);
    expect(pages).toBeLessThan(20);
  });
});

test('filters that match different parts of the list end at once', async () => {
  expect(await walked({ efforts: ['l'], creatorIds: ['new'] })).toEqual({ numbers: [], pages: 1 });
  expect(await walked({ efforts: ['s'], creatorIds: ['old'] })).toEqual({ numbers: [], pages: 1 });
});

test('a selective filter is read to its end in any combination', async () => {
  expect(await walked({ tags: ['both'], priorities: ['p1'], creatorIds: ['old'] })).toEqual({
    numbers: [1],
    pages: 1,
  });
});

test('filters that intersect fill their page', async () => {
  const page = await pageOf({ priorities: ['p0'], tags: ['even'], efforts: ['s'] });
  expect(page.items).toHaveLength(25);
  expect(page.next).toBe(page.items.at(-1)?.taskNumber);
});

test('hundreds of creators, none of which can lead, are checked task by task', async () => {
  const creatorIds = [...Array.from({ length: 1_000 }, (_, i) => `nobody ${i}`), 'old'];
  const page = await pageOf({ creatorIds, priorities: ['p0', 'p1'], efforts: ['l'] });
  expect(page.items[0]?.taskNumber).toBe(TASKS / 2);
  expect(page.items).toHaveLength(25);
});

test('a filter with very many values combined with one of hundreds of partitions is no error', async () => {
  const tags = Array.from({ length: 20 }, (_, i) => `tag ${i}`);
  const creatorIds = Array.from({ length: 3_000 }, (_, i) => `nobody ${i}`);
  expect(await walked({ tags, creatorIds })).toEqual({ numbers: [], pages: 1 });
});
