import { hireAgent } from '@tandem/core/testing/world';
import { type Cutting, cutting, type Fate } from '../testing/cutting.ts';
import { type Running, running } from '../testing/service.ts';
import { Call } from './calls.ts';
import type { Event, Tandem } from './index.ts';
import type { Row } from './row.ts';
import { TABLE } from './table.ts';

let office: Running;
let proxy: Cutting;
let owlKey: string;
beforeAll(async () => {
  office = await running();
  const hired = await hireAgent(office.as('ada'), 'owl');
  await office.as('ada').agents.update(hired.agent.id, { verifier: true });
  owlKey = hired.secret;
  proxy = await cutting(office.url);
});
// Pauses between retries are random; this makes them minimal.
beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0));

afterAll(async () => {
  await proxy.stop();
  await office.stop();
});

/** Owl verifies the results of others. */
type Clients = Readonly<Record<'ada' | 'scout' | 'owl', Tandem>>;

/** The setup, and the one request under test. */
interface Case<Made> {
  readonly before?: (clients: Clients) => Promise<Made>;
  readonly act: (clients: Clients, made: Made) => PromiseLike<unknown>;
}

const after = <Made>(before: (clients: Clients) => Promise<Made>, act: Case<Made>['act']) =>
  ({ before, act }) as Case<unknown>;
const alone = (act: (clients: Clients) => PromiseLike<unknown>): Case<unknown> => ({ act });

let count = 0;
const anything = (what: string) => `${what}-${++count}`;
const task = ({ ada }: Clients) => ada.tasks.create({ title: 'A task' });
const archived = async (clients: Clients) => clients.ada.tasks.archive((await task(clients)).taskNumber);
const claimed = async (clients: Clients) => {
  const { taskNumber } = await clients.ada.tasks.create({ title: 'To be claimed', assignedTo: 'scout' });
  return clients.scout.claims.claim(taskNumber);
};
const ended = async (
  { scout }: Clients,
  { task: { taskNumber }, lease: { token } }: Awaited<ReturnType<typeof claimed>>,
) => {
  await scout.results.post(taskNumber, { token, outcome: 'succeeded', summary: 'Done' });
};
const asked = async ({ ada, scout }: Clients) => {
  const { taskNumber } = await ada.tasks.create({ title: 'Ask about it', assignedTo: 'scout' });
  return scout.questions.ask(taskNumber, { kind: 'text', text: 'What now?', blocking: false });
};
const checked = async ({ ada, scout }: Clients): Promise<string> => {
  const criteria = [{ text: 'It works', check: { command: 'npm test' } }];
  const { taskNumber } = await ada.tasks.create({ title: 'To verify', status: 'in_progress', criteria });
  const artifact = {
    kind: 'git',
    repository: 'https://git.example.org/a.git',
    commit: 'a'.repeat(40),
  } as const;
  await scout.results.post(taskNumber, { outcome: 'succeeded', summary: 'Done', artifact });
  const { data } = await ada.verifications.ofTask(taskNumber);
  return data[0]?.id ?? '';
};
const verifying = async (clients: Clients) => {
  const { verification, lease } = await clients.owl.verifications.claim(await checked(clients));
  return { id: verification.id, token: lease.token };
};
const project = ({ ada }: Clients) => ada.projects.create({ title: 'A project' });
const goal = ({ ada }: Clients) => ada.goals.create({ title: 'A goal' });
const initiative = ({ ada }: Clients) => ada.initiatives.create({ name: 'An initiative' });
const label = ({ ada }: Clients) => ada.labels.create({ name: anything('label') });
const agent = ({ ada }: Clients) =>
  ada.agents.create({ name: anything('agent'), displayName: 'Agent', emoji: '🤖', model: 'any' });
