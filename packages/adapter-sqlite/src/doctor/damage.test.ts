import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem, type Tandem } from '@tandem/core';
import { inMemoryContents } from '@tandem/core/in-memory';
import { answers, endpoints } from '@tandem/core/testing';
import { LONG } from '@tandem/core/testing/programs';
import { newTeam } from '@tandem/core/testing/world';
import Database from 'better-sqlite3';
import { type Connection, openConnection } from '../engine/sqlite.ts';
import { examine, type Finding, repair, sqliteStorage, TRANSFER_TABLES } from '../index.ts';
import { keyColumnsOf } from './batches.ts';
import { REPAIRABLE as REPAIRS } from './checks.ts';
import { FUNCTIONS } from './derived.ts';
import { PAUSE, type Unreadable } from './finding.ts';
import { ruleCheck } from './rules.ts';
import { unreadableIn, values, wrongValues } from './values.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-damage-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

/** Each test copies this database. */
beforeAll(() => fill('whole.db', ['Acme']));

async function fill(name: string, workspaces: readonly string[]): Promise<void> {
  const gone = endpoints();
  const storage = sqliteStorage({ file: at(name) });
  const contents = inMemoryContents(nodePorts());
  const tandem = createTandem({ ...nodePorts(), storage, contents, webhooks: gone.sender });
  for (const each of workspaces) await fillWorkspace(tandem, gone, each);
  await tandem.close();
}

const known = (id: string) => ({ source: 'jira', id, url: `https://jira.example/${id}` });

/** Adds something of everything. */
async function fillWorkspace(tandem: Tandem, gone: ReturnType<typeof endpoints>, name: string) {
  const { workspaceId, admin: ada } = await newTeam(tandem, { name });
  await tandem.members.create(ada, { name: 'eve', displayName: 'Éve', externalId: known('eve') });
  const bot = await tandem.agents.create(ada, { name: 'bot', displayName: 'Bot', emoji: '*', model: 'm' });
  const cat = await tandem.agents.create(ada, { name: 'cat', displayName: 'Cat', emoji: '*', model: 'm' });
  await tandem.agents.update(ada, cat.id, { reportsTo: 'bot' });
  await tandem.agents.update(ada, cat.id, { title: 'Mouser', model: 'n' });
  await tandem.agents.update(ada, bot.id, { limits: { usage: { n: { perDay: 1 } } } });
  for (const name of ['bug', 'Chore']) await tandem.labels.create(ada, { name });
  const initiative = await tandem.initiatives.create(ada, { name: 'I' });
  const metric = { target: 1, current: 0, unit: 'x' };
  const goal = await tandem.goals.create(ada, {
    title: 'G',
    initiativeId: initiative.id,
    metric,
    externalId: known('G'),
  });
  await tandem.goals.verify(ada, goal.id, { passed: false, evidence: 'Not seen' });
  const project = await tandem.projects.create(ada, {
    title: 'P',
    initiativeId: initiative.id,
    externalId: known('P'),
  });
  for (const title of ['one', 'two', 'three']) {
    const other = (id: string) => ({ externalId: known(id), metadata: { team: 'blue', id } });
    const labels = title === 'one' ? ['bug'] : ['bug', 'Chore'];
    await tandem.tasks.create(ada, {
      title,
      projectId: project.id,
      tags: ['a', title],
      labels,
      ...other(title),
    });
  }
  await tandem.relations.relate(ada, '1', { type: 'blocks', taskNumber: 2 });
  await tandem.relations.relate(ada, '2', { type: 'blocks', taskNumber: 3 });
  await tandem.relations.relate(ada, '1', { type: 'duplicate_of', taskNumber: 3 });
  await tandem.relations.relate(ada, '3', { type: 'related', taskNumber: 1 });
  await tandem.tasks.transition(ada, '1', { to: 'in_progress' });
  await tandem.tasks.transition(ada, '1', { to: 'done' });
  for (const body of ['Hello', 'Hello again']) await tandem.comments.create(ada, '1', { body });
  const file = await tandem.files.upload(ada, {
    fileName: 'a',
    mimeType: 'text/plain',
    content: (async function* () {
      yield Buffer.from('text');
    })(),
  });
  await tandem.attachments.attach(ada, '1', { fileId: file.id });
  const { key } = await tandem.operator.createKey(workspaceId, 'bot', {
    name: 'bot',
    kind: 'agent',
    scopes: ['agents:write'],
  });
  const host = await tandem.operator.callerFor(workspaceId, 'bot');
  expect(key.memberId).toBe(bot.id);
  const numbers = { model: 'm', contextTokens: 1, contextLimit: 2 };
  const session = { ...numbers, key: 'k', kind: 'main', displayName: 'S', lastActivity: 1 };
  await tandem.monitoring.pushSessions(host, bot.id, [session]);
  await tandem.monitoring.pushTelemetry(host, bot.id, {
    ...numbers,
    status: 'idle',
    activeSessions: 1,
    usage: { n: 1 },
  });
  const own = { name: 'own', kind: 'person', scopes: ['full'] } as const;
  const { secret } = await tandem.operator.createKey(workspaceId, 'ada', own);
  for (let i = 0; i < 2; i++) await tandem.sessions.create({ key: secret, userAgent: 'Firefox' });
  await tandem.operator.createLink(workspaceId, 'eve');
  const hook = await tandem.webhooks.create(ada, { url: 'https://example.org/', types: ['task.created'] });
  await tandem.webhooks.test(ada, hook.id);
  const { id: proposed } = await tandem.goals.create(ada, { title: 'Proposed' });
  await tandem.goals.verify(host, proposed, { passed: true, evidence: 'Seen' });
  await tandem.tasks.create(ada, {
    title: 'four',
    status: 'in_progress',
    assignedTo: bot.name,
    criteria: [{ text: 'It works', check: { command: 'npm test', protect: ['test/**'] } }],
  });
  await tandem.results.post(host, '4', {
    outcome: 'succeeded',
    summary: 'It works',
    evidence: [{ fileId: file.id }],
    artifact: { kind: 'git', repository: 'https://git.example.org/site', commit: 'a'.repeat(40) },
  });
  await tandem.results.post(host, '4', {
    outcome: 'partial',
    summary: 'It almost works',
    failure: { class: 'tool_error', message: 'No compiler' },
    to: 'none',
  });
  await tandem.questions.ask(host, '4', { kind: 'approval', text: 'May I?', to: 'eve' });
  const { chat } = await tandem.chats.start(ada, { agentId: bot.id, body: 'Hello', fileIds: [file.id] });
  const claim = await tandem.turns.claim(host, bot.id, {});
  await tandem.turns.reply(host, bot.id, claim?.turn.id ?? '', {
    token: claim?.lease.token ?? '',
    body: 'Hi',
    usage: { n: 1 },
    suggestions: [{ kind: 'reply', text: 'Thanks' }],
  });
  await tandem.chats.send(ada, chat.id, { body: 'And now?' });
  await tandem.chats.start(ada, { agentId: bot.id, body: 'Second' });
  await tandem.turns.claim(host, bot.id, {});
  gone.at(hook.url, answers(410));
  await tandem.webhooks.deliver();
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setTimeout(resolve, 2));
  expect((await tandem.webhooks.get(ada, hook.id)).disabledReason).toBe('gone');
}

