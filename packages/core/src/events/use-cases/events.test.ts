import { outcome, refusal, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import type { ShownEvent } from '../shown.ts';
import type { ShownEvents } from '../shown-page.ts';
import type { EventQuery } from './events.ts';

const DAY = 24 * 60 * 60_000;

let w: World;
beforeEach(async () => {
  w = await world();
});

const list = (query: EventQuery = {}, by: Caller = w.admin): Promise<ShownEvents> =>
  w.tandem.events.list(by, query);
const eventsOf = ({ items }: ShownEvents): ShownEvent[] => items.map(({ event }) => event);
const typesOf = (page: ShownEvents) => eventsOf(page).map(({ type }) => type);
const latest = async () => (await list({ after: 'latest' })).position;

/** Reads all pages. */
async function all(query: EventQuery = {}, by: Caller = w.admin): Promise<ShownEvent[]> {
  const events: ShownEvent[] = [];
  for (let after = query.after; ; ) {
    const page = await list({ limit: 100, ...query, after }, by);
    events.push(...eventsOf(page));
    if (!page.more) return events;
    after = page.position;
  }
}

const task = (title = 'A task') => w.tandem.tasks.create(w.admin, { title });

describe('the feed', () => {
  test('the feed is in commit order, with numbers without gaps', async () => {
    await Promise.all([task('one'), task('two'), task('three')]);
    const events = await all();
    expect(events.map(({ seq }) => seq)).toStrictEqual(events.map((_, place) => place + 1));
    expect(events[0]).toMatchObject({ type: 'workspace.created', seq: 1 });
    expect(events.slice(-3).map(({ entity }) => entity.title)).toStrictEqual(['one', 'two', 'three']);
  });

  test('the feed continues after its position, also when more has happened', async () => {
    const after = await latest();
    for (const title of ['one', 'two', 'three']) await task(title);
    const first = await list({ after, limit: 2 });
    expect([typesOf(first), first.more]).toStrictEqual([['task.created', 'task.created'], true]);
    const second = await list({ after: first.position, limit: 2 });
    expect([eventsOf(second).map(({ entity }) => entity.title), second.more]).toStrictEqual([
      ['three'],
      false,
    ]);
    expect(await list({ after: second.position })).toStrictEqual({
      items: [],
      position: second.position,
      more: false,
    });
    await task('four');
    expect(eventsOf(await list({ after: second.position })).map(({ entity }) => entity.title)).toStrictEqual([
      'four',
    ]);
  });

  test('the feed reports the end when a page ends with the last event', async () => {
    const after = await latest();
    await task();
    const page = await list({ after, limit: 1 });
    expect([page.items.length, page.more, page.position]).toStrictEqual([1, false, await latest()]);
  });

  test('the feed gives each event the position to continue from', async () => {
    const after = await latest();
    for (const title of ['one', 'two']) await task(title);
    const { items } = await list({ after });
    const rest = await list({ after: items[0]?.position });
    expect(eventsOf(rest).map(({ entity }) => entity.title)).toStrictEqual(['two']);
  });

  test('the feed with latest has no events, and the current position', async () => {
    const page = await list({ after: 'latest' });
    expect([page.items, page.more]).toStrictEqual([[], false]);
    await task();
    expect(typesOf(await list({ after: page.position }))).toStrictEqual(['task.created']);
  });

  test.each([
    [
      'of another workspace',
      async () => (await w.tandem.events.list(w.other.admin, { after: 'latest' })).position,
    ],
    ['that lies ahead of the log', async () => (await latest()).replace(/-\w+$/, '-zzzzz')],
    ['without a number', async () => (await latest()).replace(/-\w+$/, '-')],
    ['with more behind it', async () => `${await latest()} `],
    ['that is none', async () => 'nonsense'],
    ['that is empty', async () => ''],
  ])('the feed refuses a position %s', async (_what, position) => {
    const { code, fields } = await refusal(async () => list({ after: await position() }));
    expect([code, Object.keys(fields ?? {})]).toStrictEqual(['INVALID_CURSOR', ['after']]);
  });

  test('the feed refuses unknown types and entities', async () => {
    for (const query of [
      { types: ['task.painted'] },
      { types: ['task.created', ''] },
      { types: ['task.*'] },
      { entity: 'task' },
      { entity: 'task:' },
      { entity: 'moon:1' },
      { entity: '' },
    ]) {
      expect([query, await outcome(() => list(query))]).toStrictEqual([query, 'VALIDATION_ERROR']);
      expect([query, await outcome(() => w.tandem.events.begin(w.admin, query))]).toStrictEqual([
        query,
        'VALIDATION_ERROR',
      ]);
    }
  });

  test('the feed filters by type; * matches all', async () => {
    const after = await latest();
    await task();
    await w.tandem.tasks.archive(w.admin, 1);
    await w.tandem.labels.create(w.admin, { name: 'ui' });
    const types = async (...types: string[]) => typesOf(await list({ after, types }));
    expect(await types('task.archived', 'label.created')).toStrictEqual(['task.archived', 'label.created']);
    expect(await types('task.archived', '*')).toHaveLength(3);
    expect(await types()).toHaveLength(3);
    expect(await types('goal.created')).toStrictEqual([]);
  });

  test('the feed filters by entity, including events that no activity shows', async () => {
    const { id } = await task('one');
    const { id: another } = await task('two');
    await w.tandem.claims.claim(w.agent, 1, {});
    await w.tandem.comments.create(w.admin, 2, { body: 'Hello' });
    expect(typesOf(await list({ entity: `task:${id}` }))).toStrictEqual([
      'task.created',
      'task.transitioned',
      'task.claimed',
    ]);
    const commented = { entity: `task:${another}`, types: ['task.commented'] };
    expect(typesOf(await list(commented))).toStrictEqual(['task.commented']);
    expect(typesOf(await list({ entity: `project:${id}` }))).toStrictEqual([]);
    expect(typesOf(await list({ entity: 'task:nothing' }))).toStrictEqual([]);
  });

  test('the feed pages through one entity and skips others', async () => {
    const { id } = await task();
    for (let n = 0; n < 30; n++) {
      await w.tandem.tasks.update(w.admin, 1, { title: `${n}` });
      await w.tandem.labels.create(w.admin, { name: `l${n}` });
    }
    const events = await all({ entity: `task:${id}`, limit: 7 });
    expect(events.map(({ entity }) => entity.title)).toStrictEqual([
      'A task',
      ...Array.from({ length: 30 }, (_, n) => `${n}`),
    ]);
  });

  test('the feed may return an empty page with a new position after many invisible events', async () => {
    const after = await latest();
    for (let n = 0; n < 1_100; n++) await w.tandem.labels.create(w.admin, { name: `l${n}` });
    await w.tandem.agents.update(w.admin, w.agent.id, { title: 'Scribe' });
    const reader = await w.caller('bob', 'person', ['agents:read']);
    for (const query of [
      { types: ['agent.updated'] },
      { types: ['agent.updated'], limit: 1 },
      {},
      { limit: 1 },
    ]) {
      const pages: number[] = [];
      let position = after;
      for (let more = true; more; ) {
        const page = await list({ ...query, after: position }, reader);
        expect(page.position).not.toBe(position);
        pages.push(page.items.length);
        ({ position, more } = page);
      }
      // A page scans 1,000 events, however few of them are visible.
      expect(pages.length).toBeGreaterThan(1);
      expect([query, pages.length > 3]).toStrictEqual([query, false]);
      expect([pages[0], pages.reduce((sum, n) => sum + n, 0)]).toStrictEqual([0, 1]);
    }
  });
});

describe('an event', () => {
  test('an event is one with all its fields; the activity has an entry for each, in order', async () => {
    const { id } = await task();
    const after = await latest();
    await w.tandem.tasks.update(w.admin, 1, { title: 'B', priority: 'p0', effort: 's' });
    const [event, ...others] = eventsOf(await list({ after }));
    expect(others).toStrictEqual([]);
    expect(event?.changes?.map(({ field }) => field)).toStrictEqual(['title', 'priority', 'effort']);

    const fields: (string | null)[] = [];
    let cursor: string | number | undefined;
    do {
      const page = await w.tandem.tasks.activity(w.admin, id, { limit: 1, after: cursor });
      expect(page.items).toHaveLength(1);
      fields.push(page.items[0]?.field ?? null);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(fields).toStrictEqual(['effort', 'priority', 'title', null]);
    const complete = (await w.tandem.tasks.activity(w.admin, id, {})).items;
    expect(complete.map(({ field }) => field)).toStrictEqual(fields);
    expect(new Set(complete.map((entry) => entry.id)).size).toBe(4);
  });

  test.each([1, 2, 3, 4, 5])(
    "an agent's activity in pages of %i keeps the entries of an event together, with the total",
    async (limit) => {
      await w.tandem.tasks.create(w.agent, { title: 'A task' });
      for (let n = 0; n < 4; n++)
        await w.tandem.tasks.update(w.agent, 1, { title: `${n}`, description: `${n}`, tags: [`${n}`] });
      const { items, total } = await w.tandem.monitoring.activity(w.admin, w.agent.id, { limit: 100 });
      expect(total).toBe(items.length);
      const paged: string[] = [];
      let cursor: string | number | undefined;
      do {
        const page = await w.tandem.monitoring.activity(w.admin, w.agent.id, { limit, after: cursor });
        expect([page.total, page.items.length <= limit]).toStrictEqual([total, true]);
        paged.push(...page.items.map(({ id }) => id));
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      expect(paged).toStrictEqual(items.map(({ id }) => id));
    },
  );

  test('an event cuts values and the reason at 1,000 characters', async () => {
    await task('x');
    const after = await latest();
    const tags = Array.from({ length: 40 }, (_, n) => `${n}${'t'.repeat(90)}`);
    await w.tandem.tasks.update(w.admin, 1, { tags });
    await w.tandem.tasks.transition(w.admin, 1, { to: 'waiting', reason: 'r'.repeat(5_000) });
    const [updated, moved] = eventsOf(await list({ after }));
    expect(updated?.changes?.[0]?.to?.length).toBeLessThanOrEqual(1_000);
    expect(moved?.reason?.length).toBeLessThanOrEqual(1_000);
    const [entry] = (await w.tandem.tasks.activity(w.admin, 1, {})).items;
    expect(entry?.reason).toHaveLength(5_000);
  });

  test('an event recorded before values were cut is cut when read', async () => {
    const after = await latest();
    const changes = [{ id: 'long', field: 'tags', oldValue: 'o'.repeat(5_000), newValue: 'n'.repeat(5_000) }];
    await w.storage.write(w.workspaceId, async ({ events }) => {
      const [event] = (await events.after(0, 1)).events;
      if (event) await events.append({ ...event, id: 'long', action: 'updated', changes });
    });
    const [change] = eventsOf(await list({ after }))[0]?.changes ?? [];
    expect([change?.from?.length, change?.to?.length]).toStrictEqual([1_000, 1_000]);
  });

  test('an event keeps the names from the time it occurred', async () => {
    const after = await latest();
    await w.tandem.tasks.create(w.member, { title: 'Plan' });
    await w.tandem.members.update(w.admin, w.member.id, { name: 'robert' });
    await w.tandem.tasks.update(w.admin, 1, { title: 'Better plan' });
    const [created] = eventsOf(await list({ after }));
    expect([created?.actor, created?.entity.title]).toStrictEqual([
      { type: 'human', id: w.member.id, name: 'bob' },
      'Plan',
    ]);
  });

  test('a refused change causes no event', async () => {
    await task();
    const after = await latest();
    await outcome(() => w.tandem.tasks.update(w.admin, 1, { title: 'B', assignedTo: 'nobody' }));
    await outcome(() => w.tandem.tasks.delete(w.admin, 1));
    await w.tandem.tasks.update(w.admin, 1, { title: 'A task' });
    expect(await latest()).toBe(after);
  });
});

/** Texts that no event may contain, planted in every private field. */
describe('no event holds', () => {
  const MARK = 'zq9secret';
  const planted = (what: string) => `${MARK} ${what}`;

  test('events never contain descriptions, bodies, questions, evidence, messages, titles of chats, or secrets', async () => {
    const { tasks, comments, projects, initiatives, goals, results, questions, chats, turns, keys, members } =
      w.tandem;
    await tasks.create(w.admin, { title: 'T', description: planted('description') });
    await tasks.update(w.admin, 1, {
      description: planted('new description'),
      criteria: [{ text: 'It works' }],
    });
    const comment = await comments.create(w.admin, 1, { body: planted('body') });
    await comments.update(w.admin, 1, comment.id, { body: planted('new body') });
    await comments.delete(w.admin, 1, comment.id);
    const project = await projects.create(w.admin, { title: 'P', description: planted('of a project') });
    await projects.update(w.admin, project.id, { description: planted('again') });
    const initiative = await initiatives.create(w.admin, {
      name: 'I',
      description: planted('of an initiative'),
    });
    await initiatives.update(w.admin, initiative.id, { description: planted('again') });
    const goal = await goals.create(w.admin, {
      title: 'G',
      description: planted('d'),
      test: planted('test'),
    });
    await goals.update(w.admin, goal.id, { description: planted('again'), test: planted('again') });
    await goals.verify(w.admin, goal.id, { passed: true, evidence: planted('evidence') });

    await tasks.transition(w.admin, 1, { to: 'in_progress' });
    const options = [{ text: planted('this') }, { text: planted('that'), consequence: planted('so') }];
    await tasks.update(w.admin, 1, { assignedTo: 'scout' });
    const asked = await questions.ask(w.agent, 1, { kind: 'choice', text: planted('question'), options });
    await questions.answer(w.admin, asked.id, { choice: '1' });
    const open = await questions.ask(w.agent, 1, {
      kind: 'text',
      text: planted('question'),
      default: planted('x'),
    });
    await questions.answer(w.admin, open.id, { text: planted('answer') });
    const gone = await questions.ask(w.agent, 1, { kind: 'text', text: planted('question') });
    await questions.withdraw(w.agent, gone.id);
    await results.post(w.agent, 1, {
      outcome: 'succeeded',
      summary: planted('summary'),
      evidence: [{ text: planted('seen'), command: planted('command'), output: planted('output') }],
    });
    await results.review(w.admin, 1, { verdict: 'returned', comment: 'Again' });

    const { chat } = await chats.start(w.admin, { agentId: w.agent.id, body: planted('message') });
    await chats.rename(w.admin, chat.id, { title: planted('title') });
    const claim = await turns.claim(w.agent, w.agent.id, {});
    const token = claim?.lease.token ?? '';
    await turns.reply(w.agent, w.agent.id, claim?.turn.id ?? '', { token, body: planted('reply') });
    await chats.send(w.admin, chat.id, { body: planted('another') });
    const next = await turns.claim(w.agent, w.agent.id, {});
    await turns.fail(w.agent, w.agent.id, next?.turn.id ?? '', {
      token: next?.lease.token ?? '',
      errorCode: planted('code'),
      message: planted('failure'),
    });
    await chats.delete(w.admin, chat.id);

    const { secret } = await keys.create(w.admin, { name: 'K', kind: 'service', scopes: ['tasks:read'] });
    const { member, invitation } = await members.create(w.admin, { name: 'eve', displayName: 'Eve' });
    const { code } = await members.invite(w.admin, member.id);
    const first = await keys.acceptInvitation(code);

    const json = JSON.stringify((await w.tandem.events.after(w.workspaceId, undefined, 1_000)).items);
    expect(json).not.toContain(MARK);
    for (const text of [secret, invitation.code, code, first.secret, token]) expect(json).not.toContain(text);
  });
});

describe('events that are forgotten', () => {
  /** Events from a month ago, with and without activity; the last one is recent. */
  async function aMonthAgo() {
    const { id } = await task();
    await w.tandem.tasks.update(w.agent, 1, { title: 'B', effort: 's' });
    await w.tandem.claims.next(w.agent, {});
    const { chat } = await w.tandem.chats.start(w.admin, { agentId: w.agent.id, body: 'Hello' });
    const old = await latest();
    w.time.advance(31 * DAY);
    return { id, chat, old };
  }

  test('reading before forgotten events is refused with the oldest position', async () => {
    const { old } = await aMonthAgo();
    const earlier = (await list({ limit: 1 })).position;
    await task('two');
    await w.tandem.events.forget(30 * DAY);
    const { code, details } = await refusal(() => list({ after: earlier }));
    expect(code).toBe('EVENTS_PRUNED');
    expect(details.oldest).toBe(old);
    expect(typesOf(await list({ after: details.oldest as string }))).toStrictEqual(['task.created']);
    expect(typesOf(await list())).toStrictEqual(['task.created']);
    expect(await w.tandem.events.begin(w.admin, { after: earlier })).toMatchObject({ reset: true });
    expect(await w.tandem.events.begin(w.admin, { after: old })).toMatchObject({ reset: false });
  });

  test('forgetting events keeps the activity and its totals', async () => {
    const { id } = await aMonthAgo();
    await task('two');
    const activity = async () => [
      await w.tandem.tasks.activity(w.admin, id, {}),
      await w.tandem.monitoring.activity(w.admin, w.agent.id, { limit: 100 }),
      await w.tandem.notifications.list(w.admin, {}),
    ];
    const before = await activity();
    await w.tandem.events.forget(30 * DAY);
    await w.tandem.events.forget(30 * DAY);
    expect(await activity()).toStrictEqual(before);
    expect(typesOf(await list({ entity: `task:${id}` }))).toStrictEqual([]);
  });

  test('forgetting events keeps the last one, which the numbering depends on', async () => {
    await aMonthAgo();
    const after = await latest();
    await w.tandem.events.forget(0);
    expect(await latest()).toBe(after);
    expect((await w.tandem.events.after(w.workspaceId)).items).toHaveLength(1);
    await task('two');
    expect(typesOf(await list({ after }))).toStrictEqual(['task.created']);
  });

  test('forgetting events does nothing when all are recent', async () => {
    const before = await all();
    await w.tandem.events.forget(DAY);
    expect(await all()).toStrictEqual(before);
  });

  test('forgetting events covers every workspace, even with very many', async () => {
    for (let n = 0; n < 1_200; n++) {
      const { chat } = await w.tandem.chats.start(w.admin, { agentId: w.agent.id, body: `${n}` });
      await w.tandem.chats.archive(w.admin, chat.id);
    }
    w.time.advance(31 * DAY);
    for (const by of [w.admin, w.other.admin]) await w.tandem.tasks.create(by, { title: 'new' });
    await w.tandem.events.forget(30 * DAY);
    for (const by of [w.admin, w.other.admin]) expect(await all({}, by)).toHaveLength(1);
  });
});
