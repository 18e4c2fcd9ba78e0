import {
  type Caller,
  createTandem,
  MAX_SUBSCRIBERS,
  type Ports,
  type Storage,
  type Tandem,
} from '../../src/index.ts';
import { newTeam } from '../team.ts';
import { aHuman } from './rows.ts';

/** More rows than a storage cleans up at once, and than one further batch. */
const MANY = 400;
const AT_A_TIME = 50;

/**
 * The contract of every Storage for removals: a removed resource disappears at once, however many rows belong to it,
 * and its rows are cleaned up in invisible batches.
 */
export function removals(open: () => Promise<Storage>): void {
  async function begin() {
    // The clock of these tests is stopped.
    const { clock: _, ...storage } = await open();
    let ids = 0;
    let now = 1_700_000_000_000;
    const ports: Ports = {
      storage,
      clock: () => now,
      newId: () => `ID${String(++ids).padStart(6, '0')}`,
      secrets: {
        randomBytes: (count) => new Uint8Array(count).fill(7),
        sha256: (data) => `digest of ${data}`,
      },
      schedule: (_, run) => {
        const soon = setImmediate(run);
        return () => clearImmediate(soon);
      },
    };
    const tandem = createTandem(ports);
    const { admin: me } = await newTeam(tandem);
    return {
      tandem,
      storage,
      me,
      advance: (ms: number) => {
        now += ms;
      },
    };
  }

  /** Runs it many times, `AT_A_TIME` together: a writer refuses units that wait for too many others. */
  const times = async <Result>(count: number, act: (i: number) => Promise<Result>) => {
    const results: Result[] = [];
    for (let first = 0; first < count; first += AT_A_TIME) {
      const together = Math.min(AT_A_TIME, count - first);
      results.push(...(await Promise.all(Array.from({ length: together }, (_, i) => act(first + i)))));
    }
    return results;
  };

  /** Checks a condition right away, after each batch of the clean-up, and at its end. */
  async function throughout(
    { tandem, storage, me }: { tandem: Tandem; storage: Storage; me: Caller },
    holds: () => Promise<void>,
  ): Promise<void> {
    await holds();
    for (let batches = 0; batches < 3; batches++) {
      await storage.write(me.workspaceId, (stores) => stores.removals.clear(100, true));
      await holds();
    }
    await tandem.removals.clear();
    await holds();
    expect(await storage.directory.workspacesWithRemovals()).toEqual([]);
    expect(await storage.read(me.workspaceId, (stores) => stores.removals.next())).toBeNull();
  }

  const bot = { name: 'bot', displayName: 'Bot', emoji: '*', model: 'm' };

  test('a removed label leaves all its tasks at once, and its name is free', async () => {
    const w = await begin();
    const { tandem, me } = w;
    const label = await tandem.labels.create(me, { name: 'bug' });
    await times(MANY, () => tandem.tasks.create(me, { title: 'x', labels: ['bug'] }));
    await tandem.labels.delete(me, label.id);
    const again = await tandem.labels.create(me, { name: 'Bug' });
    await tandem.tasks.update(me, 1, { labels: ['bug'] });
    await throughout(w, async () => {
      expect((await tandem.tasks.get(me, MANY)).labels).toEqual([]);
      expect((await tandem.tasks.list(me, { label: 'bug' })).items).toMatchObject([
        { taskNumber: 1, labels: [{ id: again.id }] },
      ]);
      expect((await tandem.labels.list(me, {})).items).toEqual([again]);
    });
  });

  test('a removed project leaves all its tasks at once, even if they change afterwards', async () => {
    const w = await begin();
    const { tandem, me } = w;
    const project = await tandem.projects.create(me, { title: 'P' });
    await times(MANY, () => tandem.tasks.create(me, { title: 'x', projectId: project.id }));
    await tandem.projects.delete(me, project.id);
    await tandem.tasks.update(me, MANY, { title: 'y' });
    await tandem.tasks.transition(me, MANY, { to: 'in_progress' });
    await throughout(w, async () => {
      expect((await tandem.tasks.get(me, MANY)).project).toBeNull();
      expect((await tandem.tasks.get(me, 1)).project).toBeNull();
      expect((await tandem.tasks.list(me, { projectId: project.id })).items).toEqual([]);
      expect((await tandem.projects.list(me, {})).items).toEqual([]);
      await expect(tandem.projects.get(me, project.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(tandem.tasks.create(me, { title: 'z', projectId: project.id })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      });
    });
  });

  test('a removed initiative leaves all its projects and goals at once, and a removed goal its projects', async () => {
    const w = await begin();
    const { tandem, me } = w;
    const initiative = await tandem.initiatives.create(me, { name: 'I' });
    const other = await tandem.initiatives.create(me, { name: 'K' });
    const goal = await tandem.goals.create(me, { title: 'G', initiativeId: other.id });
    const initiativeId = initiative.id;
    await times(MANY, () => tandem.projects.create(me, { title: 'P', initiativeId, goalId: goal.id }));
    await times(MANY, () => tandem.goals.create(me, { title: 'H', initiativeId }));
    await tandem.initiatives.delete(me, initiativeId);
    await tandem.goals.archive(me, goal.id);
    await tandem.goals.delete(me, goal.id);
    const [newest] = (await tandem.projects.list(me, {})).items;
    await tandem.projects.update(me, newest?.id ?? '', { title: 'Q', initiativeId: other.id });
    await throughout(w, async () => {
      const { items } = await tandem.projects.list(me, { limit: 100 });
      expect(items[0]).toMatchObject({ title: 'Q', initiative: { name: 'K' }, goal: null });
      expect(items.slice(1).every((each) => each.initiative === null && each.goal === null)).toBe(true);
      expect((await tandem.projects.list(me, { initiativeId })).items).toEqual([]);
      expect(await tandem.goals.list(me, { initiativeId })).toMatchObject({ items: [], total: 0 });
      expect((await tandem.goals.list(me, { archived: true })).total).toBe(MANY);
      expect((await tandem.goals.list(me, { initiativeId: other.id, archived: true })).total).toBe(0);
      expect((await tandem.initiatives.list(me, {})).items.map(({ name }) => name)).toEqual(['K']);
      expect((await tandem.initiatives.get(me, other.id)).projectStatuses).toEqual({ planning: 1 });
    });
  });

  test('a removed task disappears at once from lists, relations, notifications and files', async () => {
    const w = await begin();
    const { tandem, me, storage } = w;
    await tandem.tasks.create(me, { title: 'a', labels: ['l'], createMissing: true, tags: ['t'] });
    await tandem.tasks.create(me, { title: 'b' });
    await tandem.relations.relate(me, 1, { type: 'blocks', taskNumber: 2 });
    await storage.write(me.workspaceId, ({ files }) =>
      files.insert({
        id: 'f',
        fileName: 'f',
        mimeType: 'text/plain',
        size: 1,
        sha256: 'd',
        uploaderId: me.id,
        createdAt: 1,
      }),
    );
    await tandem.attachments.attach(me, 1, { fileId: 'f' });
    await times(MANY, () => tandem.comments.create(me, 1, { body: 'c' }));
    await tandem.tasks.transition(me, 1, { to: 'in_progress' });
    await tandem.tasks.archive(me, 1);
    await tandem.tasks.delete(me, 1);
    await throughout(w, async () => {
      await expect(tandem.tasks.get(me, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await tandem.tasks.get(me, 2)).toMatchObject({ blocked: false, relations: [] });
      for (const query of [{}, { tags: ['t'] }, { label: 'l' }, { status: ['in_progress'] as const }]) {
        const { items } = await tandem.tasks.list(me, { ...query, archived: true });
        expect(items.filter(({ taskNumber }) => taskNumber === 1)).toEqual([]);
      }
      expect((await tandem.notifications.list(me, {})).items).toEqual([]);
      expect(await storage.read(me.workspaceId, ({ files }) => files.isOnTask('f'))).toBe(false);
    });
  });

  test('a removed chat disappears at once with its messages, turns and idempotency keys', async () => {
    const w = await begin();
    const { tandem, me, storage } = w;
    const agent = await tandem.agents.create(me, bot);
    const host = await tandem.operator.callerFor(me.workspaceId, 'bot');
    const { chat, turn } = await tandem.chats.start(me, { agentId: agent.id, body: 'hi' }, 'first');
    await tandem.turns.claim(host, agent.id, {});
    const message = (await tandem.chats.messages(me, chat.id, {})).items[0];
    if (!message) throw new Error('The message is missing');
    await storage.write(me.workspaceId, async ({ messages }) => {
      for (let i = 0; i < MANY; i++) await messages.insert({ ...message, id: `m${i}` });
    });
    await tandem.chats.delete(me, chat.id);
    const again = await tandem.chats.start(me, { agentId: agent.id, body: 'hi' }, 'first');
    expect(again.replayed).toBe(false);
    await throughout(w, async () => {
      await expect(tandem.chats.get(me, chat.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      for (const status of ['all', 'active'] as const) {
        expect((await tandem.chats.list(me, { status })).items.map(({ id }) => id)).toEqual([again.chat.id]);
      }
      await expect(tandem.turns.heartbeat(host, agent.id, turn.id, { token: 'any' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      expect(await storage.directory.openTurns()).toEqual({ queued: 1, running: 0 });
      const repeated = await tandem.chats.start(me, { agentId: agent.id, body: 'hi' }, 'first');
      expect([repeated.replayed, repeated.chat.id]).toEqual([true, again.chat.id]);
    });
  });

  test('a removed member leaves all open tasks at once and stays on closed ones, even when they change', async () => {
    const w = await begin();
    const { tandem, me } = w;
    const agent = await tandem.agents.create(me, bot);
    await tandem.agents.create(me, { ...bot, name: 'junior' });
    await tandem.agents.update(me, (await tandem.agents.list(me, {})).items[0]?.id ?? '', {
      reportsTo: 'bot',
    });
    await times(MANY, () => tandem.tasks.create(me, { title: 'open', assignedTo: 'bot' }));
    await tandem.tasks.create(me, { title: 'done', assignedTo: 'bot', status: 'done' });
    await tandem.relations.relate(me, 1, { type: 'related', taskNumber: MANY });
    await tandem.agents.delete(me, agent.id);
    await tandem.tasks.transition(me, MANY, { to: 'in_progress' });
    await tandem.tasks.transition(me, MANY, { to: 'done' });
    await tandem.tasks.update(me, MANY - 1, { title: 'other', tags: ['t'] });
    await tandem.tasks.update(me, 1, { tags: ['t'] });
    await tandem.tasks.update(me, MANY + 1, { tags: ['t'] });
    await throughout(w, async () => {
      for (const number of [1, MANY - 1, MANY]) {
        expect((await tandem.tasks.get(me, number)).assignee).toBeNull();
      }
      expect((await tandem.tasks.get(me, 1)).relations[0]?.task.assignedTo).toBeNull();
      expect((await tandem.tasks.get(me, MANY + 1)).assignee?.name).toBe('bot');
      const found = async (query: Parameters<Tandem['tasks']['list']>[1]) => {
        const numbers = new Set<number>();
        for (let after: number | string | null = 0; after !== null; ) {
          const page = await tandem.tasks.list(me, { ...query, limit: 100, ...(after !== 0 && { after }) });
          for (const { taskNumber } of page.items) numbers.add(taskNumber);
          after = page.next;
        }
        return numbers;
      };
      expect([...(await found({ assigned: 'bot' }))]).toEqual([MANY + 1]);
      expect([...(await found({ assigned: 'bot', status: ['todo'] }))]).toEqual([]);
      expect([...(await found({ assigned: 'bot', priority: ['p2'] }))]).toEqual([MANY + 1]);
      expect((await found({ assigned: 'unassigned' })).size).toBe(MANY);
      expect([...(await found({ assigned: 'unassigned', status: ['done'] }))]).toEqual([MANY]);
      expect((await found({ assigned: 'unassigned', status: ['todo'], priority: ['p2'] })).size).toBe(
        MANY - 1,
      );
      expect((await found({ assigned: 'unassigned', tags: ['t'] })).size).toBe(2);
      expect((await tandem.agents.list(me, {})).items).toMatchObject([{ name: 'junior', reportsTo: null }]);
    });
  });

  test('all turns of a removed agent have failed at once, however many are waiting', async () => {
    const w = await begin();
    const { tandem, me } = w;
    const agent = await tandem.agents.create(me, bot);
    const sent = await times(MANY, (i) => tandem.chats.start(me, { agentId: agent.id, body: 'hi' }, `k${i}`));
    await tandem.agents.delete(me, agent.id);
    const { chat, turn } = sent.at(-1) as Awaited<ReturnType<Tandem['chats']['start']>>;
    await throughout(w, async () => {
      expect((await tandem.chats.get(me, chat.id)).activeTurn).toBeNull();
      expect(await tandem.chats.turn(me, chat.id, turn.id)).toMatchObject({
        status: 'failed',
        errorCode: 'agent_deleted',
        completedAt: 1_700_000_000_000,
      });
      await expect(tandem.chats.send(me, chat.id, { body: 'x' })).rejects.toMatchObject({
        code: 'AGENT_DELETED',
      });
    });
    expect((await tandem.openTurns()).queued).toBe(0);
  });

  test('turns of a removed person are no longer given to an agent, however many there are', async () => {
    const w = await begin();
    const { tandem, me } = w;
    const agent = await tandem.agents.create(me, bot);
    const { member } = await tandem.members.create(me, { name: 'eve', displayName: 'Eve' });
    const eve = await tandem.operator.callerFor(me.workspaceId, 'eve');
    await times(MANY, () => tandem.chats.start(eve, { agentId: agent.id, body: 'hi' }));
    await tandem.members.delete(me, member.id);
    const { turn } = await tandem.chats.start(me, { agentId: agent.id, body: 'mine' });
    const host = await tandem.operator.callerFor(me.workspaceId, 'bot');
    expect((await tandem.turns.claim(host, agent.id, {}))?.turn.id).toBe(turn.id);
    await tandem.removals.clear();
    expect(await tandem.openTurns()).toEqual({ queued: 0, running: 1 });
  });

  test('the work of a merged member moves to its person, however much there is', async () => {
    const { tandem, storage, me } = await begin();
    const { id } = await tandem.imports.create(me, { source: 'linear' });
    const [external] = await tandem.imports.add(me, id, {
      records: [{ type: 'member', externalId: 'grace' }],
    });
    const from = external?.id as string;
    const task = (i: number, status = 'todo') =>
      tandem.imports.add(me, id, {
        records: [
          { type: 'task', externalId: `${i}`, title: 'x', status, assignedTo: 'grace', createdBy: 'grace' },
        ],
      });
    await task(1, 'done');
    await task(2);
    await times(MANY - 2, (i) => task(i + 3));
    const records = [
      { type: 'comment', externalId: 'c', taskNumber: '1', body: 'x', author: 'grace' },
      { type: 'criterion', externalId: 'k', taskNumber: '1', text: 'x', status: 'accepted', by: 'grace' },
      {
        type: 'question',
        externalId: 'q',
        taskNumber: '2',
        kind: 'text',
        text: 'x',
        to: 'grace',
        asker: 'grace',
      },
      {
        type: 'result',
        externalId: 'r',
        taskNumber: '2',
        outcome: 'succeeded',
        summary: 'x',
        author: 'grace',
      },
    ] as const;
    await tandem.imports.add(me, id, { records });
    const { member } = await tandem.members.create(me, { name: 'eve', displayName: 'Eve' });
    await storage.write(me.workspaceId, async ({ subscriptions }) => {
      await subscriptions.add(1, [from]);
      await subscriptions.add(2, [from, member.id]);
    });
    await tandem.members.merge(me, from, { into: 'eve' });
    await tandem.removals.clear();
    const eve = { id: member.id, name: 'eve', displayName: 'Eve', type: 'human' };
    await storage.read(me.workspaceId, async (stores) => {
      expect(await stores.members.mergedInto(from)).toBe(member.id);
      expect(await stores.members.mergedInto(member.id)).toBeNull();
      expect([...(await stores.members.merged())]).toStrictEqual([[from, member.id]]);
      expect(await stores.members.byId(from)).toBeNull();
      expect([...(await stores.members.idsMatching('eve'))].sort()).toStrictEqual([from, member.id].sort());
      expect([...(await stores.members.idsMatching(member.id))].sort()).toStrictEqual(
        [from, member.id].sort(),
      );
      for (const which of [
        { assigneeIds: [member.id], archived: false },
        { creatorIds: [member.id], archived: false },
      ]) {
        const { items } = await stores.tasks.list(which, { limit: MANY + 1, after: undefined });
        expect(items).toHaveLength(MANY);
      }
      const page = { limit: 9, after: undefined };
      expect((await stores.comments.list(1, 'asc', page)).items[0]?.author).toStrictEqual(eve);
      expect((await stores.criteria.of(1))[0]?.by).toStrictEqual(eve);
      expect((await stores.results.list(2, page)).items[0]?.author).toStrictEqual(eve);
      const [question] = await stores.questions.openOf(2);
      expect(question).toMatchObject({ asker: eve, to: { id: member.id, name: 'eve' } });
      expect(await stores.subscriptions.people(1)).toStrictEqual([member.id]);
      expect(await stores.subscriptions.people(2)).toStrictEqual([member.id]);
      const inbox = await stores.inbox.list(member.id, {}, page);
      expect(inbox.items).toMatchObject([{ kind: 'question', ref: question?.id }]);
    });
    await tandem.members.update(me, member.id, { displayName: 'Evelyn' });
    expect((await tandem.comments.list(me, 1, {})).items[0]?.author.displayName).toBe('Evelyn');
  });

  test('markAllRead marks everything at once, keeps earlier times, and does not affect later notifications', async () => {
    const { tandem, me, advance } = await begin();
    await tandem.agents.create(me, bot);
    const self = await tandem.operator.callerFor(me.workspaceId, 'bot');
    await tandem.tasks.create(me, { title: 'x' });
    const move = (to: 'backlog' | 'todo') => tandem.tasks.transition(self, 1, { to });
    const read = async () => (await tandem.notifications.list(me, {})).items.map(({ readAt }) => readAt);
    const unread = async () => (await tandem.notifications.list(me, { unread: true })).items.length;
    const start = 1_700_000_000_000;
    await move('backlog');
    await move('todo');
    await tandem.notifications.markRead(me, (await tandem.notifications.list(me, {})).items[0]?.id ?? '');
    advance(1);
    await tandem.notifications.markAllRead(me);
    expect([await read(), await unread()]).toEqual([[start, start + 1], 0]);
    advance(1);
    await move('backlog');
    expect([await read(), await unread()]).toEqual([[null, start, start + 1], 1]);
    await tandem.notifications.markAllRead(me);
    await tandem.notifications.markAllRead(me);
    expect([await read(), await unread()]).toEqual([[start + 2, start, start + 1], 0]);
    const last = (await tandem.notifications.list(me, {})).items[2];
    expect((await tandem.notifications.markRead(me, last?.id ?? '')).readAt).toBe(start + 1);
  });

  test('pages of notifications get shorter after a task is removed, and continue', async () => {
    const w = await begin();
    const { tandem, me, storage } = w;
    await tandem.tasks.create(me, { title: 'kept' });
    const { taskNumber } = await tandem.tasks.create(me, { title: 'removed' });
    await tandem.tasks.transition(me, 1, { to: 'backlog' });
    const event = (id: number) => ({
      id: `event ${id}`,
      actor: { type: 'human' as const, id: me.id, name: 'ada', keyOwner: null },
      entity: { type: 'task' as const, id: 'T', title: 'removed' },
      action: 'transitioned' as const,
      changes: [{ id: `event ${id}`, field: 'status', oldValue: 'todo', newValue: 'backlog' }],
      reason: null,
      related: null,
      createdAt: 1_700_000_000_000,
    });
    await storage.write(me.workspaceId, async ({ events, notifications }) => {
      for (let i = 0; i < 2_500; i++) {
        const sequence = await events.append(event(i));
        const of = { taskNumber, sequence, commentId: null, recipients: [], actorId: null, now: 1 };
        await notifications.notify({ ...of, subscribers: 'moved' });
      }
    });
    await tandem.tasks.archive(me, taskNumber);
    await tandem.tasks.delete(me, taskNumber);
    await throughout(w, async () => {
      const titles: string[] = [];
      for (let after: number | string | undefined | null; after !== null; ) {
        const page = await tandem.notifications.list(me, { after });
        titles.push(...page.items.map(({ task }) => task.title));
        after = page.next;
      }
      expect(titles).toEqual(['kept']);
    });
  });

  test('a task accepts subscribers up to the limit and keeps existing ones', async () => {
    const { tandem, me, storage } = await begin();
    const { taskNumber } = await tandem.tasks.create(me, { title: 'x' });
    const many = Array.from({ length: MAX_SUBSCRIBERS - 1 }, (_, i) => `member${i}`);
    await storage.write(me.workspaceId, async ({ members, subscriptions }) => {
      for (const id of many) await members.insert(aHuman(id));
      await subscriptions.add(taskNumber, many.slice(0, -1));
      await subscriptions.add(taskNumber, [many[0], me.id, many.at(-1), 'unplaced'] as string[]);
      expect(await subscriptions.has(taskNumber, 'unplaced')).toBe(false);
      for (const id of [many[0], many.at(-1), me.id]) {
        expect(await subscriptions.has(taskNumber, id as string)).toBe(true);
      }
    });
    const { member } = await tandem.members.create(me, { name: 'late', displayName: 'Late' });
    const late = await tandem.operator.callerFor(me.workspaceId, 'late');
    await expect(tandem.subscriptions.subscribe(late, taskNumber)).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
    });
    await tandem.tasks.update(me, taskNumber, { assignedTo: 'late' });
    await storage.read(me.workspaceId, async ({ subscriptions }) => {
      expect(await subscriptions.has(taskNumber, member.id)).toBe(false);
    });
    await tandem.subscriptions.unsubscribe(me, taskNumber);
    await tandem.subscriptions.subscribe(late, taskNumber);
  });

  test('forgetting deletes only old notifications and idempotency keys', async () => {
    const { tandem, me, advance } = await begin();
    const agent = await tandem.agents.create(me, bot);
    const self = await tandem.operator.callerFor(me.workspaceId, 'bot');
    await times(MANY, () => tandem.tasks.create(me, { title: 'x', assignedTo: 'bot' }));
    const moves = (count: number, to: 'backlog' | 'todo') =>
      times(count, (i) => tandem.tasks.transition(me, i + 1, { to }));
    await moves(MANY, 'backlog');
    await tandem.notifications.markAllRead(self);
    const send = (key: string) => tandem.chats.start(me, { agentId: agent.id, body: 'hi' }, key);
    await send('old');
    advance(1_000);
    await moves(2, 'todo');
    await send('new');
    // Of each task, the agent has an assignment and a move, and Ada the move.
    expect(await tandem.notifications.forget(500)).toBe(3 * MANY);
    expect(await tandem.chats.forgetKeys(500)).toBe(1);
    for (const caller of [me, self]) {
      expect((await tandem.notifications.list(caller, {})).items).toHaveLength(2);
    }
    expect((await tandem.notifications.list(self, { unread: true })).items).toHaveLength(2);
    expect((await send('new')).replayed).toBe(true);
    expect((await send('old')).replayed).toBe(false);
    expect([await tandem.notifications.forget(500), await tandem.chats.forgetKeys(500)]).toEqual([0, 0]);
  });
}