let copies = 0;

/** A copy of the database, damaged by these statements. */
function damaged(...sqls: readonly string[]): string {
  const file = at(`${++copies}.db`);
  copyFileSync(at('whole.db'), file);
  const database = new Database(file);
  database.pragma('foreign_keys = OFF');
  database.pragma('ignore_check_constraints = ON');
  const changes = database.prepare('SELECT total_changes()').pluck();
  for (const sql of sqls) {
    const before = changes.get();
    database.exec(sql);
    expect(changes.get()).toBeGreaterThan(before as number);
  }
  database.close();
  return file;
}

async function all(findings: AsyncIterable<Finding>): Promise<Finding[]> {
  const found: Finding[] = [];
  for await (const finding of findings) found.push(finding);
  return found;
}

const wrong = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state === 'wrong').map(({ text }) => text);

type Wrong = ReturnType<typeof wrongValues>[number];
type Damage = readonly [name: string, sql: string, told: RegExp];

/** The tables that a damage changes, and its check if that counts rows of several tables. */
function touched([, sql, told]: Damage): string[] {
  const tables = [...sql.matchAll(/\b(?:UPDATE|INTO|FROM) (\w+)/g)].map(([, table = '']) => table);
  const [check = ''] = told.source.split(':');
  return [
    ...tables.filter((table) => table !== 'workspaces'),
    ...(/Values|References/.test(check) ? [] : [check]),
  ];
}

/** Runs `use` once per batch of damages to different tables; returns the result for a damage by name. */
function inBatches<T>(damages: readonly Damage[], use: (file: string, count: number) => Promise<T>) {
  const batches: Damage[][] = [];
  for (const damage of damages) {
    const names = touched(damage);
    const touches = (other: Damage) => touched(other).some((name) => names.includes(name));
    const batch = batches.find((others) => !others.some(touches));
    if (batch) batch.push(damage);
    else batches.push([damage]);
  }
  const results = new Map<Damage[], Promise<T>>();
  return (name: string): Promise<T> => {
    const batch = batches.find((each) => each.some(([other]) => other === name)) as Damage[];
    const result = results.get(batch) ?? use(damaged(...batch.map(([, sql]) => sql)), batch.length);
    results.set(batch, result);
    return result;
  };
}

