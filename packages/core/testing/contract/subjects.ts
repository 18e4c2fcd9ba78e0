import type { Caller, Storage, Stores, Tandem } from '../../src/index.ts';
import { begun } from './begun.ts';

/** The contract of every Storage for changes across resources: names, counts, cascades, totals. */
export function subjects(open: () => Promise<Storage>): void {
  const begin = async () => begun(await open());
  const bot = { name: 'bot', displayName: 'Bot', emoji: '*', model: 'm' };

  test('rows created in the same millisecond keep their order, newest first', async () => {
    const { tandem, me } = await begin();
    for (const title of ['a', 'b', 'c']) {
      await tandem.projects.create(me, { title });
      await tandem.initiatives.create(me, { name: title });
      await tandem.goals.create(me, { title });
      await tandem.tasks.create(me, { title });
    }
    expect((await tandem.projects.list(me, {})).items.map(({ title }) => title)).toEqual(['c', 'b', 'a']);
    expect((await tandem.initiatives.list(me, {})).items.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
    expect((await tandem.goals.list(me, {})).items.map(({ title }) => title)).toEqual(['c', 'b', 'a']);
    expect((await tandem.tasks.list(me, {})).items.map(({ title }) => title)).toEqual(['c', 'b', 'a']);
  });

  test("a member's new name appears everywhere at once, and a removed member stays on closed tasks", async () => {
    const { tandem, me } = await begin();
    const agent = await tandem.agents.create(me, bot);
    const open_ = await tandem.tasks.create(me, { title: 'open', assignedTo: 'bot' });
    const closed = await tandem.tasks.create(me, { title: 'closed', assignedTo: 'bot', status: 'done' });
    await tandem.agents.update(me, agent.id, { name: 'robot' });
    expect((await tandem.tasks.get(me, open_.id)).assignee?.name).toBe('robot');
    await tandem.agents.delete(me, agent.id);
    expect((await tandem.tasks.get(me, open_.id)).assignee).toBeNull();
    expect((await tandem.tasks.get(me, closed.id)).assignee?.name).toBe('robot');
    expect((await tandem.tasks.list(me, { assigned: 'robot' })).items.map(({ id }) => id)).toEqual([
      closed.id,
    ]);
    expect((await tandem.agents.create(me, { ...bot, name: 'Robot' })).name).toBe('Robot');
  });

  test('the counts of projects and initiatives follow every change, and exclude archived items', async () => {
    const { tandem, me } = await begin();
    const initiative = await tandem.initiatives.create(me, { name: 'I' });
    const project = await tandem.projects.create(me, { title: 'P', initiativeId: initiative.id });
    const counts = async () => (await tandem.projects.get(me, project.id)).taskCounts;
    const first = await tandem.tasks.create(me, { title: 'x', projectId: project.id });
    await tandem.tasks.create(me, { title: 'y', projectId: project.id, status: 'backlog' });
    expect(await counts()).toMatchObject({ total: 2, todo: 1, backlog: 1 });
    await tandem.tasks.transition(me, first.id, { to: 'in_progress' });
    expect(await counts()).toMatchObject({ total: 2, todo: 0, in_progress: 1 });
    await tandem.tasks.archive(me, first.id);
    expect(await counts()).toMatchObject({ total: 1, in_progress: 0 });
    await tandem.tasks.unarchive(me, first.id);
    await tandem.tasks.update(me, first.id, { projectId: null });
    expect(await counts()).toMatchObject({ total: 1, in_progress: 0 });

    const statuses = async () => (await tandem.initiatives.get(me, initiative.id)).projectStatuses;
    expect(await statuses()).toEqual({ planning: 1 });
    await tandem.projects.update(me, project.id, { status: 'blocked' });
    expect(await statuses()).toEqual({ blocked: 1 });
    await tandem.projects.archive(me, project.id);
    expect(await statuses()).toEqual({});
  });

  test('deleting a resource keeps those that refer to it and clears the reference', async () => {
    const { tandem, me } = await begin();
    const initiative = await tandem.initiatives.create(me, { name: 'I' });
    const goal = await tandem.goals.create(me, { title: 'G', initiativeId: initiative.id });
    const project = await tandem.projects.create(me, {
      title: 'P',
      initiativeId: initiative.id,
      goalId: goal.id,
    });
    const task = await tandem.tasks.create(me, {
      title: 'x',
      projectId: project.id,
      labels: ['l'],
      createMissing: true,
    });
    await tandem.initiatives.delete(me, initiative.id);
    expect((await tandem.projects.get(me, project.id)).initiative).toBeNull();
    expect((await tandem.goals.get(me, goal.id)).initiative).toBeNull();
    await tandem.goals.delete(me, goal.id);
    expect((await tandem.projects.get(me, project.id)).goal).toBeNull();
    await tandem.projects.delete(me, project.id);
    expect((await tandem.tasks.get(me, task.id)).project).toBeNull();
    await tandem.labels.delete(me, task.labels[0]?.id ?? '');
    expect((await tandem.tasks.get(me, task.id)).labels).toEqual([]);
  });

  test('deleting a task deletes its relations, comments and notifications, and unblocks others', async () => {
    const { tandem, me } = await begin();
    const [a, b] = [
      await tandem.tasks.create(me, { title: 'a' }),
      await tandem.tasks.create(me, { title: 'b' }),
    ];
    await tandem.relations.relate(me, a.id, { type: 'blocks', taskNumber: b.taskNumber });
    await tandem.comments.create(me, a.id, { body: 'hi' });
    await tandem.tasks.transition(me, a.id, { to: 'backlog' });
    expect((await tandem.tasks.get(me, b.id)).blocked).toBe(true);
    expect((await tandem.notifications.list(me, {})).items).toHaveLength(1);
    await tandem.tasks.archive(me, a.id);
    await tandem.tasks.delete(me, a.id);
    expect(await tandem.tasks.get(me, b.id)).toMatchObject({ blocked: false, relations: [] });
    expect((await tandem.notifications.list(me, {})).items).toEqual([]);
    expect((await tandem.tasks.create(me, { title: 'c' })).taskNumber).toBe(3);
  });

  test('totals follow every change: goals by filter, agents by status, activity and telemetry of an agent', async () => {
    const { tandem, me } = await begin();
    const initiative = await tandem.initiatives.create(me, { name: 'I' });
    const goal = await tandem.goals.create(me, { title: 'G', initiativeId: initiative.id });
    await tandem.goals.create(me, { title: 'H', status: 'abandoned' });
    const total = async (query: Parameters<Tandem['goals']['list']>[1]) =>
      (await tandem.goals.list(me, query)).total;
    expect([
      await total({}),
      await total({ status: 'open' }),
      await total({ initiativeId: initiative.id }),
    ]).toEqual([2, 1, 1]);
    await tandem.goals.archive(me, goal.id);
    expect([
      await total({}),
      await total({ archived: true }),
      await total({ initiativeId: initiative.id }),
    ]).toEqual([1, 2, 0]);

    const agent = await tandem.agents.create(me, bot);
    await tandem.agents.update(me, agent.id, { status: 'working' });
    expect((await tandem.agents.list(me, { status: 'idle' })).total).toBe(0);
    expect((await tandem.agents.list(me, { status: 'working' })).total).toBe(1);
    const self = await tandem.operator.callerFor(me.workspaceId, 'bot');
    await tandem.agents.update(self, agent.id, { status: 'idle' });
    await tandem.tasks.create(self, { title: 'mine' });
    const activity = await tandem.monitoring.activity(me, agent.id, { limit: 2 });
    expect([activity.total, activity.items.map(({ action }) => action)]).toEqual([4, ['created', 'updated']]);
    expect((await tandem.agents.get(me, agent.id)).counts).toEqual({ sessions: 0, activity: 4 });

    const point = {
      status: 'idle',
      model: 'm',
      contextTokens: 1,
      contextLimit: 2,
      activeSessions: 0,
    } as const;
    for (let i = 0; i < 3; i++) await tandem.monitoring.pushTelemetry(self, agent.id, point);
    expect((await tandem.monitoring.telemetryHistory(me, agent.id, { limit: 1 })).total).toBe(3);
    expect(await tandem.monitoring.forgetTelemetry(-1)).toBe(3);
    expect((await tandem.monitoring.telemetryHistory(me, agent.id, {})).total).toBe(0);
    expect(await tandem.monitoring.telemetry(me, agent.id)).toBeNull();
  });

  test('the directory finds a key until it is revoked, with its current holder', async () => {
    const { tandem, me, storage } = await begin();
    const person = await tandem.members.create(me, { name: 'eve', displayName: 'Eve' });
    const { key } = await tandem.operator.createKey(me.workspaceId, 'eve', {
      name: 'k',
      kind: 'person',
      scopes: ['full'],
    });
    expect((await storage.directory.keyholder(key.id))?.member?.displayName).toBe('Eve');
    await tandem.members.update(me, person.member.id, { displayName: 'Eva' });
    expect((await storage.directory.keyholder(key.id))?.member?.displayName).toBe('Eva');
    await tandem.workspace.update(me, { name: 'New' });
    expect((await storage.directory.keyholder(key.id))?.workspace.name).toBe('New');
    await tandem.operator.revokeKey(key.id);
    expect(await storage.directory.keyholder(key.id)).toBeNull();
    expect(await storage.directory.keyholder('unknown')).toBeNull();
  });

  test('chats are deleted with their messages, turns and idempotency keys, and the directory reports expired leases', async () => {
    const { tandem, me, storage } = await begin();
    const agent = await tandem.agents.create(me, bot);
    const sent = await tandem.chats.start(me, { agentId: agent.id, body: 'hi', clientMessageId: 'k' });
    const host = await tandem.operator.callerFor(me.workspaceId, 'bot');
    expect(await storage.directory.workspacesWithExpiredLeases(9e15)).toEqual([]);
    expect(await storage.directory.openTurns()).toEqual({ queued: 1, running: 0 });
    const claim = await tandem.turns.claim(host, agent.id, {});
    expect(claim?.turn.id).toBe(sent.turn.id);
    expect(await storage.directory.workspacesWithExpiredLeases(9e15)).toEqual([me.workspaceId]);
    expect(await storage.directory.workspacesWithExpiredLeases(0)).toEqual([]);
    expect(await storage.directory.openTurns()).toEqual({ queued: 0, running: 1 });
    expect((await tandem.chats.get(me, sent.chat.id)).activeTurn?.state).toBe('running');
    await tandem.chats.delete(me, sent.chat.id);
    expect(await storage.directory.workspacesWithExpiredLeases(9e15)).toEqual([]);
    expect(await storage.directory.openTurns()).toEqual({ queued: 0, running: 0 });
    const again = await tandem.chats.start(me, { agentId: agent.id, body: 'hi', clientMessageId: 'k' });
    expect(again.replayed).toBe(false);
  });

  test('a claim expires after its last heartbeat, however often it was extended before', async () => {
    const { tandem, me, storage } = await begin();
    await tandem.agents.create(me, bot);
    const host = await tandem.operator.callerFor(me.workspaceId, 'bot');
    await tandem.tasks.create(me, { title: 'T' });
    await tandem.claims.next(host, {});
    const change = (expiresAt?: number) =>
      storage.write(me.workspaceId, async ({ tasks, claims }) => {
        const claim = (await tasks.byNumber(1))?.claim;
        if (!claim) throw new Error('The task has not been claimed.');
        if (expiresAt) await claims.update({ ...claim, lease: { ...claim.lease, expiresAt } });
        return claim.lease.expiresAt;
      });
    const end = await change();
    const expired = (now: number) =>
      storage.write(me.workspaceId, async ({ claims }) => (await claims.expired(now)).length);
    await change(end + 60_000);
    expect(await expired(end + 1)).toBe(0);
    expect(await storage.directory.workspacesWithExpiredLeases(end + 1)).toEqual([]);
    expect(await expired(end + 60_000)).toBe(1);
    await change(end - 10_000);
    expect(await storage.directory.workspacesWithExpiredLeases(end - 10_000)).toEqual([me.workspaceId]);
    expect(await expired(end - 10_000)).toBe(1);
    expect(await expired(end - 10_001)).toBe(0);
  });

  test('a file is found by id, and by the tasks and chats that have it', async () => {
    const { tandem, me, storage } = await begin();
    const agent = await tandem.agents.create(me, bot);
    const task = await tandem.tasks.create(me, { title: 'x' });
    const file = (id: string) => ({
      id,
      fileName: `${id}.txt`,
      mimeType: 'text/plain',
      size: 3,
      sha256: 'digest',
      uploaderId: me.id,
      createdAt: 1,
    });
    await storage.write(me.workspaceId, async ({ files }) => {
      await files.insert(file('sent'));
      await files.insert(file('shown'));
      await files.insert({ ...file('of-a-run'), claimId: 'claim' });
    });
    const read = (id: string) => storage.read(me.workspaceId, ({ files }) => files.byId(id));
    expect(await read('sent')).toEqual(file('sent'));
    expect(await read('of-a-run')).toEqual({ ...file('of-a-run'), claimId: 'claim' });
    expect(await storage.directory.knownFiles(['sent', 'shown', 'neither'])).toEqual(
      new Set(['sent', 'shown']),
    );
    const { message } = await tandem.chats.start(me, { agentId: agent.id, body: 'hi', fileIds: ['sent'] });
    expect(message.attachments).toEqual([
      { fileId: 'sent', fileName: 'sent.txt', mimeType: 'text/plain', size: 3 },
    ]);
    const attachment = await tandem.attachments.attach(me, task.id, { fileId: 'shown' });
    const carried = (id: string) =>
      storage.read(me.workspaceId, async ({ files }) => ({
        task: await files.isOnTask(id),
        person: await files.isInChat(id, { personId: me.id }),
        agent: await files.isInChat(id, { agentId: agent.id }),
        stranger: await files.isInChat(id, { personId: agent.id }),
        anybody: await files.isInChat(id, 'anybody'),
      }));
    expect(await carried('sent')).toEqual({
      task: false,
      person: true,
      agent: true,
      stranger: false,
      anybody: true,
    });
    expect(await carried('shown')).toMatchObject({ task: true, anybody: false });
    expect((await tandem.attachments.list(me, task.id, {})).items).toEqual([attachment]);
    await tandem.attachments.detach(me, task.id, attachment.id);
    expect(await carried('shown')).toMatchObject({ task: false });
  });

  test('messages are paged in both orders, and turns are queued in order of creation', async () => {
    const { tandem, me } = await begin();
    const agent = await tandem.agents.create(me, bot);
    const host = await tandem.operator.callerFor(me.workspaceId, 'bot');
    const first = await tandem.chats.start(me, { agentId: agent.id, body: 'one' });
    const second = await tandem.chats.start(me, { agentId: agent.id, body: 'other' });
    const claim = await tandem.turns.claim(host, agent.id, {});
    expect(claim?.turn.id).toBe(first.turn.id);
    await tandem.turns.reply(host, agent.id, first.turn.id, { token: claim?.lease.token ?? '', body: 'two' });
    await tandem.chats.send(me, first.chat.id, { body: 'three' });
    expect((await tandem.turns.claim(host, agent.id, {}))?.turn.id).toBe(second.turn.id);
    const bodies = async (order: 'asc' | 'desc') => {
      const page = await tandem.chats.messages(me, first.chat.id, { order, limit: 2 });
      const after = page.next ?? undefined;
      const rest = await tandem.chats.messages(me, first.chat.id, { order, limit: 2, after });
      return [...page.items, ...rest.items].map(({ body }) => body);
    };
    expect(await bodies('asc')).toEqual(['one', 'two', 'three']);
    expect(await bodies('desc')).toEqual(['three', 'two', 'one']);
  });

  test("a transition notifies every subscriber once, the mover's notification is already read, and each member reads separately", async () => {
    const { tandem, me } = await begin();
    await tandem.agents.create(me, bot);
    const self = await tandem.operator.callerFor(me.workspaceId, 'bot');
    const task = await tandem.tasks.create(me, { title: 'x' });
    await tandem.subscriptions.subscribe(self, task.id);
    await tandem.tasks.transition(me, task.id, { to: 'backlog', reason: 'later' });
    await tandem.tasks.transition(me, task.id, { to: 'todo' });
    const moves = async (caller: Caller, unread: boolean) =>
      (await tandem.notifications.list(caller, { unread })).items.map(({ from, to, reason }) => [
        from,
        to,
        reason,
      ]);
    const both = [
      ['backlog', 'todo', null],
      ['todo', 'backlog', 'later'],
    ];
    expect([await moves(me, false), await moves(me, true)]).toEqual([both, []]);
    expect(await moves(self, true)).toEqual(both);
    const [newest] = (await tandem.notifications.list(self, {})).items;
    await tandem.notifications.markRead(self, newest?.id ?? '');
    expect(await moves(self, true)).toEqual([both[1]]);
    await tandem.notifications.markAllRead(self);
    expect(await moves(self, true)).toEqual([]);
  });

  test('an event notifies a member once, by the strongest kind that is not off', async () => {
    const { tandem, me } = await begin();
    await tandem.agents.create(me, bot);
    const self = await tandem.operator.callerFor(me.workspaceId, 'bot');
    const { member: eve } = await tandem.members.create(me, { name: 'eve', displayName: 'Eve' });
    const hers = await tandem.operator.callerFor(me.workspaceId, 'eve');
    const { taskNumber } = await tandem.tasks.create(me, {
      title: 'x',
      assignedTo: 'eve',
      description: 'For @BOT. and @eve',
    });
    await tandem.preferences.update(hers, { notifications: { moved: 'off', commented: 'off' } });
    const { id } = await tandem.comments.create(me, taskNumber, { body: 'See this' });
    await tandem.comments.update(me, taskNumber, id, { body: '@bot and @eve: see this' });
    await tandem.tasks.transition(me, taskNumber, { to: 'backlog' });
    const kinds = async (caller: Caller) =>
      (await tandem.notifications.list(caller, {})).items.map(({ kind, from, excerpt }) => [
        kind,
        from,
        excerpt,
      ]);
    const edited = ['mentioned', null, '@bot and @eve: see this'];
    const created = ['mentioned', null, null];
    expect(await kinds(self)).toEqual([
      ['moved', 'todo', null],
      edited,
      ['commented', null, '@bot and @eve: see this'],
      created,
    ]);
    expect(await kinds(hers)).toEqual([edited, created]);
    expect(await kinds(me)).toEqual([['moved', 'todo', null]]);
    await tandem.members.delete(me, eve.id);
    await tandem.comments.create(me, taskNumber, { body: 'Bye @eve' });
    expect((await kinds(self)).length).toBe(5);
  });

  test('mentions are read oldest first, marked as read up to one, and made unread by the time of reading', async () => {
    const { tandem, me, storage } = await begin();
    await tandem.agents.create(me, bot);
    const self = await tandem.operator.callerFor(me.workspaceId, 'bot');
    const { taskNumber } = await tandem.tasks.create(me, { title: 'x', description: '@bot' });
    for (const n of [1, 2, 3]) await tandem.comments.create(me, taskNumber, { body: `@bot ${n}` });
    const { items } = await tandem.comments.list(me, taskNumber, {});
    const unread = (atMost = 9) =>
      storage.read(me.workspaceId, ({ notifications }) => notifications.mentions(self.id, atMost));
    const texts = async () => (await unread()).map(({ text }) => text);
    await tandem.comments.delete(me, taskNumber, items[1]?.id ?? '');
    expect(await texts()).toEqual(['@bot', '@bot 1', '@bot 3']);
    const second = (await unread(2))[1];
    expect(second).toMatchObject({ taskNumber, title: 'x', commentId: items[0]?.id, by: { type: 'human' } });
    const write = (work: (stores: Stores) => Promise<void>) => storage.write(me.workspaceId, work);
    await write(({ notifications }) => notifications.markMentionsRead(self.id, second?.id ?? '', 7));
    expect(await texts()).toEqual(['@bot 3']);
    await write(({ notifications }) => notifications.markMentionsUnread(self.id, 8));
    expect(await texts()).toEqual(['@bot 3']);
    await write(({ notifications }) => notifications.markMentionsUnread(self.id, 7));
    expect(await texts()).toEqual(['@bot', '@bot 1', '@bot 3']);
    await write(({ notifications }) => notifications.markRead(self.id, second?.id ?? '', 9));
    expect(await texts()).toEqual(['@bot', '@bot 3']);
    await write(({ notifications }) => notifications.markUnread(self.id, second?.id ?? ''));
    expect(await texts()).toEqual(['@bot', '@bot 1', '@bot 3']);
    await tandem.notifications.markAllRead(self);
    expect(await texts()).toEqual([]);
  });
}
