import { type CallerName, outcome, START, type World, world } from '../../testing/world.ts';
import { entriesOf } from '../activity/entry.ts';
import type { EntityType } from '../events/types.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

/** The log of an entity, oldest first. */
const log = (type: EntityType, id: string) =>
  w.storage.read(w.workspaceId, async ({ events }) => {
    const { items } = await events.ofEntity(type, id, { limit: 100, after: undefined });
    return [...items].reverse().flatMap(entriesOf);
  });

type Entry = [action: string, field?: string, oldValue?: string | null, newValue?: string | null];

/** The entries of an entity as action, field, old and new value. */
const entries = async (type: EntityType, id: string): Promise<Entry[]> =>
  (await log(type, id)).map(({ action, field, oldValue, newValue }) =>
    field === null ? [action] : [action, field, oldValue, newValue],
  );

const task = (by = w.admin) => w.tandem.tasks.create(by, { title: 'A task' });

describe('every change leaves its entries', () => {
  test('every change of a task is recorded', async () => {
    const { tasks, relations, comments, subscriptions, attachments, files, projects } = w.tandem;
    const { id } = await task();
    await tasks.create(w.admin, { title: 'Other' });
    const project = await projects.create(w.admin, { title: 'Garden' });
    await tasks.update(w.admin, 1, {
      title: 'New',
      description: 'Green',
      priority: 'p0',
      assignedTo: 'bob',
      projectId: project.id,
      tags: ['out', 'dry'],
      labels: ['ui'],
      createMissing: true,
      dueDate: START,
      effort: 's',
    });
    await tasks.transition(w.admin, 1, { to: 'in_progress', reason: 'Now' });
    const relation = await relations.relate(w.admin, 1, { type: 'blocked_by', taskNumber: 2 });
    await relations.unrelate(w.admin, 1, relation.id);
    const comment = await comments.create(w.admin, 1, { body: 'Hello' });
    const content = (async function* () {
      yield new Uint8Array(1);
    })();
    const file = await files.upload(w.admin, { fileName: 'a.txt', mimeType: 'text/plain', content });
    const attachment = await attachments.attach(w.admin, 1, { fileId: file.id });
    await attachments.detach(w.admin, 1, attachment.id);
    await subscriptions.unsubscribe(w.admin, 1);
    await subscriptions.subscribe(w.admin, 1);
    await tasks.archive(w.admin, 1);
    await tasks.unarchive(w.admin, 1);
    await tasks.archive(w.admin, 1);
    await comments.update(w.admin, 1, comment.id, { body: 'Goodbye' });
    await comments.delete(w.admin, 1, comment.id);
    await tasks.delete(w.admin, 1);

    // biome-ignore format: a table
    expect(await entries('task', id)).toStrictEqual([
      ['created'],
      ['updated', 'title', 'A task', 'New'],
      ['updated', 'description', null, 'Green'],
      ['updated', 'priority', 'p2', 'p0'],
      ['updated', 'assignedTo', null, 'bob'],
      ['updated', 'projectId', null, project.id],
      ['updated', 'tags', '', 'out, dry'],
      ['updated', 'labels', '', 'ui'],
      ['updated', 'dueDate', null, '2026-03-01T09:00:00.000Z'],
      ['updated', 'effort', null, 's'],
      ['transitioned', 'status', 'todo', 'in_progress'],
      ['related', 'blocked_by', null, '2'],
      ['unrelated', 'blocked_by', '2', null],
      ['commented'],
      ['attached', 'attachments', null, 'a.txt'],
      ['detached', 'attachments', 'a.txt', null],
      ['unsubscribed'],
      ['subscribed'],
      ['archived'],
      ['unarchived'],
      ['archived'],
      ['deleted'],
    ]);
    expect(await entries('comment', comment.id)).toStrictEqual([
      ['updated', 'body', 'Hello', 'Goodbye'],
      ['deleted'],
    ]);
  });

  test('every change of a label is recorded, even of one created with a task', async () => {
    const { labels, tasks } = w.tandem;
    const { labels: made } = await tasks.create(w.agent, {
      title: 'A task',
      labels: ['ui'],
      createMissing: true,
    });
    const id = made[0]?.id ?? '';
    await labels.update(w.admin, id, { name: 'web', color: 'red' });
    await labels.delete(w.admin, id);
    expect(await entries('label', id)).toStrictEqual([
      ['created'],
      ['updated', 'name', 'ui', 'web'],
      ['updated', 'color', 'gray', 'red'],
      ['deleted'],
    ]);
    expect((await log('label', id))[0]?.actor.name).toBe('scout');
  });

  test('every change of a project is recorded', async () => {
    const { projects, initiatives, goals } = w.tandem;
    const { id } = await projects.create(w.admin, { title: 'Garden' });
    const initiative = await initiatives.create(w.admin, { name: 'Home' });
    const goal = await goals.create(w.admin, { title: 'Green' });
    await projects.update(w.admin, id, {
      title: 'Park',
      description: 'All',
      status: 'complete',
      color: '#000000',
      targetDate: START,
      initiativeId: initiative.id,
      goalId: goal.id,
    });
    await projects.archive(w.admin, id);
    await projects.unarchive(w.admin, id);
    await projects.delete(w.admin, id);
    expect(await entries('project', id)).toStrictEqual([
      ['created'],
      ['updated', 'title', 'Garden', 'Park'],
      ['updated', 'description', null, 'All'],
      ['updated', 'status', 'planning', 'complete'],
      ['updated', 'color', '#6B7280', '#000000'],
      ['updated', 'targetDate', null, '2026-03-01T09:00:00.000Z'],
      ['updated', 'initiativeId', null, initiative.id],
      ['updated', 'goalId', null, goal.id],
      ['archived'],
      ['unarchived'],
      ['deleted'],
    ]);
  });

  test('every change of an initiative is recorded', async () => {
    const { initiatives } = w.tandem;
    const { id } = await initiatives.create(w.admin, { name: 'Home' });
    await initiatives.update(w.admin, id, { name: 'House', description: 'All', status: 'active' });
    await initiatives.delete(w.admin, id);
    expect(await entries('initiative', id)).toStrictEqual([
      ['created'],
      ['updated', 'name', 'Home', 'House'],
      ['updated', 'description', null, 'All'],
      ['updated', 'status', 'planned', 'active'],
      ['deleted'],
    ]);
  });

  test('every change of a goal is recorded', async () => {
    const { goals } = w.tandem;
    const { id } = await goals.create(w.admin, { title: 'Green' });
    await goals.update(w.admin, id, { title: 'Greener', metric: { target: 2, current: 1, unit: 'm' } });
    await goals.verify(w.agent, id, { passed: true, evidence: 'Seen' });
    await goals.verify(w.admin, id, { passed: true, evidence: 'Seen' });
    await goals.archive(w.admin, id);
    await goals.unarchive(w.admin, id);
    await goals.delete(w.admin, id);
    expect(await entries('goal', id)).toStrictEqual([
      ['created'],
      ['updated', 'title', 'Green', 'Greener'],
      ['updated', 'metric', null, '{"target":2,"current":1,"unit":"m"}'],
      ['verified', 'status', 'open', 'verification_pending'],
      ['verified', 'status', 'verification_pending', 'met'],
      ['archived'],
      ['unarchived'],
      ['deleted'],
    ]);
  });

  test('every change of an agent is recorded', async () => {
    const { agents } = w.tandem;
    const { id } = w.agent;
    await agents.update(w.admin, id, { displayName: 'Owl', status: 'working', reportsTo: 'ada' });
    await agents.delete(w.admin, id);
    expect(await entries('agent', id)).toStrictEqual([
      ['created'],
      ['updated', 'displayName', 'Scout', 'Owl'],
      ['updated', 'status', 'idle', 'working'],
      ['updated', 'reportsTo', null, 'ada'],
      ['deleted'],
    ]);
  });

  test('every change of a person is recorded', async () => {
    const { members } = w.tandem;
    const { member } = await members.create(w.admin, { name: 'eve', displayName: 'Eve' });
    await members.invite(w.admin, member.id);
    await members.update(w.admin, member.id, { role: 'admin', email: 'eve@example.com' });
    await members.delete(w.admin, member.id);
    expect(await entries('member', member.id)).toStrictEqual([
      ['created'],
      ['invited'],
      ['updated', 'email', null, 'eve@example.com'],
      ['updated', 'role', 'member', 'admin'],
      ['deleted'],
    ]);
  });

  test('every change of a key is recorded, without its secret', async () => {
    const { key, secret } = await w.tandem.keys.create(w.member, {
      name: 'A key',
      kind: 'person',
      scopes: ['full'],
    });
    await w.tandem.keys.revoke(w.admin, key.id);
    const events = await log('key', key.id);
    expect(events.map(({ action, actor }) => [action, actor.name])).toStrictEqual([
      ['created', 'bob'],
      ['revoked', 'ada'],
    ]);
    expect(JSON.stringify(events)).not.toContain(secret);
    expect((await entries('key', w.member.key.id))[0]).toStrictEqual(['created']);
  });

  test('every change of the workspace is recorded', async () => {
    await w.tandem.workspace.update(w.admin, {
      name: 'Acme 2',
      agentCompletion: true,
      goalVerification: 'autonomous',
    });
    expect(await entries('workspace', w.workspaceId)).toStrictEqual([
      ['created'],
      ['updated', 'name', 'Acme', 'Acme 2'],
      ['updated', 'agentCompletion', 'false', 'true'],
      ['updated', 'goalVerification', 'propose', 'autonomous'],
    ]);
  });

  test('a refused change is not recorded', async () => {
    const { id } = await task();
    await outcome(() => w.tandem.tasks.update(w.admin, 1, { title: 'New', assignedTo: 'nobody' }));
    await outcome(() => w.tandem.tasks.transition(w.admin, 1, { to: 'done' }));
    await outcome(() => w.tandem.tasks.delete(w.admin, 1));
    expect(await entries('task', id)).toStrictEqual([['created']]);
  });

  test('an update without changes is not recorded', async () => {
    const { id } = await task();
    await w.tandem.tasks.update(w.admin, 1, { title: 'A task' });
    await w.tandem.tasks.unarchive(w.admin, 1);
    await w.tandem.subscriptions.subscribe(w.admin, 1);
    expect(await entries('task', id)).toStrictEqual([['created']]);
  });

  test('chats, which are private, are not in the activity', async () => {
    const before = await w.tandem.monitoring.activity(w.admin, w.agent.id, {});
    await w.tandem.chats.start(w.admin, { agentId: w.agent.id, body: 'Hello' });
    const claim = await w.tandem.turns.claim(w.agent, w.agent.id, {});
    await w.tandem.turns.reply(w.agent, w.agent.id, claim?.turn.id ?? '', {
      token: claim?.lease.token ?? '',
      body: 'Hello',
    });
    expect(await w.tandem.monitoring.activity(w.admin, w.agent.id, {})).toStrictEqual(before);
  });
});