/** Derived data. */
const REPAIRABLE: readonly Damage[] = [
  [
    'a tag missing from the index',
    `DELETE FROM task_tags WHERE tag = 'two'`,
    /^Tags and labels: tasks have wrong tags .*: 2\)/,
  ],
  [
    'an indexed tag that the task lacks',
    `INSERT INTO task_tags SELECT workspace_id, 'x', archived, status, number FROM task_tags WHERE tag = 'two'`,
    /^Tags and labels: tasks/,
  ],
  [
    'a title indexed by other words',
    `UPDATE tasks SET title = 'elsewhere' WHERE number = 2`,
    /^Search: 1 text has wrong words/,
  ],
  [
    'an unindexed comment',
    `DELETE FROM search_texts WHERE kind = 'comment'`,
    /^Search: \d texts have wrong words/,
  ],
  [
    'indexed words without a text',
    `INSERT INTO search (rowid, words) SELECT (id << 32) + (99 << 20), id || 'tghost' FROM search_blocks LIMIT 1`,
    /^Search: 1 text has wrong words/,
  ],
  [
    'an empty index',
    `INSERT INTO search (search) VALUES ('delete-all')`,
    /^Search: \d+ texts have wrong words/,
  ],
  [
    'a tag under another status',
    `UPDATE task_tags SET status = 'canceled' WHERE tag = 'one'`,
    /^Tags and labels: tasks/,
  ],
  [
    'a tag under another archived',
    `UPDATE task_tags SET archived = 1 WHERE tag = 'one'`,
    /^Tags and labels: tasks/,
  ],
  [
    'a tag of a missing task',
    `INSERT INTO task_tags SELECT id, 'x', 0, 'todo', 99 FROM workspaces`,
    /^Tags and labels: tags belong to missing tasks/,
  ],
  [
    'metadata missing from the index',
    `DELETE FROM task_metadata`,
    /^Tags and labels: tasks have wrong metadata/,
  ],
  [
    'indexed metadata with another value',
    `UPDATE task_metadata SET entry = 'team=red' WHERE number = 1 AND entry LIKE 'team=%'`,
    /^Tags and labels: tasks have wrong metadata/,
  ],
  [
    'metadata under another status',
    `UPDATE task_metadata SET status = 'canceled'`,
    /^Tags and labels: tasks have wrong metadata/,
  ],
  [
    'metadata of a missing task',
    `INSERT INTO task_metadata SELECT id, 'x=y', 0, 'todo', 99 FROM workspaces`,
    /^Tags and labels: metadata belongs to missing tasks/,
  ],
  [
    'a task with a blocker too many',
    `UPDATE tasks SET open_blockers = open_blockers + 1 WHERE number = 1`,
    /^Blockers: tasks have a wrong number of open blockers/,
  ],
  [
    'a task with a sub-task too many',
    `UPDATE tasks SET open_children = open_children + 1 WHERE number = 1`,
    /^Sub-tasks: tasks have wrong counts of sub-tasks/,
  ],
  [
    'a held task without a parent',
    `UPDATE tasks SET held = 1 WHERE number = 1`,
    /^Sub-tasks: tasks have wrong counts of sub-tasks, or are held wrongly/,
  ],
  [
    'a task waiting for review in no inbox',
    `DELETE FROM inbox WHERE kind = 'review'`,
    /^Inbox: tasks await people but are in no inbox/,
  ],
  [
    'a question in no inbox',
    `DELETE FROM inbox WHERE kind = 'question'`,
    /^Inbox: questions are open but in no inbox/,
  ],
  [
    'a goal waiting for confirmation in no inbox',
    `DELETE FROM inbox WHERE kind = 'goal'`,
    /^Inbox: goals await confirmation but are in no inbox/,
  ],
  [
    'an inbox item that is waiting for nobody',
    `INSERT INTO inbox SELECT id, '', 1, 'attention', '1', 0 FROM workspaces`,
    /^Inbox: inboxes contain items that await nobody/,
  ],
  [
    'an inbox item for a webhook that is enabled again',
    `UPDATE webhooks SET disabled_reason = NULL`,
    /^Inbox: inboxes contain items that await nobody/,
  ],
  [
    'a label under another status',
    `UPDATE task_labels SET status = 'canceled' WHERE number = 1`,
    /^Tags and labels: labels have another status/,
  ],
  [
    'a label twice on a task',
    `INSERT INTO task_labels SELECT workspace_id, label_id, 1, status, number FROM task_labels WHERE number = 1`,
    /^Tags and labels: labels have another status/,
  ],
  [
    'a label of a missing task',
    `UPDATE task_labels SET number = 99 WHERE number = 1`,
    /^Tags and labels: labels, or the tasks they belong to, are missing/,
  ],
  [
    'a missing label',
    `DELETE FROM labels WHERE name = 'bug'`,
    /^Tags and labels: labels, or the tasks they belong to, are missing/,
  ],
  [
    'a wrong name key',
    `UPDATE members SET name_key = 'x' WHERE name = 'eve'`,
    /^Names: members have wrong names/,
  ],
  [
    'a wrong key of a taken name',
    `UPDATE members SET taken_name_key = 'x' WHERE name = 'eve'`,
    /^Names: members have wrong names/,
  ],
  [
    'a missing key of a taken name',
    `UPDATE members SET taken_name_key = NULL WHERE name = 'bot'`,
    /^Names: members have wrong names/,
  ],
  [
    'a display name key in upper case',
    `UPDATE members SET display_name_key = 'Éve' WHERE name = 'eve'`,
    /^Names: members have wrong names/,
  ],
  [
    'swapped name keys',
    `UPDATE members SET taken_name_key = 'x' WHERE name = 'eve'; UPDATE members SET taken_name_key = 'eve' WHERE name = 'bot'`,
    /^Names: /,
  ],
  [
    'a wrong key of a label',
    `UPDATE labels SET name_key = 'Chore' WHERE name = 'Chore'`,
    /^Names: labels have wrong names/,
  ],
  [
    'a wrong message count',
    `UPDATE chats SET message_count = 7 WHERE title = 'Hello'`,
    /^Chats and sessions: chats have a wrong message count/,
  ],
  [
    'a negative message count',
    `UPDATE chats SET message_count = -1 WHERE title = 'Hello'`,
    /^Chats and sessions: chats have a wrong message count/,
  ],
  [
    'a wrong last message time',
    `UPDATE chats SET last_message_at = 7 WHERE title = 'Hello'`,
    /^Chats and sessions: chats have .* last message time/,
  ],
  [
    'a message file in another chat',
    `UPDATE message_files SET chat_id = 'x'`,
    /^Chats and sessions: files of messages/,
  ],
  [
    'a turn of another person',
    `UPDATE turns SET person_id = 'x'`,
    /^Chats and sessions: turns name the wrong person/,
  ],
  [
    'a wrong session count',
    `UPDATE snapshots SET size = 7`,
    /^Chats and sessions: agents have a wrong session count/,
  ],
  [
    'an event counted but not shown in the activity',
    `UPDATE events SET entries = 1 WHERE entity_type = 'chat'`,
    /^Events: events have a wrong number of activity entries/,
  ],
  [
    'an event shown but not counted in the activity',
    `UPDATE events SET entries = 0 WHERE seq = 3`,
    /^Events: events have a wrong number of activity entries/,
  ],
  [
    'an event of two changes counted as one',
    `UPDATE events SET entries = 1 WHERE entries = 2`,
    /^Events: events have a wrong number of activity entries/,
  ],
  [
    'a negative number of entries',
    `UPDATE events SET entries = -1 WHERE entity_type = 'chat'`,
    /^Values: entries of events/,
  ],
  [
    'a log that starts after its last event',
    `INSERT INTO event_logs SELECT id, 100000 FROM workspaces`,
    /^Events: the log claims to have pruned events that do not exist yet/,
  ],
  [
    'a wrong count',
    `UPDATE counts SET n = n - 1 WHERE kind = 'project_tasks'`,
    /^Stored counts of project_tasks/,
  ],
  ['a negative count', `UPDATE counts SET n = -5 WHERE kind = 'members'`, /^Stored counts of members/],
  [
    'a count of an unknown kind',
    `INSERT INTO counts SELECT id, 'sheep', '', '', 3 FROM workspaces`,
    /^Stored counts of the unknown kind sheep/,
  ],
  [
    'a task sequence that is behind',
    `UPDATE sequences SET value = 2 WHERE name = 'task'`,
    /^The sequence "task" .* is at 2, but tasks has 4/,
  ],
  [
    'a question in no inbox, and no sequence for its number there',
    `DELETE FROM inbox WHERE kind = 'question'; DELETE FROM sequences WHERE name = 'row'`,
    /^Inbox: questions are open but in no inbox/,
  ],
  ['a missing row sequence', `DELETE FROM sequences WHERE name = 'row'`, /^The sequence "row" .* is missing/],
];

