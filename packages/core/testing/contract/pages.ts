import type { Page, PageRequest, PageSlice, Position, Storage } from '../../src/index.ts';
import { begun } from './begun.ts';
import { aTask, aWorkspace } from './rows.ts';

type List = (page: PageRequest) => Promise<Page<unknown>>;

/** The contract of every Storage for lists: a reader can stop after any item of a page and continue from there. */
export function pages(open: () => Promise<Storage>): void {
  /** Every list of the core, with at least three items in each. */
  async function lists(): Promise<Record<string, List>> {
    const { tandem, me, storage } = await begun(await open());
    const { operator, tasks, projects, initiatives, goals, chats, monitoring } = tandem;
    const bot = { displayName: 'Bot', emoji: '*', model: 'm' };
    const agent = await tandem.agents.create(me, { ...bot, name: 'bot' });
    const host = await operator.callerFor(me.workspaceId, 'bot');
    const { id: initiativeId } = await initiatives.create(me, { name: 'I' });
    const { id: projectId } = await projects.create(me, { title: 'P', initiativeId });
    const goal = await goals.create(me, { title: 'G' });
    const task = await tasks.create(me, { title: 'T' });
    const { chat, turn } = await chats.start(me, { agentId: agent.id, body: 'first' });
    const claim = await tandem.turns.claim(host, agent.id, {});
    await tandem.turns.reply(host, agent.id, turn.id, { token: claim?.lease.token ?? '', body: 'second' });
    await chats.send(me, chat.id, { body: 'third' });
    const status = { status: 'idle', contextTokens: 1, contextLimit: 1, activeSessions: 1 } as const;
    for (const name of ['c', 'a', 'B']) {
      await tandem.labels.create(me, { name });
      await initiatives.create(me, { name });
      await projects.create(me, { title: name, initiativeId });
      await goals.create(me, { title: name });
      await goals.verify(host, goal.id, { passed: false, evidence: name });
      await tasks.create(me, { title: name, projectId, tags: ['t'] });
      await tandem.comments.create(me, task.id, { body: name });
      await tasks.transition(host, task.id, { to: 'backlog' });
      await tasks.transition(host, task.id, { to: 'todo' });
      await tandem.members.create(me, { name, displayName: name });
      await tandem.agents.create(me, { ...bot, name: `bot-${name}` });
      await monitoring.pushTelemetry(host, agent.id, { ...status, model: name });
      await operator.createKey(me.workspaceId, 'ada', { name, kind: 'service', scopes: ['full'] });
      await chats.start(me, { agentId: agent.id, body: name });
      const file = { id: name, fileName: name, mimeType: 'text/plain', size: 1, sha256: '' };
      await storage.write(me.workspaceId, ({ files }) =>
        files.insert({ ...file, uploaderId: me.id, createdAt: 1 }),
      );
      await tandem.attachments.attach(me, task.id, { fileId: name });
    }
    return {
      tasks: (page) => tasks.list(me, page),
      'tasks by a tag': (page) => tasks.list(me, { ...page, tags: ['t'] }),
      'tasks of a project': (page) => projects.tasks(me, projectId, page),
      comments: (page) => tandem.comments.list(me, task.id, page),
      'comments, newest first': (page) => tandem.comments.list(me, task.id, { ...page, order: 'desc' }),
      attachments: (page) => tandem.attachments.list(me, task.id, page),
      'activity of a task': (page) => tasks.activity(me, task.id, page),
      labels: (page) => tandem.labels.list(me, page),
      projects: (page) => projects.list(me, page),
      'projects of an initiative': (page) => initiatives.projects(me, initiativeId, page),
      initiatives: (page) => initiatives.list(me, page),
      goals: (page) => goals.list(me, page),
      verifications: (page) => goals.verifications(me, goal.id, page),
      members: (page) => tandem.members.list(me, page),
      agents: (page) => tandem.agents.list(me, page),
      'activity of an agent': (page) => monitoring.activity(me, agent.id, page),
      telemetry: (page) => monitoring.telemetryHistory(me, agent.id, page),
      keys: (page) => tandem.keys.list(me, page),
      notifications: (page) => tandem.notifications.list(me, page),
      chats: (page) => chats.list(me, page),
      'messages, newest first': (page) => chats.messages(me, chat.id, page),
      'messages, oldest first': (page) => chats.messages(me, chat.id, { ...page, order: 'asc' }),
    };
  }

  test('a list of long texts is complete when read to its end, however its pages are cut', async () => {
    const storage = await open();
    await storage.write('w', async ({ workspace, tasks }) => {
      await workspace.insert(aWorkspace('w'));
      for (let i = 1; i <= 9; i++) await tasks.insert(aTask(i, { description: 'long '.repeat(80_000) }));
    });
    const seen: number[] = [];
    for (let after: Position | null | undefined; after !== null; ) {
      const slice: PageSlice = { limit: 100, after };
      const page = await storage.read('w', ({ tasks }) => tasks.list({ archived: false }, slice));
      seen.push(...page.items.map(({ taskNumber }) => taskNumber));
      after = page.next;
    }
    expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('every list continues after any item of a page', async () => {
    for (const [name, list] of Object.entries(await lists())) {
      const { items, positions } = await list({ limit: 100 });
      expect([name, items.length >= 3, positions.length]).toEqual([name, true, items.length]);
      for (const [i, after] of positions.entries()) {
        const rest = await list({ limit: 100, after });
        expect([name, rest.items]).toEqual([name, items.slice(i + 1)]);
      }
    }
  });
}
