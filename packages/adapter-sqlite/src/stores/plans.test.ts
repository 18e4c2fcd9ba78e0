import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import {
  type Caller,
  createTandem,
  EFFORTS,
  type Position,
  SORT_ORDERS,
  type Storage,
  type Stores,
  TASK_SORTS,
  type Tandem,
  type TaskQuery,
} from '@tandem/core';
import { newTeam } from '@tandem/core/testing/world';
import Database from 'better-sqlite3';
import { VOCABULARY } from '../engine/sqlite.ts';
import { type SqliteSettings, sqliteStorage } from '../index.ts';

/** Every statement prepared, as the driver sees it. */
const prepared: string[] = [];
const prepare = Database.prototype.prepare;
beforeAll(() => {
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    prepared.push(sql);
    return prepare.call(this, sql);
  } as typeof prepare;
});

const folder = mkdtempSync(join(tmpdir(), 'tandem-plans-'));
const file = join(folder, 'a.db');
let tandem: Tandem;
let me: Caller;
let mine: Caller;
let agentId: string;
let bot: Caller;
let evesId: string;

beforeAll(async () => {
  tandem = createTandem({ storage: sqliteStorage({ file }), ...nodePorts() });
  const team = await newTeam(tandem);
  me = team.admin;
  mine = { ...me, admin: false };
  agentId = (await tandem.agents.create(me, { name: 'bot', displayName: 'Bot', emoji: '*', model: 'm' })).id;
  await tandem.labels.create(me, { name: 'bug' });
  bot = await tandem.operator.callerFor(team.workspaceId, 'bot');
  evesId = (await tandem.members.create(me, { name: 'eve', displayName: 'Eve' })).member.id;
  await tandem.tasks.create(me, { title: 'x' });
  await tandem.tasks.create(me, { title: 'y' });
  await tandem.chats.start(me, { agentId, body: 'z' });
  const turn = await tandem.turns.claim(bot, agentId, {});
  const reply = { token: turn?.lease.token ?? '', body: 'z', usage: { n: 1 } };
  await tandem.turns.reply(bot, agentId, turn?.turn.id ?? '', reply);
  const project = await tandem.projects.create(me, { title: 'P' });
  const initiative = await tandem.initiatives.create(me, { name: 'I' });
  const database = new Database(file);
  database.prepare("UPDATE projects SET id = 'p' WHERE id = ?").run(project.id);
  database.prepare("UPDATE initiatives SET id = 'i' WHERE id = ?").run(initiative.id);
  database.close();
});
afterAll(async () => {
  Database.prototype.prepare = prepare;
  await tandem.close();
  rmSync(folder, { recursive: true });
});