const TOO_LATE = 8_640_000_000_000_001;

const BEYOND: readonly Damage[] = [
  [
    'tags that are invalid JSON',
    `UPDATE tasks SET tags = '{' WHERE number = 2`,
    /^Values: tags of tasks must be JSON: a list of texts .*: 2\)/,
  ],
  ['tags that are not a list', `UPDATE tasks SET tags = '{}' WHERE number = 2`, /^Values: tags of tasks/],
  [
    'a tag that is not a text',
    `UPDATE tasks SET tags = '["a",1]' WHERE number = 2`,
    /^Values: tags of tasks/,
  ],
  [
    'an unknown scope',
    `UPDATE keys SET scopes = '["everything"]' WHERE kind = 'agent'`,
    /^Values: scopes of keys/,
  ],
  ['invalid sessions', `UPDATE snapshots SET sessions = '[{}]'`, /^Values: sessions of snapshots/],
  [
    'invalid suggestions',
    `UPDATE messages SET suggestions = '[{"id":1}]' WHERE body = 'Hi'`,
    /^Values: suggestions of messages/,
  ],
  ['usage that is not a number', `UPDATE telemetry SET usage = '{"n":"x"}'`, /^Values: usage of telemetry/],
  [
    'an unknown task status',
    `UPDATE tasks SET status = 'bogus' WHERE number = 2`,
    /^Values: status of tasks must be one of backlog, /,
  ],
  ['an unknown priority', `UPDATE tasks SET priority = 'p9' WHERE number = 2`, /^Values: priority of tasks/],
  ['an unknown effort', `UPDATE tasks SET effort = 'xxl' WHERE number = 2`, /^Values: effort of tasks/],
  ['an unknown role', `UPDATE members SET role = 'boss' WHERE name = 'eve'`, /^Values: role of members/],
  [
    'an unknown member type',
    `UPDATE members SET type = 'robot' WHERE name = 'bot'`,
    /^Values: type of members/,
  ],
  ['an unknown key kind', `UPDATE keys SET kind = 'skeleton' WHERE kind = 'agent'`, /^Values: kind of keys/],
  [
    'an unknown label color',
    `UPDATE labels SET color = 'ultraviolet' WHERE name = 'bug'`,
    /^Values: color of labels/,
  ],
  ['an invalid project color', `UPDATE projects SET color = '#12345'`, /^Values: color of projects/],
  [
    'an unknown goal verification mode',
    `UPDATE workspaces SET goal_verification = 'bogus'`,
    /^Values: goal_verification of workspaces/,
  ],
  [
    'a time out of range',
    `UPDATE tasks SET due_date = ${TOO_LATE} WHERE number = 2`,
    /^Values: due_date of tasks/,
  ],
  ['a negative size', `UPDATE files SET size = -1`, /^Values: size of files/],
  ['an invalid flag', `UPDATE tasks SET archived = 7 WHERE number = 2`, /^Values: archived of tasks/],
  ['an infinite number', `UPDATE goals SET metric_target = 9e999`, /^Values: metric_target of goals/],
  [
    'an invalid digest',
    `UPDATE keys SET secret_hash = 'x' WHERE kind = 'agent'`,
    /^Values: secret_hash of keys/,
  ],
  ['a position below 1', `UPDATE comments SET seq = 0 WHERE body = 'Hello'`, /^Values: seq of comments/],
  [
    'a done task without a time',
    `UPDATE tasks SET completed_at = NULL WHERE number = 1`,
    /^Values: a row of tasks is done without/,
  ],
  [
    'an archived chat without a time',
    `UPDATE chats SET status = 'archived' WHERE title = 'Hello'`,
    /^Values: a row of chats is archived without/,
  ],
  [
    'half a metric',
    `UPDATE goals SET metric_unit = NULL`,
    /^Values: a row of goals has an incomplete metric/,
  ],
  [
    'an agent that is an admin',
    `UPDATE members SET role = 'admin' WHERE name = 'bot'`,
    /^Values: a row of members lacks, or wrongly has/,
  ],
  [
    'an agent without a model',
    `UPDATE members SET model = NULL WHERE name = 'bot'`,
    /^Values: a row of members lacks, or wrongly has/,
  ],
  [
    'an agent without an emoji',
    `UPDATE members SET emoji = NULL WHERE name = 'bot'`,
    /^Values: a row of members lacks, or wrongly has/,
  ],
  [
    'a person with a model',
    `UPDATE members SET model = 'm' WHERE name = 'eve'`,
    /^Values: a row of members lacks, or wrongly has/,
  ],
  [
    'an empty title',
    `UPDATE tasks SET title = '' WHERE number = 2`,
    /^Values: title of tasks must be a text that is not blank/,
  ],
  [
    'a blank title',
    `UPDATE tasks SET title = ' ' || char(9) || char(160) WHERE number = 2`,
    /^Values: title of tasks/,
  ],
  ['a session with unknown scopes', `UPDATE sessions SET scopes = '["all"]'`, /^Values: scopes of sessions/],
  ['a session without a digest', `UPDATE sessions SET secret_hash = ''`, /^Values: secret_hash of sessions/],
  [
    'a link without a digest',
    `UPDATE sign_in_links SET code_hash = ''`,
    /^Values: code_hash of sign_in_links/,
  ],
  [
    'a session that outlasts its key',
    'UPDATE sessions SET key_expires_at = expires_at - 1',
    /^Values: a row of sessions has the expiry of another key, or expires after its own/,
  ],
  ['a key without a name', `UPDATE keys SET name = ' ' WHERE kind = 'agent'`, /^Values: name of keys/],
  ['a negative time', `UPDATE notifications SET read_at = -1`, /^Values: read_at of notifications/],
  ['an unknown action', `UPDATE events SET action = 'zzz' WHERE seq = 3`, /^Values: action of events/],
  [
    'an action that projects do not have',
    `UPDATE events SET action = 'claimed' WHERE entity_type = 'project'`,
    /^Values: a row of events has an action that its entity does not have/,
  ],
  [
    'more changes that are invalid JSON',
    `UPDATE events SET more_changes = '{' WHERE entries = 2`,
    /^Values: more_changes of events must be JSON: a list of changes/,
  ],
  [
    'invalid more changes',
    `UPDATE events SET more_changes = '[{"field":7}]' WHERE entries = 2`,
    /^Values: more_changes of events/,
  ],
  [
    'more changes without a first one',
    `UPDATE events SET field = NULL, entries = 1 WHERE entries = 2`,
    /^Values: a row of events has more changes but no first one/,
  ],
  [
    'related ids that are not an object',
    `UPDATE events SET related = '["x"]' WHERE related IS NOT NULL`,
    /^Values: related of events must be JSON: an object of texts/,
  ],
  [
    'a related id that is not a text',
    `UPDATE events SET related = '{"x":1}' WHERE related IS NOT NULL`,
    /^Values: related of events/,
  ],
  [
    'a task event without a number',
    `UPDATE events SET task_number = 0 WHERE entity_type = 'task'`,
    /^Values: task_number of events/,
  ],
  [
    'a log with a negative start',
    `INSERT INTO event_logs SELECT id, -1 FROM workspaces`,
    /^Values: kept_after of event_logs/,
  ],
  [
    'a log that lacks events after its recorded start',
    `DELETE FROM events WHERE seq < 5; INSERT INTO event_logs SELECT id, 3 FROM workspaces`,
    /^Log: entries are missing in workspace \w+: 1, including the very first/,
  ],
  [
    'a negative chat_events_after',
    `UPDATE members SET chat_events_after = -1 WHERE name = 'ada'`,
    /^Values: chat_events_after of members/,
  ],
  [
    'a chats_from above the row sequence',
    `UPDATE members SET chats_from = (SELECT value + 1 FROM sequences WHERE name = 'row') WHERE name = 'ada'`,
    /^References: chats are closed up to a number in the future/,
  ],
  [
    'an agent key without a member',
    `UPDATE keys SET member_id = NULL WHERE kind = 'agent'`,
    /^Values: a row of keys has a member that its kind excludes/,
  ],
  [
    'a task related to itself',
    `UPDATE relations SET to_number = from_number, made_on = from_number WHERE kind = 'related'`,
    /^Values: a row of relations/,
  ],
  [
    'a cycle of blocking tasks',
    `INSERT INTO relations SELECT workspace_id, 'x', 9, kind, 3, 1, 1, made_by FROM relations WHERE kind = 'blocks' AND from_number = 1`,
    /^Cycles: blocks in workspace \w+: (1 → 2 → 3 → 1|2 → 3 → 1 → 2|3 → 1 → 2 → 3)\./,
  ],
  [
    'a cycle of duplicates',
    `INSERT INTO relations SELECT workspace_id, 'x', 9, kind, 3, 1, 1, made_by FROM relations WHERE kind = 'duplicate_of'`,
    /^Cycles: duplicate_of in workspace \w+: 1 → 3 → 1/,
  ],
  [
    'a task below a missing one',
    `UPDATE tasks SET parent_number = 99 WHERE number = 3`,
    /^References: tasks are below a missing task/,
  ],
  [
    'tasks below each other',
    `UPDATE tasks SET parent_number = 4 - number WHERE number IN (1, 3)`,
    /^Cycles: parents in workspace \w+: 1 → 3 → 1/,
  ],
  [
    'a cycle of reporting lines',
    `UPDATE members SET reports_to = (SELECT id FROM members WHERE name = 'cat') WHERE name = 'bot'`,
    /^Cycles: reportsTo: /,
  ],
  [
    'a report to a missing member',
    `UPDATE members SET reports_to = 'x' WHERE name = 'cat'`,
    /^References: agents report to a missing member/,
  ],
  [
    'no admin',
    `UPDATE members SET role = 'member'`,
    /^Admins: there is no admin, in 1 row \(workspace \w+\)\. .*tandem workspace set/,
  ],
  [
    'an admin who was removed',
    `UPDATE members SET deleted = 1, taken_name_key = NULL WHERE name = 'ada'`,
    /^Admins: there is no admin/,
  ],
  [
    'two equal names',
    `UPDATE members SET name = 'BOT' WHERE name = 'eve'`,
    /^Names: names in members are duplicates/,
  ],
  [
    'two equal label names',
    `UPDATE labels SET name = 'CHORE' WHERE name = 'bug'`,
    /^Names: names in labels are duplicates/,
  ],
  [
    'a question for a missing member',
    `UPDATE questions SET to_id = 'x'`,
    /^References: questions are addressed to a missing member/,
  ],
  [
    'an inbox item of a missing member',
    `UPDATE inbox SET person_id = 'x' WHERE kind = 'question'`,
    /^References: inbox entries belong to a missing member/,
  ],
  ['an unknown outcome', `UPDATE results SET outcome = 'x'`, /^Values: outcome of results/],
  ['an unknown criterion status', `UPDATE criteria SET status = 'x'`, /^Values: status of criteria/],
  ['invalid evidence', `UPDATE results SET evidence = '[1]'`, /^Values: evidence of results/],
  ['invalid options', `UPDATE questions SET options = '{}'`, /^Values: options of questions/],
  [
    'an open question with an answer',
    `UPDATE questions SET answer = '{"value":true,"comment":null,"by":null,"at":1}'`,
    /^Values: a row of questions is open with an answer/,
  ],
  [
    'two turns in progress',
    `DROP INDEX turns_open; UPDATE turns SET chat_id = (SELECT id FROM chats WHERE title = 'Second') WHERE state = 'queued' OR state = 'running'`,
    /^Turns: chats have several turns in progress/,
  ],
  [
    'a running turn without a lease',
    `UPDATE turns SET lease_expires_at = NULL WHERE state = 'running'`,
    /^Turns: turns run without a lease/,
  ],
  [
    'a turn with contradictory states',
    `UPDATE turns SET status = 'complete' WHERE state = 'queued'`,
    /^Turns: turns have a status that does not match their state/,
  ],
  [
    'a completed turn without a reply',
    `UPDATE turns SET reply_message_id = NULL WHERE state = 'completed'`,
    /^Turns: turns lack their question/,
  ],
  [
    'a turn without its message',
    `UPDATE turns SET human_message_id = 'x' WHERE state = 'queued'`,
    /^Turns: turns lack their question/,
  ],
  [
    'a turn of another agent',
    `UPDATE turns SET agent_id = (SELECT id FROM members WHERE name = 'cat') WHERE state = 'queued'`,
    /^Turns: turns name another agent/,
  ],
  [
    'a message with a missing turn',
    `UPDATE messages SET turn_id = 'x' WHERE body = 'Second'`,
    /^References: messages refer to a missing turn/,
  ],
  [
    'a notification of a missing event',
    `UPDATE notifications SET seq = 9999 WHERE seq = (SELECT max(seq) FROM notifications)`,
    /^References: notifications refer to a missing event/,
  ],
  [
    'a task marked as removed',
    `UPDATE tasks SET archived = 2 WHERE number = 2`,
    /^Removals: rows of tasks are marked/,
  ],
  [
    'a chat marked as removed',
    `UPDATE chats SET status = 'removed' WHERE title = 'Hello'`,
    /^Removals: rows of chats/,
  ],
  [
    'a label marked as removed',
    `UPDATE labels SET removed = 1 WHERE name = 'bug'`,
    /^Removals: rows of labels/,
  ],
  [
    'an unknown removal kind',
    `INSERT INTO removals SELECT id, 99, 'moon', 'x', NULL, 0 FROM workspaces`,
    /^Values: kind of removals/,
  ],
  [
    'an idempotency key of a missing chat',
    `INSERT INTO idempotency_keys SELECT workspace_id, id, 'k', '${'0'.repeat(64)}', 'x', 'y', 0 FROM members WHERE name = 'eve'`,
    /^References: idempotency keys refer to a missing chat/,
  ],
  [
    'a stored response with an invalid payload hash',
    `INSERT INTO answers SELECT workspace_id, id, 'k', 'POST /x', 'x', 201, '{}', 0, NULL FROM members WHERE name = 'eve'`,
    /^Values: payload_hash of answers/,
  ],
  [
    'a stored response that lacks a long text',
    `INSERT INTO answers SELECT workspace_id, id, 'k', 'POST /x', '${'0'.repeat(64)}', 201, '{}', 0, '[[1,"x"]]' FROM members WHERE name = 'eve'`,
    /^References: stored responses lack long texts/,
  ],
  [
    'a criterion with an incomplete author',
    `UPDATE criteria SET author_id = 'x', author_type = 'human'`,
    /^Values: a row of criteria has an incomplete author/,
  ],
  [
    'a reviewer without a review',
    `UPDATE results SET reviewer_id = (SELECT id FROM members WHERE name = 'eve')`,
    /^Values: a row of results names another reviewer/,
  ],
  [
    'an answerer without an answer',
    `UPDATE questions SET answered_by = (SELECT id FROM members WHERE name = 'eve')`,
    /^Values: a row of questions names another person/,
  ],
  [
    'a session that ends before it begins',
    'UPDATE sessions SET expires_at = created_at - 1',
    /^Values: a row of sessions ends before it begins/,
  ],
  [
    'a stored response that is invalid JSON',
    `INSERT INTO answers SELECT workspace_id, id, 'k', 'POST /x', '${'0'.repeat(64)}', 201, '{', 0, NULL FROM members WHERE name = 'eve'`,
    /^Values: a row of answers stores a response that is not JSON/,
  ],
  ['invalid webhook types', `UPDATE webhooks SET types = '{}'`, /^Values: types of webhooks/],
  ['a webhook without a secret', `UPDATE webhooks SET secret = ' '`, /^Values: secret of webhooks/],
  [
    'an unknown reason for a disabled webhook',
    `UPDATE webhooks SET disabled_reason = 'x'`,
    /^Values: disabled_reason of webhooks/,
  ],
  [
    'an enabled webhook with a reason why it is disabled',
    `UPDATE webhooks SET enabled = 1`,
    /^Values: a row of webhooks is enabled/,
  ],
  [
    'an old secret without an expiry',
    `UPDATE webhooks SET old_secret = 'x'`,
    /^Values: a row of webhooks has a previous secret/,
  ],
  ['an unknown delivery status', `UPDATE deliveries SET status = 'x'`, /^Values: status of deliveries/],
  [
    'a test delivery with an event',
    `UPDATE deliveries SET event_seq = 1 WHERE event_seq IS NULL`,
    /^Values: a row of deliveries is for both an event and a test/,
  ],
  [
    'a finished delivery with a next attempt',
    `UPDATE deliveries SET status = 'given_up', next_at = 1`,
    /^Values: a row of deliveries has ended/,
  ],
  ['deliveries in one position', `UPDATE deliveries SET seq = 1`, /^Positions: rows of deliveries/],
  [
    'a delivery of a missing webhook',
    `UPDATE deliveries SET webhook_id = 'x'`,
    /^Rows of deliveries refer to missing rows of webhooks/,
  ],
  [
    'a notification of a missing task',
    `UPDATE notifications SET number = 99`,
    /^References: notifications refer to a missing task/,
  ],
  [
    'an agent key of a person',
    `UPDATE keys SET member_id = (SELECT id FROM members WHERE name = 'eve') WHERE kind = 'agent'`,
    /^References: keys of agents/,
  ],
  [
    'two comments in one position',
    `UPDATE comments SET seq = (SELECT max(seq) FROM comments)`,
    /^Positions: rows of comments/,
  ],
  [
    'a gap in the log',
    `DELETE FROM events WHERE seq = 3`,
    /^Log: entries are missing in workspace \w+: 1, the first after 2/,
  ],
  [
    'a log without its start',
    `DELETE FROM events WHERE seq < 3`,
    /^Log: entries are missing in workspace \w+: 2, including the very first/,
  ],
  [
    'an attachment of a missing file',
    `UPDATE attachments SET file_id = 'x'`,
    /^Rows of attachments refer to missing rows of files/,
  ],
  [
    'a missing message file',
    `UPDATE message_files SET file_id = 'x'`,
    /^Rows of message_files refer to missing rows of files/,
  ],
];