const member = ({ ada }: Clients) => ada.members.create({ name: anything('person'), displayName: 'Person' });
const commented = async (clients: Clients) => {
  const { taskNumber } = await task(clients);
  return { taskNumber, ...(await clients.ada.tasks.comment(taskNumber, { body: 'First' })) };
};
const uploaded = ({ ada }: Clients) => ada.files.upload({ name: 'a.txt', content: 'a' });
const attached = async (clients: Clients) => {
  const { taskNumber } = await task(clients);
  const { id: fileId } = await uploaded(clients);
  return { taskNumber, ...(await clients.ada.tasks.attach(taskNumber, { fileId })) };
};
const view = ({ ada }: Clients) => ada.views.create({ name: 'A view' });
const webhook = ({ ada }: Clients) =>
  ada.webhooks.create({ url: 'https://example.org/hook', types: ['task.created'] });
const started = ({ ada }: Clients) => ada.imports.create({ source: 'linear' });
const chat = async ({ ada }: Clients) => ada.chats.start({ agentId: (await agentOf()).id, body: 'Hello' });
const agentOf = async () => ({ id: office.agentId });
const turn = async (clients: Clients) => {
  const { thread } = await chat(clients);
  const taken = await clients.scout.turns.claim(office.agentId);
  if (taken === null) throw new Error('There was no turn.');
  return { ...taken, threadId: thread.id };
};