interface Step {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/** One entry by its key, although the plan shows only that the key is used. */
const LAST_ENTRY =
  /FROM events WHERE workspace_id = \+\? ORDER BY seq DESC LIMIT 1$|SELECT MAX\(number\) AS last FROM tasks WHERE workspace_id = \+?\?$/;

/** SQLite's plans of the statements that `run` prepares, on a new connection. */
async function plansOf(
  run: (tandem: Tandem) => Promise<unknown>,
  options: Partial<SqliteSettings> = {},
): Promise<string[]> {
  const fresh = createTandem({ storage: sqliteStorage({ file, ...options }), ...nodePorts() });
  prepared.length = 0;
  await run(fresh);
  await fresh.close();
  const statements = prepared.filter((sql) => /^\s*(SELECT|WITH|select)/.test(sql) && !LAST_ENTRY.test(sql));
  if (statements.length === 0) throw new Error('Nothing was prepared');
  const database = new Database(file, { readonly: true });
  database.exec(VOCABULARY);
  const plans = statements.flatMap((sql) => {
    const parameters: null[] = Array((sql.match(/\?/g) ?? []).length).fill(null);
    return described(prepare.call(database, `EXPLAIN QUERY PLAN ${sql}`).all(parameters) as Step[]);
  });
  database.close();
  return plans;
}

/** Marks the per-row lookups of a page: they sort a few labels or files, not the list. */
function described(steps: readonly Step[]): string[] {
  const ofARow = new Set<number>();
  return steps.map(({ id, parent, detail }) => {
    if (ofARow.has(parent) || detail.startsWith('CORRELATED')) ofARow.add(id);
    return ofARow.has(id) ? `for a row: ${detail}` : detail;
  });
}

/** Bounded scans: a page, or the data of one row. */
const BOUNDED =
  /^(for a row: )?SCAN (CONSTANT ROW|\d+ CONSTANT|page$|scanned$|(json_each|given|search) VIRTUAL TABLE|temp\.search_words VIRTUAL TABLE INDEX 1539:|ahead$|a$|below$|b$|e$|r$|\(subquery-\d+\)$)/;

/** Full scans of a table or workspace, or sorting the list: the cost grows with the workspace. */
const grows = (steps: readonly string[]) =>
  steps.filter(
    (step) =>
      (/SCAN /.test(step) && !BOUNDED.test(step)) ||
      // A workspace prefix alone, or with a bound that is not the list's position: each row is tested then.
      (/\(workspace_id=\?( AND seq[<>]\?)?\)$/.test(step) &&
        !/INDEX (initiatives|keys|sessions)_in_order .*seq/.test(step)) ||
      step === 'USE TEMP B-TREE FOR ORDER BY',
  );

const taskFilters = {
  none: {},
  archived: { archived: true },
  status: { status: ['todo'] },
  statuses: { status: ['todo', 'done'], archived: true },
  priority: { priority: ['p0', 'p1'] },
  effort: { effort: ['xs'] },
  assigned: { assigned: 'ada' },
  unassigned: { assigned: 'unassigned' },
  'unassigned or assigned': { assigned: ['unassigned', 'ada'] },
  projectId: { projectId: 'p' },
  tags: { tags: ['a', 'b'] },
  label: { label: 'bug' },
  createdBy: { createdBy: 'ada' },
} as const;
const checkedFilters = {
  labels: { label: ['bug', 'bug'], labelMode: 'all' },
  'no project': { project: 'none' },
  'no project or one': { projectId: ['none', 'p'] },
  ready: { ready: true },
  'not ready': { ready: false },
  blocked: { blocked: true },
  waiting: { waitingFor: ['review'] },
  created: { createdSince: 0 },
  updated: { updatedSince: 0 },
  completed: { completedSince: 0 },
  due: { dueAfter: 0, dueBefore: 1 },
  claimed: { hasClaim: true },
  'not claimed': { hasClaim: false },
  parent: { parent: '1' },
  roots: { parent: 'none' },
  words: { q: 'x y' },
} as const;
const allFilters = { ...taskFilters, ...checkedFilters };

test.each(Object.entries(allFilters))(
  'the task list filtered by %s reads only its index',
  async (_, query) => {
    expect(grows(await plansOf((tandem) => tandem.tasks.list(me, query)))).toEqual([]);
  },
);

test('counting the task list reads only its indexes', async () => {
  const counts = async (tandem: Tandem) => {
    for (const query of Object.values(allFilters)) await tandem.tasks.counts(me, query);
  };
  expect(grows(await plansOf(counts))).toEqual([]);
});

test.each(TASK_SORTS)('the task list sorted by %s reads only its index, alone and filtered', async (sort) => {
  const queries = Object.values(allFilters).flatMap((query) =>
    SORT_ORDERS.map((order) => ({ ...query, sort, order })),
  );
  const lists = async (tandem: Tandem) => {
    for (const query of queries) {
      const { next } = await tandem.tasks.list(me, { ...query, limit: 1 });
      await tandem.tasks.list(me, { ...query, limit: 1, after: next ?? '[1,1]' });
    }
  };
  expect(grows([...(await plansOf(lists)), ...(await plansOf(lists, { pageEffort: 1 }))])).toEqual([]);
});

/** The last entry of a workspace, or an existence check. */
const LAST_OR_EXISTS =
  /^SEARCH (search_fills|search_placed|tasks) USING .*(PRIMARY KEY|autoindex_tasks_1) \(workspace_id=\?\)$/;

test('a search reads only the words of a block, and the rows of its matches', async () => {
  for (const query of [{ q: 'x y' }, { q: '1', archived: true }]) {
    const find = async (tandem: Tandem) => {
      await tandem.search.find(me, query);
      await tandem.search.find(me, { ...query, after: '1 7 0' });
      await tandem.search.find(me, { ...query, after: '4 7 1' });
    };
    expect(grows(await plansOf(find, { blockSize: 1 })).filter((step) => !LAST_OR_EXISTS.test(step))).toEqual(
      [],
    );
  }
});

/** Pairs of all filters, and triples of those with an index. */
const combinations = Object.entries(taskFilters).flatMap(([, one], i, all) =>
  all
    .slice(i + 1)
    .flatMap(([, two], j) => [
      { ...one, ...two },
      ...all.slice(i + j + 2).map(([, three]) => ({ ...one, ...two, ...three })),
    ]),
);

const checkedPairs = Object.values(checkedFilters).flatMap((one) =>
  Object.values(allFilters).map((two) => ({ ...one, ...two })),
);

describe('combined filters', () => {
  /** The matches of each filter are in a separate range, so that each filter leads in turn. */
  const matching = [
    { priority: 'p1' },
    { effort: 'xs' },
    { assignedTo: 'eve' },
    { projectId: 'p' },
    { tags: ['b'] },
    { labels: ['bug'] },
  ] as const;
  let projectId: string;

  beforeAll(async () => {
    projectId = (await tandem.projects.create(me, { title: 'P' })).id;
    for (const traits of matching) {
      await tandem.tasks.create(bot, {
        title: 'x',
        ...traits,
        ...('projectId' in traits && { projectId }),
      });
    }
  });

  /** The plans of all pages of lists with a minimal effort per page. */
  const plansOfLists = (queries: readonly TaskQuery[]) =>
    plansOf(
      async (fresh) => {
        for (const query of queries) {
          for (let after: Position | null | undefined; after !== null; ) {
            after = (await fresh.tasks.list(me, { ...query, after })).next;
          }
        }
      },
      { pageEffort: 1 },
    );

  test('combined filters read only their indexes in all pairs, triples and the whole set, whichever leads', async () => {
    const everything = Object.assign({}, ...Object.values(taskFilters));
    const many = { tags: Array.from({ length: 20 }, (_, i) => `tag ${i}`), effort: EFFORTS };
    const queries = [...combinations, ...checkedPairs, everything, many, { ...everything, ...many }];
    const plans = await plansOfLists(
      queries.map((query) => ('projectId' in query ? { ...query, projectId } : query)),
    );
    expect(grows(plans)).toEqual([]);
    // A range of a list is read from its filter's index and not from a range of all tasks.
    expect(plans.filter((step) => /^SEARCH f /.test(step) && !/archived=\?/.test(step))).toEqual([]);
  });

  test('the filter whose tasks reach furthest down the list leads', async () => {
    const plans = await plansOfLists([{ createdBy: 'bot', priority: ['p1'] }]);
    const [first] = plans.filter((step) => /^SEARCH f .*number>\?/.test(step));
    expect(first).toContain('tasks_by_priority');
  });
});

test('a filter leads with its own index', async () => {
  const leads = {
    tasks_in_order: {},
    tasks_by_status: { status: ['waiting'] },
    tasks_by_assignee: { assigned: 'ada', priority: ['p3'] },
    tasks_by_project: { projectId: 'p', effort: ['m'], priority: ['p3'] },
    tasks_by_creator: { createdBy: 'nobody', effort: ['m'] },
    tasks_by_effort: { effort: ['l'], priority: ['p2'] },
    tasks_by_priority: { priority: ['p2'] },
  } as const;
  for (const [index, query] of Object.entries(leads)) {
    const steps = await plansOf((tandem) => tandem.tasks.list(me, { ...query, archived: true }));
    const searches = steps.filter((step) => /^SEARCH f /.test(step));
    expect([index, searches.length > 0 || index === 'tasks_in_order']).toEqual([index, true]);
    for (const step of searches) expect(step).toContain(index);
  }
});

/** A person who rejoins by a new invitation, and the operator who opens their chats. */
async function closeAndOpen(tandem: Tandem): Promise<void> {
  const { invitation } = await tandem.members.create(me, { name: 'dora', displayName: 'Dora' });
  await tandem.keys.acceptInvitation(invitation.code);
  await tandem.operator.openChats(me.workspaceId, 'dora');
}

test.each([
  ['relating tasks', (tandem: Tandem) => tandem.relations.relate(me, 1, { type: 'blocks', taskNumber: 2 })],
  ['setting a parent', (tandem: Tandem) => tandem.tasks.update(me, 3, { parentTaskNumber: 4 })],
  ['claiming a turn', async (tandem: Tandem) => tandem.turns.claim(bot, agentId, {})],
  ['looking for leases that ran out', (tandem: Tandem) => tandem.turns.expireLeases()],
  [
    'making a key',
    (tandem: Tandem) => tandem.keys.create(me, { name: 'k', kind: 'service', scopes: ['full'] }),
  ],
  ['closing and opening chats', (tandem: Tandem) => closeAndOpen(tandem)],
  [
    'briefing an agent on its mentions',
    (tandem: Tandem) => tandem.work.next(bot, agentId, { kinds: ['turn'], mentions: true }),
  ],
  ['removing a person', (tandem: Tandem) => tandem.members.delete(me, evesId)],
] as const)('%s reads only what it needs', async (_, run) => {
  expect(grows(await plansOf(run))).toEqual([]);
});

test.each([
  ['projects', (tandem: Tandem) => tandem.projects.list(me, {})],
  ['projects by status', (tandem: Tandem) => tandem.projects.list(me, { status: 'blocked' })],
  ['projects by initiative', (tandem: Tandem) => tandem.projects.list(me, { initiativeId: 'i' })],
  [
    'projects by both',
    (tandem: Tandem) => tandem.projects.list(me, { initiativeId: 'i', status: 'blocked' }),
  ],
  ['initiatives', (tandem: Tandem) => tandem.initiatives.list(me, {})],
  ['goals', (tandem: Tandem) => tandem.goals.list(me, {})],
  ['goals with archived ones', (tandem: Tandem) => tandem.goals.list(me, { archived: true })],
  ['goals by status', (tandem: Tandem) => tandem.goals.list(me, { status: 'met', archived: true })],
  ['goals by initiative', (tandem: Tandem) => tandem.goals.list(me, { initiativeId: 'i', archived: true })],
  ['goals by both', (tandem: Tandem) => tandem.goals.list(me, { initiativeId: 'i', status: 'met' })],
  ['members', (tandem: Tandem) => tandem.members.list(me, {})],
  ['members by type', (tandem: Tandem) => tandem.members.list(me, { type: 'human' })],
  ['agents', (tandem: Tandem) => tandem.agents.list(me, {})],
  ['agents by status', (tandem: Tandem) => tandem.agents.list(me, { status: 'idle' })],
  ['labels', (tandem: Tandem) => tandem.labels.list(me, {})],
  ['keys', (tandem: Tandem) => tandem.keys.list(me, {})],
  ['sessions', (tandem: Tandem) => tandem.sessions.list(me, {})],
  ['sessions of a person', (tandem: Tandem) => tandem.sessions.list(mine, {})],
  ['comments', (tandem: Tandem) => tandem.comments.list(me, 1, {})],
  ['the newest comments', (tandem: Tandem) => tandem.comments.list(me, 1, { order: 'desc' })],
  ['attachments', (tandem: Tandem) => tandem.attachments.list(me, 1, {})],
  ["a task's activity", (tandem: Tandem) => tandem.tasks.activity(me, 1, {})],
  ["an agent's activity", (tandem: Tandem) => tandem.monitoring.activity(me, agentId, {})],
  ['telemetry', (tandem: Tandem) => tandem.monitoring.telemetryHistory(me, agentId, {})],
  ['notifications', (tandem: Tandem) => tandem.notifications.list(me, {})],
  ['unread notifications', (tandem: Tandem) => tandem.notifications.list(me, { unread: true })],
  ['usage by agent', (tandem: Tandem) => tandem.usage.sums(me, { groupBy: 'agent' })],
  ['usage by project', (tandem: Tandem) => tandem.usage.sums(me, { groupBy: 'project', from: 0 })],
  ['usage by task', (tandem: Tandem) => tandem.usage.sums(me, { groupBy: 'task', from: 0 })],
  ['usage by day', (tandem: Tandem) => tandem.usage.sums(me, { groupBy: 'day' })],
  ['chats', (tandem: Tandem) => tandem.chats.list(me, {})],
  ['all chats', (tandem: Tandem) => tandem.chats.list(me, { status: 'all' })],
] as const)('the list of %s reads only its index', async (_, run) => {
  expect(grows(await plansOf(run))).toEqual([]);
});

describe('webhooks', () => {
  /** The plans of direct storage calls. */
  const steps = async (run: (storage: Storage) => Promise<unknown>) =>
    (
      await plansOf(async () => {
        const storage = sqliteStorage({ file });
        await run(storage);
        await storage.close();
      })
    ).filter((step) => / deliveries| d | w /.test(step));
  const read = (work: (stores: Stores) => Promise<unknown>) => (storage: Storage) =>
    storage.read(me.workspaceId, work);
  const slice = { limit: 10, after: undefined };

  // biome-ignore format: a table
  test.each<[string, string, (stores: Stores) => Promise<unknown>]>([
    ['the list',                'webhooks_in_order',     ({ webhooks }) => webhooks.list(slice)],
    ['all of them',             'webhooks_in_order',     ({ webhooks }) => webhooks.all()],
    ['deliveries',              'deliveries_in_order',   ({ deliveries }) => deliveries.list('h', undefined, slice)],
    ['deliveries by status',    'deliveries_by_status',  ({ deliveries }) => deliveries.list('h', 'failed', slice)],
    ['what is due',             'deliveries_due',        ({ deliveries }) => deliveries.due('h', 1, 4, false)],
    ['tests that are due',      'deliveries_tests_due',  ({ deliveries }) => deliveries.due('h', 1, 4, true)],
    ['when something is due',   'deliveries_due',        ({ deliveries }) => deliveries.nextDue('h', false)],
    ['when a test is due',      'deliveries_tests_due',  ({ deliveries }) => deliveries.nextDue('h', true)],
    ['how many are untried',    'deliveries_by_status',  ({ deliveries }) => deliveries.countPending('h', 1_000)],
  ])('%s: read from %s', async (_, index, work) => {
    const found = await steps(read(work));
    expect(found.join()).toContain(index);
    expect(grows(found)).toEqual([]);
    expect(found.filter((step) => !/(webhook_id|removed|id)=\?/.test(step))).toEqual([]);
  });
});

describe('the log of events', () => {
  const logSteps = async (run: (tandem: Tandem) => Promise<unknown>) =>
    [...new Set((await plansOf(run)).filter((step) => / events | e /.test(step)))].sort();

  test('the log of events is read in order from a position', async () => {
    expect(await logSteps((tandem) => tandem.events.list(me, {}))).toEqual([
      'SEARCH events USING PRIMARY KEY (workspace_id=? AND seq>?)',
      'SEARCH events USING PRIMARY KEY (workspace_id=?)',
    ]);
  });

  test('the log of events is read for an entity from the two indexes of listed and unlisted events', async () => {
    expect(await logSteps((tandem) => tandem.events.list(me, { entity: 'task:x' }))).toEqual([
      'SEARCH e USING PRIMARY KEY (workspace_id=? AND seq=?)',
      ...['events_by_entity', 'events_not_listed'].map(
        (index) =>
          `SEARCH events USING COVERING INDEX ${index} (workspace_id=? AND entity_type=? AND entity_id=? AND seq>?)`,
      ),
      'SEARCH events USING PRIMARY KEY (workspace_id=?)',
    ]);
  });

  test('the log of events is read for the activity without scanning unlisted events', async () => {
    const ofTask = await logSteps((tandem) => tandem.tasks.activity(me, 1, {}));
    const ofAgent = await logSteps((tandem) => tandem.monitoring.activity(me, agentId, {}));
    expect([ofTask, ofAgent].join()).not.toMatch(/events_not_listed|seq>/);
    expect(ofAgent.join()).toMatch(/COVERING INDEX events_by_actor .*COVERING INDEX events_by_entity/);
  });

  test('the log of events is deleted from its start', async () => {
    expect(await logSteps((tandem) => tandem.events.forget(-1))).toEqual([
      'SEARCH events USING PRIMARY KEY (workspace_id=? AND seq>? AND seq<?)',
      // The end of the log.
      'SEARCH events USING PRIMARY KEY (workspace_id=?)',
    ]);
  });
});

test('changes in a tree read only its tasks', async () => {
  const tree = async (tandem: Tandem) => {
    const { taskNumber } = await tandem.tasks.create(me, { title: 'x' });
    const { children } = await tandem.tasks.split(me, taskNumber, {
      tasks: [{ title: 'y' }, { title: 'z' }],
    });
    const child = children[0]?.taskNumber ?? 0;
    await tandem.tasks.split(me, child, { tasks: [{ title: 'y', blockedBy: [child + 1] }] });
    await tandem.tasks.update(me, child + 1, { parentTaskNumber: null });
    await tandem.tasks.archive(me, child, { children: 'detach' });
    await tandem.tasks.unarchive(me, child);
    await tandem.tasks.transition(me, taskNumber, { to: 'canceled', children: 'cancel' });
    await tandem.tasks.archive(me, taskNumber);
    await tandem.tasks.delete(me, taskNumber);
  };
  const plans = await plansOf(tree);
  // The relations, criteria and verifications of a task are limited and sorted.
  expect(grows(plans).filter((step) => !step.startsWith('USE TEMP'))).toEqual([]);
  expect(plans.filter((step) => /\(workspace_id=\? AND archived=\?\)$/.test(step))).toEqual([]);
});