test('a database with data of every kind is in order', async () => {
  expect(wrong(await all(examine({ file: at('whole.db') })))).toEqual([]);
});

describe('damaged derived data is found and repaired', () => {
  const checked = inBatches(REPAIRABLE, async (file, damages) => {
    const found = await all(examine({ file }));
    const fixed = (await all(repair({ file }))).filter(({ state }) => state === 'fixed');
    return { damages, found, fixed, left: wrong(await all(examine({ file }))) };
  });

  test.each(REPAIRABLE)('damaged derived data is found and repaired: %s', async (name, _sql, finding) => {
    const { damages, found, fixed, left } = await checked(name);
    expect(wrong(found)).toContainEqual(expect.stringMatching(finding));
    expect(found.filter(({ repairable }) => repairable).length).toBeGreaterThanOrEqual(damages);
    expect(fixed.length).toBeGreaterThanOrEqual(damages);
    expect(left).toEqual([]);
  });
});

describe('damaged original data is reported in one line with its remedy, and left alone', () => {
  const checked = inBatches(BEYOND, async (file) => ({
    found: await all(examine({ file })),
    left: wrong(await all(repair({ file }))),
  }));

  test.each(BEYOND)(
    'damaged original data is reported with its remedy and left alone: %s',
    async (name, _sql, finding) => {
      const { found, left } = await checked(name);
      expect(wrong(found)).toContainEqual(expect.stringMatching(finding));
      for (const { text, repairable } of found.filter(({ state }) => state === 'wrong')) {
        expect(text).toMatch(repairable ? /^[^\n]+\.$/ : /^[^\n]+\. [A-Z][^\n]+\.$/);
        expect(text.length).toBeLessThan(1_000);
      }
      expect(left).toContainEqual(expect.stringMatching(finding));
    },
  );
});