/** A request for each operation that changes something. */
const CASES: Readonly<Record<string, Case<unknown>>> = {
  'tasks.put': alone(({ ada }) => ada.tasks.put('jira', anything('K'), { title: 'Put' })),
  'tasks.bulk': after(task, ({ ada }, { taskNumber }) =>
    ada.tasks.bulk({ operations: [{ op: 'comment', task: taskNumber, body: 'Hello' }] }),
  ),
  'views.create': alone(view),
  'views.update': after(view, ({ ada }, { id }) => ada.views.update(id, { name: 'Another' })),
  'views.delete': after(view, ({ ada }, { id }) => ada.views.delete(id)),
  'tasks.create': alone(task),
  'tasks.update': after(task, ({ ada }, { taskNumber }) => ada.tasks.update(taskNumber, { title: 'Other' })),
  'tasks.delete': after(archived, ({ ada }, { taskNumber }) => ada.tasks.delete(taskNumber)),
  'tasks.transition': after(task, ({ ada }, { taskNumber }) =>
    ada.tasks.transition(taskNumber, { to: 'in_progress' }),
  ),
  'tasks.split': after(task, ({ ada }, { taskNumber }) =>
    ada.tasks.split(taskNumber, { tasks: [{ title: 'Part' }] }),
  ),
  'tasks.archive': after(task, ({ ada }, { taskNumber }) => ada.tasks.archive(taskNumber)),
  'tasks.unarchive': after(archived, ({ ada }, { taskNumber }) => ada.tasks.unarchive(taskNumber)),
  'tasks.relate': after(
    async (clients) => [await task(clients), await task(clients)] as const,
    ({ ada }, [a, b]) => ada.tasks.relate(a.taskNumber, { type: 'blocks', taskNumber: b.taskNumber }),
  ),
  'tasks.unrelate': after(
    async (clients) => {
      const [a, b] = [await task(clients), await task(clients)];
      const relation = await clients.ada.tasks.relate(a.taskNumber, {
        type: 'blocks',
        taskNumber: b.taskNumber,
      });
      return { taskNumber: a.taskNumber, id: relation.id };
    },
    ({ ada }, { taskNumber, id }) => ada.tasks.unrelate(taskNumber, id),
  ),
  'tasks.comment': after(task, ({ ada }, { taskNumber }) =>
    ada.tasks.comment(taskNumber, { body: 'A word' }),
  ),
  'tasks.editComment': after(commented, ({ ada }, { taskNumber, id }) =>
    ada.tasks.editComment(taskNumber, id, { body: 'Second' }),
  ),
  'tasks.deleteComment': after(commented, ({ ada }, { taskNumber, id }) =>
    ada.tasks.deleteComment(taskNumber, id),
  ),
  'tasks.attach': after(
    async (clients) => ({ ...(await task(clients)), fileId: (await uploaded(clients)).id }),
    ({ ada }, { taskNumber, fileId }) => ada.tasks.attach(taskNumber, { fileId }),
  ),
  'attempts.deleteTranscript': after(
    async (clients) => {
      const { task, lease } = await claimed(clients);
      await clients.scout.attempts.putTranscript(task.taskNumber, '1', {
        schema_version: 'ATIF-v1.4',
        session_id: 'a',
        agent: { name: 'scout', version: '1' },
        steps: [{ step_id: 1, source: 'agent', message: 'Done' }],
      });
      await clients.scout.claims.release(task.taskNumber, { token: lease.token });
      return task;
    },
    ({ ada }, { taskNumber }) => ada.attempts.deleteTranscript(taskNumber, '1'),
  ),
  'tasks.detach': after(attached, ({ ada }, { taskNumber, id }) => ada.tasks.detach(taskNumber, id)),
  'tasks.unsubscribe': after(task, ({ ada }, { taskNumber }) => ada.tasks.unsubscribe(taskNumber)),
  'claims.next': after(
    ({ ada }) => ada.tasks.create({ title: 'The next one', assignedTo: 'scout' }),
    async ({ scout }) => {
      const taken = await scout.claims.next();
      expect(taken?.lease.token).toEqual(expect.any(String));
    },
  ),
  'claims.claim': after(
    ({ ada }) => ada.tasks.create({ title: 'This one', assignedTo: 'scout' }),
    ({ scout }, { taskNumber }) => scout.claims.claim(taskNumber),
  ),
  'claims.heartbeat': after(claimed, ({ scout }, { task: { taskNumber }, lease: { token } }) =>
    scout.claims.heartbeat(taskNumber, { token, usage: { tokens: 10 } }),
  ),
  'claims.release': after(claimed, ({ scout }, { task: { taskNumber }, lease: { token } }) =>
    scout.claims.release(taskNumber, { token }),
  ),
  'work.next': after(
    ({ ada }) => ada.tasks.create({ title: 'Any work', assignedTo: 'scout' }),
    async ({ scout }) => {
      const taken = await scout.work.next(office.agentId, { kinds: ['task'] });
      expect(taken).toMatchObject({ kind: 'task', lease: { token: expect.any(String) } });
    },
  ),
  'results.post': after(claimed, (clients, held) => ended(clients, held)),
  'results.review': after(
    async (clients) => {
      const held = await claimed(clients);
      await ended(clients, held);
      return held;
    },
    ({ ada }, { task: { taskNumber } }) => ada.results.review(taskNumber, { verdict: 'accepted' }),
  ),
  'verifications.next': after(checked, async ({ owl }) => {
    const taken = await owl.verifications.next();
    expect(taken?.lease.token).toEqual(expect.any(String));
  }),
  'verifications.claim': after(checked, ({ owl }, id) => owl.verifications.claim(id)),
  'verifications.heartbeat': after(verifying, ({ owl }, { id, token }) =>
    owl.verifications.heartbeat(id, { token, output: '1 of 2' }),
  ),
  'verifications.release': after(verifying, ({ owl }, { id, token }) =>
    owl.verifications.release(id, { token }),
  ),
  'verifications.report': after(verifying, ({ owl }, { id, token }) =>
    owl.verifications.report(id, { token, outcome: 'passed', durationMs: 5 }),
  ),
  'verifications.retry': after(
    async (clients) => {
      const { id, token } = await verifying(clients);
      await clients.owl.verifications.report(id, { token, outcome: 'failed', durationMs: 5 });
      return id;
    },
    ({ ada }, id) => ada.verifications.retry(id),
  ),
  'questions.ask': after(claimed, ({ scout }, { task: { taskNumber }, lease: { token } }) =>
    scout.questions.ask(taskNumber, { token, kind: 'approval', text: 'Shall I?' }),
  ),
  'questions.answer': after(asked, ({ ada }, { id }) => ada.questions.answer(id, { text: 'That' })),
  'inbox.answer': after(asked, ({ ada }, { id }) =>
    ada.inbox.answer({ answers: [{ questionId: id, text: 'That' }] }),
  ),
  'questions.withdraw': after(asked, ({ ada }, { id }) => ada.questions.withdraw(id)),
  'labels.create': alone(label),
  'labels.update': after(label, ({ ada }, { id }) => ada.labels.update(id, { color: 'red' })),
  'labels.delete': after(label, ({ ada }, { id }) => ada.labels.delete(id)),
  'projects.create': alone(project),
  'projects.update': after(project, ({ ada }, { id }) => ada.projects.update(id, { title: 'Other' })),
  'projects.delete': after(project, ({ ada }, { id }) => ada.projects.delete(id)),
  'projects.archive': after(project, ({ ada }, { id }) => ada.projects.archive(id)),
  'projects.unarchive': after(project, ({ ada }, { id }) => ada.projects.unarchive(id)),
  'initiatives.create': alone(initiative),
  'initiatives.update': after(initiative, ({ ada }, { id }) => ada.initiatives.update(id, { name: 'Other' })),
  'initiatives.delete': after(initiative, ({ ada }, { id }) => ada.initiatives.delete(id)),
  'goals.create': alone(goal),
  'goals.update': after(goal, ({ ada }, { id }) => ada.goals.update(id, { title: 'Other' })),
  'goals.verify': after(goal, ({ ada }, { id }) =>
    ada.goals.verify(id, { passed: false, evidence: 'Not yet' }),
  ),
  'goals.archive': after(goal, ({ ada }, { id }) => ada.goals.archive(id)),
  'goals.unarchive': after(goal, ({ ada }, { id }) => ada.goals.unarchive(id)),
  'goals.delete': after(goal, ({ ada }, { id }) => ada.goals.delete(id)),
  'agents.create': alone(agent),
  'agents.update': after(agent, ({ ada }, { id }) => ada.agents.update(id, { title: 'Other' })),
  'agents.delete': after(agent, ({ ada }, { id }) => ada.agents.delete(id)),
  'agents.stop': after(agent, ({ ada }, { id }) => ada.agents.stop(id)),
  'agents.pushTelemetry': alone(({ scout }) =>
    scout.agents.pushTelemetry(office.agentId, {
      status: 'idle',
      model: 'any',
      contextTokens: 0,
      contextLimit: 1,
      activeSessions: 0,
    }),
  ),
  'chats.start': alone(chat),
  'chats.send': after(
    async (clients) => {
      const {
        turn: { id },
        lease: { token },
        threadId,
      } = await turn(clients);
      await clients.scout.turns.reply(office.agentId, id, { token, body: 'Yes?' });
      return { threadId };
    },
    ({ ada }, { threadId }) => ada.chats.send(threadId, { body: 'Once more' }),
  ),
  'chats.rename': after(chat, ({ ada }, { thread: { id } }) => ada.chats.rename(id, { title: 'Other' })),
  'chats.archive': after(chat, ({ ada }, { thread: { id } }) => ada.chats.archive(id)),
  'chats.unarchive': after(chat, ({ ada }, { thread: { id } }) => ada.chats.unarchive(id)),
  'chats.delete': after(chat, ({ ada }, { thread: { id } }) => ada.chats.delete(id)),
  'turns.reply': after(turn, ({ scout }, { turn: { id }, lease: { token } }) =>
    scout.turns.reply(office.agentId, id, { token, body: 'Yes?' }),
  ),
  'turns.fail': after(turn, ({ scout }, { turn: { id }, lease: { token } }) =>
    scout.turns.fail(office.agentId, id, { token, errorCode: 'no' }),
  ),
  'imports.create': alone(started),
  'imports.add': after(started, ({ ada }, { id }) =>
    ada.imports.add(id, { records: [{ type: 'task', externalId: anything('A'), title: 'Imported' }] }),
  ),
  'imports.finish': after(started, ({ ada }, { id }) => ada.imports.finish(id)),
  'imports.undo': after(started, ({ ada }, { id }) => ada.imports.undo(id)),
  'webhooks.update': after(webhook, ({ ada }, { id }) => ada.webhooks.update(id, { enabled: false })),
  'webhooks.delete': after(webhook, ({ ada }, { id }) => ada.webhooks.delete(id)),
  'webhooks.test': after(webhook, ({ ada }, { id }) => ada.webhooks.test(id)),
  'webhooks.retry': after(
    async (clients) => {
      const { id } = await webhook(clients);
      return { id, deliveryId: (await clients.ada.webhooks.test(id)).id };
    },
    ({ ada }, { id, deliveryId }) => ada.webhooks.retry(id, deliveryId),
  ),
  'webhooks.replay': after(
    async (clients) => {
      const { cursor } = await clients.ada.events.list({ after: 'latest' });
      return { ...(await webhook(clients)), after: cursor };
    },
    ({ ada }, { id, after: position }) => ada.webhooks.replay(id, { after: position }),
  ),
  'notifications.markRead': after(
    async (clients) => {
      const { taskNumber } = await task(clients);
      await clients.scout.tasks.transition(taskNumber, { to: 'in_progress' });
      return (await clients.ada.notifications.list({ limit: 1 })).data[0]?.id ?? '';
    },
    ({ ada }, id) => ada.notifications.markRead(id),
  ),
  'files.upload': alone(uploaded),
  'notifications.markAllRead': alone(({ ada }) => ada.notifications.markAllRead()),
  'preferences.update': alone(({ ada }) => ada.preferences.update({ theme: 'dark' })),
  'members.update': after(member, ({ ada }, { id }) => ada.members.update(id, { displayName: 'Other' })),
  'members.uninvite': after(member, ({ ada }, { id }) => ada.members.uninvite(id)),
  'members.merge': after(
    async (clients) => ({
      external: (
        await clients.ada.imports.add((await started(clients)).id, {
          records: [{ type: 'member', externalId: anything('external') }],
        })
      ).results[0]?.id as string,
      person: await member(clients),
    }),
    ({ ada }, { external, person }) => ada.members.merge(external, { into: person.id }),
  ),
  'members.delete': after(member, ({ ada }, { id }) => ada.members.delete(id)),
  'keys.revoke': after(
    ({ ada }) => ada.keys.create({ name: 'short', kind: 'service', scopes: ['tasks:read'] }),
    ({ ada }, { id }) => ada.keys.revoke(id),
  ),
  'sessions.revoke': after(
    async ({ ada }) => {
      const { secret } = await ada.keys.create({ name: 'browser', kind: 'person', scopes: ['full'] });
      return ada.sessions.create({ key: secret });
    },
    ({ ada }, { id }) => ada.sessions.revoke(id),
  ),
  'workspace.update': alone(({ ada }) => ada.workspace.update({ name: anything('Acme') })),
};