describe('an entry', () => {
  /** Entries of an acting key include the key's owner. */
  // biome-ignore format: a table
  test.each<[CallerName, () => object]>([
    ['admin',          () => ({ type: 'human',   id: w.admin.id,   name: 'ada',   keyOwner: null })],
    ['member',         () => ({ type: 'human',   id: w.member.id,  name: 'bob',   keyOwner: null })],
    ['agent',          () => ({ type: 'agent',   id: w.agent.id,   name: 'scout', keyOwner: null })],
    ['service',        () => ({ type: 'service', id: w.service.id, name: 'CI',    keyOwner: null })],
    ['runtime',        () => ({ type: 'service', id: w.runtime.id, name: 'Host',  keyOwner: null })],
    ['actingAsMember', () => ({ type: 'human',   id: w.member.id,  name: 'bob',   keyOwner: 'ada' })],
    ['actingAsAgent',  () => ({ type: 'agent',   id: w.agent.id,   name: 'scout', keyOwner: 'ada' })],
  ])('an entry names its actor: %s', async (who, actor) => {
    const { id } = await task(w[who]);
    expect((await log('task', id))[0]?.actor).toStrictEqual(actor());
  });

  test('an entry of an acting key created by the operator names the operator', async () => {
    const { id } = await task(await w.caller('bob', 'acting', ['full']));
    expect((await log('task', id))[0]?.actor).toMatchObject({ name: 'bob', keyOwner: 'the operator' });
  });

  test('an entry has its entity, time and reason', async () => {
    const { id } = await task();
    w.time.advance(5);
    await w.tandem.tasks.transition(w.member, 1, { to: 'waiting', reason: 'Rain' });
    expect((await log('task', id))[1]).toStrictEqual({
      id: expect.any(String),
      actor: { type: 'human', id: w.member.id, name: 'bob', keyOwner: null },
      entity: { type: 'task', id, title: 'A task', taskNumber: 1 },
      action: 'transitioned',
      field: 'status',
      oldValue: 'todo',
      newValue: 'waiting',
      reason: 'Rain',
      createdAt: START + 5,
    });
  });
});

describe("a task's activity", () => {
  test("a task's activity is newest first and paged", async () => {
    await task();
    await w.tandem.tasks.transition(w.admin, 1, { to: 'waiting' });
    await w.tandem.tasks.archive(w.admin, 1);
    const first = await w.tandem.tasks.activity(w.admin, 1, { limit: 2 });
    expect(first.items.map(({ action }) => action)).toStrictEqual(['archived', 'transitioned']);
    const rest = await w.tandem.tasks.activity(w.admin, 1, { after: first.next ?? undefined });
    expect([rest.items.map(({ action }) => action), rest.next]).toStrictEqual([['created'], null]);
  });

  test("a task's activity does not include other tasks'", async () => {
    await task();
    await task();
    expect((await w.tandem.tasks.activity(w.admin, 2, {})).items).toHaveLength(1);
  });
});