test('of many damaged rows a few are named, and all are counted', async () => {
  const file = damaged(`
    WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 50099)
    INSERT INTO tasks (workspace_id, number, id, title, description, status, priority, assignee_id, project_id,
      creator_id, tags, effort, due_date, completed_at, archived, created_at, updated_at)
    SELECT workspace_id, i, 't' || i, title, NULL, 'bogus', priority, NULL, NULL, creator_id,
      '[]', NULL, NULL, NULL, 0, created_at, updated_at FROM tasks, n WHERE number = 1`);
  const found = wrong(await all(examine({ file })));
  expect(found).toContainEqual(
    expect.stringMatching(
      /status of tasks .*, in 50,000 rows \(in workspace \w+: 100, 101, 102, 103, 104, …\)/,
    ),
  );
  expect(found.length).toBeLessThan(5);
});

/** Numbers covered by other checks: references with foreign keys, and derived data. */
const CHECKED_OTHERWISE =
  /^(counts|task_tags|task_labels|task_metadata|search_placed)\.|\.(\w+_)?number$|^(relations.made_on|chats.message_count|chats.last_message_at|snapshots.size|notifications.seq)$/;

describe('every column', () => {
  const on = () => openConnection(at('whole.db'), 'writer');

  /** Gives each table a row, of any content. */
  const addRowTo = (connection: Connection, table: string) => {
    const columns = connection.all<{ type: string }>('SELECT type FROM pragma_table_info(?)', [table]);
    const row = columns.map(({ type }) => (type === 'TEXT' ? `'x'` : '1')).join(', ');
    connection.exec(`INSERT OR IGNORE INTO ${table} SELECT ${row} WHERE NOT EXISTS (SELECT 1 FROM ${table})`);
  };

  test('every column of numbers or times declares its valid values', () => {
    const connection = on();
    const checked = new Set(wrongValues().map(({ table, column }) => `${table}.${column}`));
    const unchecked = TRANSFER_TABLES.filter(({ name }) => name !== 'heads').flatMap((table) =>
      connection
        .all<{ name: string }>(`SELECT name FROM pragma_table_info(?) WHERE type <> 'TEXT'`, [table.name])
        .map(({ name }) => `${table.name}.${name}`)
        .filter((place) => !checked.has(place) && !CHECKED_OTHERWISE.test(place)),
    );
    connection.close();
    expect(unchecked).toEqual([]);
  });

  test('every column is reported for each kind of invalid value', () => {
    const connection = on();
    connection.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON');
    const missed: string[] = [];
    for (const { table, column, wrong: value } of wrongValues()) {
      const rules = values.rules.filter(({ problem }) => problem.startsWith(`${column} of ${table} must be`));
      const findings = () => [...ruleCheck({ ...values, rules }).find(connection)];
      const isFound = () => findings().some((finding) => finding !== PAUSE && finding.state === 'wrong');
      connection.exec('BEGIN');
      addRowTo(connection, table);
      const key = keyColumnsOf(connection, table).join(', ');
      connection.exec(
        `UPDATE OR REPLACE ${table} SET ${column} = ${value}
         WHERE (${key}) = (SELECT ${key} FROM ${table} ORDER BY ${column} IS NULL LIMIT 1)`,
      );
      if (!isFound()) missed.push(`${table}.${column} = ${value}`);
      connection.exec('ROLLBACK');
      if (isFound()) missed.push(`${table}.${column} as it was`);
    }
    connection.close();
    expect(missed).toEqual([]);
  });
});