/** The events that happen while a function runs. */
async function eventsDuring(act: () => PromiseLike<unknown>): Promise<readonly string[]> {
  const ada = office.as('ada');
  const { cursor } = await ada.events.list({ after: 'latest' });
  await act();
  const events: Event[] = [];
  for await (const event of ada.events.list({ after: cursor, limit: 100 })) events.push(event);
  return events.map(({ type, changes = [] }) => `${type} ${changes.map(({ field }) => field)}`);
}

const direct = (): Clients => ({
  ada: office.as('ada'),
  scout: office.as('scout'),
  owl: office.as('scout', { key: owlKey }),
});
const cut = (): Clients => ({
  ada: office.as('ada', { url: proxy.url }),
  scout: office.as('scout', { url: proxy.url }),
  owl: office.as('scout', { url: proxy.url, key: owlKey }),
});

function isKeyed(id: string): boolean {
  const [group = '', name = ''] = id.split('.');
  const rows: Readonly<Record<string, Readonly<Record<string, Row>>>> = TABLE;
  return rows[group]?.[name]?.keyed ?? false;
}

/** Removes leftovers of the previous case. */
async function cleared(): Promise<void> {
  const ada = office.as('ada');
  for await (const { taskNumber, archived: isArchived } of ada.tasks.list({ limit: 100 })) {
    if (!isArchived) await ada.tasks.archive(taskNumber);
  }
  for await (const { id } of ada.chats.list({ limit: 100 })) await ada.chats.delete(id);
}

test.each(Object.keys(CASES))(
  '%s happens exactly once, whether its request or its response is lost',
  async (id) => {
    const { act, before = async () => undefined } = CASES[id] as Case<unknown>;
    let made = await before(direct());
    const undisturbed = await eventsDuring(() => act(direct(), made));
    const fates: readonly Fate[] = ['cut before', 'cut after'];
    for (const fate of fates) {
      await cleared();
      made = await before(direct());
      proxy.next(fate);
      const sent = proxy.count();
      let asking: PromiseLike<unknown> | undefined;
      const recorded = await eventsDuring(() => {
        asking = act(cut(), made);
        return asking;
      });
      expect([fate, recorded]).toEqual([fate, undisturbed]);
      // Operations without events are checked by the service's replay header.
      if (isKeyed(id) && asking instanceof Call) {
        expect([fate, (await asking.withResponse()).replayed]).toEqual([fate, fate === 'cut after']);
      }
      expect(proxy.count() - sent).toBe(2);
    }
    await cleared();
  },
);

/** Operations that return a secret, which is never replayed. */
const SECRETS: Readonly<Record<string, Case<unknown>>> = {
  'keys.create': alone(({ ada }) =>
    ada.keys.create({ name: 'key', kind: 'service', scopes: ['tasks:read'] }),
  ),
  'members.create': alone(member),
  'members.invite': after(member, ({ ada }, { id }) => ada.members.invite(id)),
  'sessions.link': alone(({ ada }) => ada.sessions.link()),
  'webhooks.create': alone(webhook),
  'webhooks.rotate': after(webhook, ({ ada }, { id }) => ada.webhooks.rotate(id)),
};