describe('a repair of a database with unreadable rows', () => {
  /** Makes all derived data wrong, in every workspace. */
  const WRONG = `
    DELETE FROM task_tags;
    DELETE FROM task_metadata;
    UPDATE task_labels SET status = 'canceled';
    UPDATE tasks SET open_blockers = open_blockers + 1, open_children = 7, held = 1;
    DELETE FROM inbox WHERE kind = 'goal';
    INSERT INTO inbox SELECT id, 'x', 1, 'attention', '1', 0 FROM workspaces;
    UPDATE members SET name_key = 'x', taken_name_key = 'x' || id WHERE deleted = 0;
    UPDATE labels SET name_key = 'x' || id;
    UPDATE chats SET message_count = 7;
    UPDATE message_files SET chat_id = 'x';
    UPDATE turns SET person_id = 'x';
    UPDATE snapshots SET size = 7;
    UPDATE events SET entries = 7;
    INSERT INTO event_logs SELECT id, 100000 FROM workspaces;
    UPDATE counts SET n = n + 1;
    UPDATE sequences SET value = 1 WHERE name = 'task';
    INSERT INTO search (rowid, words) SELECT (id << 32) + (99 << 20), id || 'tghost' FROM search_blocks;
    CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, search, instance);`;

  let on: Connection;
  let hurt: string;
  beforeAll(async () => {
    await fill('two.db', ['Acme', 'Other']);
    on = openConnection(at('two.db'), 'writer');
    on.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON');
    on.define('fold', FUNCTIONS.fold);
    on.exec(WRONG);
    hurt = on.get<{ id: string }>(`SELECT id FROM workspaces WHERE name = 'Acme'`, [])?.id ?? '';
  }, 30_000);
  afterAll(() => on.close());

  /** Every row of each workspace, without positions in the inbox, which a repair changes. */
  const rows = () => {
    const tables = on.all<{ name: string }>(
      `SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.name = 'workspace_id'`,
      [],
    );
    const read = tables.flatMap(({ name: table }) =>
      on
        .all<Record<string, unknown>>(`SELECT * FROM ${table}`, [])
        .map((row) => ({ table, ...row, ...(table === 'inbox' && { seq: 0 }) })),
    );
    const words = on.all<Record<string, unknown>>(
      `SELECT 'words' AS "table", b.workspace_id, w.term, w.doc FROM search_blocks b
       JOIN temp.words w ON w.term >= b.id || 't' AND w.term < b.id || 'y'`,
      [],
    );
    const sets = { hurt: new Set<string>(), other: new Set<string>() };
    for (const row of [...read, ...words] as Record<string, unknown>[]) {
      sets[(row.workspace_id ?? row.id) === hurt ? 'hurt' : 'other'].add(JSON.stringify(row));
    }
    return sets;
  };

  /** The rows before and after a repair of a database to which the SQL was done; null if it changes nothing. */
  const repaired = (sql: string, given?: Unreadable) => {
    on.exec('BEGIN');
    try {
      if (on.changes(sql, []) === 0) return null;
      const before = rows();
      const unreadable = given ?? unreadableIn(on);
      const findings = REPAIRS.flatMap(({ repair }) => (repair ? [...repair(on, unreadable)] : []));
      return { before, after: rows(), findings };
    } finally {
      on.exec('ROLLBACK');
    }
  };

  /** Damages a column of every row of one workspace. */
  const damage = ({ table, column, wrong: value }: Wrong) =>
    `UPDATE OR IGNORE ${table} SET ${column} = ${value}
     WHERE ${table === 'workspaces' ? 'id' : 'workspace_id'} = '${hurt}' AND ${column} IS NOT NULL`;
  /** One value of each column, the most telling one of JSON; all of them where there is time. */
  const isTried = (each: Wrong, i: number, all: readonly Wrong[]) =>
    LONG ||
    each.wrong === "'{'" ||
    !all.some(
      (other, at) =>
        other.table === each.table && other.column === each.column && (other.wrong === "'{'" || at > i),
    );
  const sound = () => repaired('UPDATE workspaces SET name = name')?.after ?? rows();

  /** Rows that a repair changed and that now differ from the undamaged database. */
  const spoiled = (is: NonNullable<ReturnType<typeof repaired>>, expected: ReturnType<typeof rows>) => [
    ...[...is.after.hurt].filter((row) => !is.before.hurt.has(row) && !expected.hurt.has(row)),
    ...[...is.before.hurt].filter((row) => !is.after.hurt.has(row) && expected.hurt.has(row)),
    ...[...is.after.other].filter((row) => !expected.other.has(row)),
    ...[...expected.other].filter((row) => !is.after.other.has(row)),
  ];

  test('a repair changes nothing derived from unreadable rows, and repairs every other workspace', () => {
    const expected = sound();
    const wrongly: string[] = [];
    for (const each of wrongValues().filter(isTried)) {
      const is = repaired(damage(each));
      const [row] = is ? spoiled(is, expected) : [];
      if (row) wrongly.push(`${each.table}.${each.column} = ${each.wrong}: ${row}`);
    }
    expect(wrongly).toEqual([]);
  }, 120_000);

  test('a repair would damage rows if it did not look for unreadable ones first', () => {
    const expected = sound();
    const NONE: Unreadable = { hasRow: () => false, tableIn: () => undefined };
    const spoils = (table: string, column: string) =>
      wrongValues().some((each) => {
        const is = each.table === table && each.column === column && repaired(damage(each), NONE);
        return is && spoiled(is, expected).length > 0;
      });
    expect(spoils('tasks', 'status')).toBe(true);
    expect(spoils('tasks', 'waiting_for')).toBe(true);
    expect(spoils('questions', 'status')).toBe(true);
    expect(spoils('projects', 'status')).toBe(true);
    expect(spoils('comments', 'seq')).toBe(true);
    expect(spoils('comments', 'author_type')).toBe(false);
  });

  test('a repair names the workspace that it leaves alone, and what to do', () => {
    const status = repaired(
      `UPDATE tasks SET status = 'bogus' WHERE workspace_id = '${hurt}' AND number = 2`,
    );
    const left = wrong(status?.findings ?? []);
    expect(left).toContain(
      `Inbox: not repaired in workspace ${hurt}, where rows of tasks can't be read. Fix the rows listed under Values, then run tandem doctor --repair again.`,
    );
    expect(left.map((text) => text.split(':')[0])).toEqual([
      'Sequences',
      'Tags and labels',
      'Blockers',
      'Sub-tasks',
      'Inbox',
      'Counts',
      'Search',
    ]);
  });
});