test('each keyed operation has a test', () => {
  const keyed = Object.entries(TABLE).flatMap(([group, rows]) =>
    Object.entries(rows).flatMap(([name, row]) => ('keyed' in row ? [`${group}.${name}`] : [])),
  );
  expect(keyed).not.toContain('claims.heartbeat');
  expect(keyed.filter((id) => !CASES[id] && !SECRETS[id])).toEqual([]);
});

test.each(Object.keys(SECRETS))(
  '%s, whose secret was lost, runs only once, and the error says what to do',
  async (id) => {
    const { act, before = async () => undefined } = SECRETS[id] as Case<unknown>;
    const undisturbed = await eventsDuring(async () => act(direct(), await before(direct())));
    const again = await eventsDuring(async () => {
      const made = await before(direct());
      proxy.next('cut after');
      await expect(act(cut(), made)).rejects.toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
        message: expect.stringMatching(/shown only once\. [A-Z]/),
      });
    });
    expect(again).toEqual(undisturbed);
  },
);

test('an invitation is not sent again once it may have been accepted', async () => {
  const { invitation } = await member(direct());
  const { ada } = cut();
  const sent = proxy.count();
  proxy.next('cut after');
  await expect(ada.members.acceptInvitation({ code: invitation.code })).rejects.toMatchObject({
    code: 'UNREACHABLE',
    status: 0,
    cause: expect.anything(),
  });
  expect(proxy.count() - sent).toBe(1);
});

test('gives up after the maximum number of tries', async () => {
  const { ada } = cut();
  const retried: string[] = [];
  const sent = proxy.count();
  proxy.next('cut before', 'cut before', 'cut before');
  const made = ada.tasks.create({ title: 'Never' }, { tries: 3, onRetry: ({ code }) => retried.push(code) });
  await expect(made).rejects.toMatchObject({ code: 'UNREACHABLE', isPassing: true });
  expect([proxy.count() - sent, retried]).toEqual([3, ['UNREACHABLE', 'UNREACHABLE']]);
});

test('an upload from a stream is not retried', async () => {
  const { ada } = cut();
  const sent = proxy.count();
  proxy.next('cut after');
  const content = new Blob(['once']).stream();
  await expect(ada.files.upload({ name: 'once.txt', content })).rejects.toMatchObject({
    code: 'UNREACHABLE',
  });
  expect(proxy.count() - sent).toBe(1);
});
