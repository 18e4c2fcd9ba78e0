import { type World, world } from '../../testing/world.ts';
import type { Briefing } from '../steps/briefing.ts';
import type { VerificationOutcome } from '../verifications/verification.ts';
import type { ShownEvent } from './shown.ts';
import { EVENT_TYPES, type EventType } from './types.ts';

/*
 * Every event type once, with the operation that causes it and its content. A new type without a row does not
 * compile.
 */

let w: World;
let begun: string | undefined;
beforeEach(async () => {
  w = await world();
});

/** Preparation; its events are ignored. */
async function from<T>(done: T): Promise<T> {
  begun = (await w.tandem.events.after(w.workspaceId, 'latest')).position;
  return done;
}

/** No preparation. */
const nothing = () => from<unknown>(null);

const since = async (): Promise<ShownEvent[]> =>
  (await w.tandem.events.after(w.workspaceId, begun, 1_000)).items.map(({ event }) => event);

const ID = expect.any(String);
const task = (input: object = {}) => w.tandem.tasks.create(w.admin, { title: 'A task', ...input });
const project = () => w.tandem.projects.create(w.admin, { title: 'Garden' });
const goal = () => w.tandem.goals.create(w.admin, { title: 'Green' });
const initiative = () => w.tandem.initiatives.create(w.admin, { name: 'Home' });
const label = () => w.tandem.labels.create(w.admin, { name: 'ui' });
const comment = () => w.tandem.comments.create(w.admin, 1, { body: 'Hello' });
const file = () =>
  w.tandem.files.upload(w.admin, {
    fileName: 'a.txt',
    mimeType: 'text/plain',
    content: (async function* () {
      yield new Uint8Array(1);
    })(),
  });
const claimed = async () => {
  await task();
  const briefing = await w.tandem.claims.next(w.agent, {});
  if (!briefing) throw new Error('Nothing is ready');
  return briefing;
};
const delegate = ({ lease: { token } }: Briefing) =>
  w.tandem.tasks.split(w.agent, 1, { token, tasks: [{ title: 'A part' }], then: 'wait' });
const result = { outcome: 'succeeded', summary: 'It works' } as const;
const COMMIT = '3f1c9b2d7e8a4c5f6b7d8e9fa0b1c2d3e4f5a6b7';
const artifact = { kind: 'git', repository: 'https://git.example.org/a.git', commit: COMMIT } as const;
/** A verification of a result by Scout, and the key of a verifier. */
const requested = async () => {
  await task({ status: 'in_progress', criteria: [{ id: 'a', text: 'A', check: { command: 'npm test' } }] });
  const owl = await w.newAgent('owl');
  await w.tandem.agents.update(w.admin, owl.id, { verifier: true });
  const post = () => w.tandem.results.post(w.agent, 1, { ...result, artifact });
  return { owl, post };
};
const verifying = async () => {
  const { owl, post } = await requested();
  await post();
  const claim = await w.tandem.verifications.next(owl, {});
  if (!claim) throw new Error('There is no verification');
  return { owl, id: claim.verification.id, token: claim.lease.token };
};
const verified = async (outcome: VerificationOutcome) => {
  const { owl, id, token } = await from(await verifying());
  await w.tandem.verifications.report(owl, id, { token, outcome, durationMs: 5 });
  return id;
};
const question = (input: object = {}) =>
  w.tandem.questions.ask(w.agent, 1, { kind: 'text', text: 'Which?', blocking: false, ...input });
const asked = async (input: object = {}) => {
  await task({ status: 'in_progress', assignedTo: 'scout' });
  return question(input);
};
const chat = async () => (await w.tandem.chats.start(w.admin, { agentId: w.agent.id, body: 'Hello' })).chat;
const turn = async () => {
  const sent = await chat();
  const claim = await w.tandem.turns.claim(w.agent, w.agent.id, {});
  if (!claim) throw new Error('There is no turn');
  return { chat: sent, id: claim.turn.id, token: claim.lease.token };
};
const person = async () =>
  (await w.tandem.members.create(w.admin, { name: 'eve', displayName: 'Eve' })).member;
const webhook = (by = w.admin) =>
  w.tandem.webhooks.create(by, { url: 'https://example.org/hook', types: ['task.created'] });
const delivered = async () => {
  await w.tandem.webhooks.deliver();
  for (let turns = 0; turns < 20; turns++) {
    await new Promise((resolve) => setImmediate(resolve));
    w.time.advance(10);
  }
};
const status = (to: string, before = 'todo') => ({ field: 'status', from: before, to });

interface Expected {
  readonly entity: Partial<ShownEvent['entity']>;
  readonly by?: string;
  readonly changes?: unknown;
  readonly reason?: string;
  readonly related?: unknown;
}
type Happening = [act: () => Promise<unknown>, told: Expected];

const ofTask: Expected['entity'] = { type: 'task', title: 'A task', taskNumber: 1 };
const ofClaim = { claimId: ID, agentId: ID };
const ofTurn = {
  entity: { type: 'chat', title: null },
  related: { turnId: ID, agentId: ID, personId: ID },
} as const;
const ofChat = { entity: { type: 'chat', title: null }, related: { agentId: ID, personId: ID } } as const;

const ofVerification = (by: string) => ({
  entity: ofTask,
  by,
  related: { verificationId: ID, resultId: ID },
});
const ofWebhook = { entity: { type: 'webhook' } } as const;

const HAPPENS: Record<EventType, Happening> = {
  'task.created': [() => nothing().then(() => task()), { entity: ofTask }],
  'task.updated': [
    async () => {
      await from(await task());
      await w.tandem.tasks.update(w.admin, 1, { title: 'B', description: 'Long', effort: 's' });
    },
    {
      entity: { ...ofTask, title: 'B' },
      changes: [
        { field: 'title', from: 'A task', to: 'B' },
        { field: 'description', from: null, to: null },
        { field: 'effort', from: null, to: 's' },
      ],
    },
  ],
  'task.deleted': [
    async () => {
      await task();
      await from(await w.tandem.tasks.archive(w.admin, 1));
      await w.tandem.tasks.delete(w.admin, 1);
    },
    { entity: ofTask },
  ],
  'task.archived': [
    async () => from(await task()).then(() => w.tandem.tasks.archive(w.admin, 1)),
    { entity: ofTask },
  ],
  'task.unarchived': [
    async () => {
      await task();
      await from(await w.tandem.tasks.archive(w.admin, 1));
      await w.tandem.tasks.unarchive(w.admin, 1);
    },
    { entity: ofTask },
  ],
  'task.transitioned': [
    async () => {
      await from(await task());
      await w.tandem.tasks.transition(w.admin, 1, { to: 'waiting', reason: 'Rain' });
    },
    { entity: ofTask, changes: [status('waiting')], reason: 'Rain' },
  ],
  'task.related': [
    async () => {
      await task();
      await from(await task());
      await w.tandem.relations.relate(w.admin, 1, { type: 'blocked_by', taskNumber: 2 });
    },
    {
      entity: ofTask,
      changes: [{ field: 'blocked_by', from: null, to: '2' }],
      related: { relationId: ID, taskId: ID },
    },
  ],
  'task.unrelated': [
    async () => {
      await task();
      await task();
      const { id } = await from(
        await w.tandem.relations.relate(w.admin, 1, { type: 'blocks', taskNumber: 2 }),
      );
      await w.tandem.relations.unrelate(w.admin, 1, id);
    },
    { entity: ofTask, changes: [{ field: 'blocks', from: '2', to: null }], related: { relationId: ID } },
  ],
  'task.parented': [
    async () => {
      await task();
      await from(await task());
      await w.tandem.tasks.update(w.admin, 1, { parentTaskNumber: 2 });
    },
    { entity: ofTask, changes: [{ field: 'parent', from: null, to: '2' }] },
  ],
  'task.delegated': [
    async () => from(await claimed()).then(delegate),
    { entity: ofTask, by: 'scout', related: ofClaim },
  ],
  'task.ranked': [
    async () => {
      await task();
      await from(await task());
      await w.tandem.tasks.update(w.admin, 1, { before: 2 });
    },
    { entity: ofTask },
  ],
  'task.woken': [
    async () => {
      await from(await delegate(await claimed()));
      await w.tandem.tasks.transition(w.admin, 2, { to: 'canceled' });
    },
    {
      entity: ofTask,
      by: 'Tandem',
      changes: [{ field: 'wokenBy', from: null, to: 'children_closed' }],
    },
  ],
  'task.over_budget': [
    async () => {
      const { lease } = await claimed();
      await from(await w.tandem.tasks.update(w.admin, 1, { budget: { cost: 5 } }));
      await w.tandem.claims.heartbeat(w.agent, 1, { token: lease.token, usage: { cost: 5 } });
    },
    { entity: ofTask, by: 'Tandem', changes: [{ field: 'usage', from: null, to: null }] },
  ],
  'task.attached': [
    async () => {
      await task();
      const { id } = await from(await file());
      await w.tandem.attachments.attach(w.admin, 1, { fileId: id });
    },
    {
      entity: ofTask,
      changes: [{ field: 'attachments', from: null, to: 'a.txt' }],
      related: { attachmentId: ID, fileId: ID },
    },
  ],
  'task.detached': [
    async () => {
      await task();
      const { id: fileId } = await file();
      const { id } = await from(await w.tandem.attachments.attach(w.admin, 1, { fileId }));
      await w.tandem.attachments.detach(w.admin, 1, id);
    },
    {
      entity: ofTask,
      changes: [{ field: 'attachments', from: 'a.txt', to: null }],
      related: { attachmentId: ID, fileId: ID },
    },
  ],
  'task.commented': [
    async () => from(await task()).then(() => comment()),
    { entity: ofTask, related: { commentId: ID } },
  ],
  'task.subscribed': [
    async () => from(await task()).then(() => w.tandem.subscriptions.subscribe(w.member, 1)),
    { entity: ofTask, by: 'bob' },
  ],
  'task.unsubscribed': [
    async () => from(await task()).then(() => w.tandem.subscriptions.unsubscribe(w.admin, 1)),
    { entity: ofTask },
  ],
  'task.reviewed': [
    async () => {
      await task({ status: 'in_progress' });
      await from(await w.tandem.results.post(w.agent, 1, result));
      await w.tandem.results.review(w.admin, 1, { verdict: 'accepted', comment: 'Good' });
    },
    {
      entity: ofTask,
      changes: [{ field: 'verdict', from: null, to: 'accepted' }],
      related: { resultId: ID, reviewId: ID },
    },
  ],
  'task.result': [
    async () => {
      await from(await task({ status: 'in_progress' }));
      await w.tandem.results.post(w.agent, 1, result);
    },
    {
      entity: ofTask,
      by: 'scout',
      changes: [{ field: 'outcome', from: null, to: 'succeeded' }],
      related: { resultId: ID },
    },
  ],
  'task.claimed': [
    () => nothing().then(() => claimed()),
    { entity: ofTask, by: 'scout', changes: [{ field: 'claim', from: null, to: 'scout' }], related: ofClaim },
  ],
  'task.released': [
    async () => {
      const { lease } = await from(await claimed());
      await w.tandem.claims.release(w.agent, 1, { token: lease.token });
    },
    {
      entity: ofTask,
      by: 'scout',
      changes: [{ field: 'claim', from: 'scout', to: null }],
      reason: 'released',
      related: ofClaim,
    },
  ],
  'task.expired': [
    async () => {
      await from(await claimed());
      w.time.advance(60 * 60_000);
      await w.tandem.claims.tidy();
    },
    {
      entity: ofTask,
      by: 'Tandem',
      changes: [{ field: 'claim', from: 'scout', to: null }],
      related: ofClaim,
    },
  ],
  'question.asked': [
    async () => from(await task({ status: 'in_progress', assignedTo: 'scout' })).then(() => question()),
    {
      entity: ofTask,
      by: 'scout',
      changes: [{ field: 'question', from: null, to: null }],
      related: { questionId: ID },
    },
  ],
  'question.answered': [
    async () => {
      const { id } = await from(await asked());
      await w.tandem.questions.answer(w.admin, id, { text: 'This', comment: 'As before' });
    },
    {
      entity: ofTask,
      changes: [{ field: 'question', from: null, to: null }],
      related: { questionId: ID },
    },
  ],
  'question.withdrawn': [
    async () => {
      const { id } = await from(await asked());
      await w.tandem.questions.withdraw(w.agent, id);
    },
    {
      entity: ofTask,
      by: 'scout',
      changes: [{ field: 'question', from: null, to: null }],
      related: { questionId: ID },
    },
  ],
  'question.expired': [
    async () => {
      await from(await asked({ dueAt: w.time.now() + 60_000 }));
      w.time.advance(120_000);
      await w.tandem.questions.tidy();
    },
    {
      entity: ofTask,
      by: 'Tandem',
      changes: [{ field: 'question', from: null, to: null }],
      related: { questionId: ID },
    },
  ],

  'verification.requested': [
    async () => {
      const { post } = await requested();
      await from(null);
      await post();
    },
    ofVerification('scout'),
  ],
  'verification.claimed': [
    async () => {
      const { owl, post } = await requested();
      await from(await post());
      await w.tandem.verifications.next(owl, {});
    },
    ofVerification('owl'),
  ],
  'verification.progressed': [
    async () => {
      const { owl, id, token } = await from(await verifying());
      await w.tandem.verifications.heartbeat(owl, id, { token, output: '1 of 2' });
    },
    ofVerification('owl'),
  ],
  'verification.released': [
    async () => {
      const { owl, id, token } = await from(await verifying());
      await w.tandem.verifications.release(owl, id, { token });
    },
    ofVerification('owl'),
  ],
  'verification.passed': [() => verified('passed'), ofVerification('owl')],
  'verification.failed': [() => verified('failed'), ofVerification('owl')],
  'verification.tampered': [() => verified('tampered'), ofVerification('owl')],
  'verification.errored': [() => verified('error'), ofVerification('owl')],
  'verification.expired': [
    async () => {
      await from(await verifying());
      w.time.advance(60 * 60_000);
      await w.tandem.claims.tidy();
    },
    ofVerification('Tandem'),
  ],
  'verification.retried': [
    async () => {
      const id = await from(await verified('failed'));
      await w.tandem.verifications.retry(w.admin, id);
    },
    ofVerification('ada'),
  ],
  'verification.voided': [
    async () => {
      await from(await verifying());
      await w.tandem.tasks.transition(w.admin, 1, { to: 'canceled' });
    },
    ofVerification('ada'),
  ],

  'project.created': [
    () => nothing().then(() => project()),
    { entity: { type: 'project', title: 'Garden' } },
  ],
  'project.updated': [
    async () => {
      const { id } = await from(await project());
      await w.tandem.projects.update(w.admin, id, { description: 'Long', status: 'complete' });
    },
    {
      entity: { type: 'project' },
      changes: [{ field: 'description', from: null, to: null }, status('complete', 'planning')],
    },
  ],
  'project.deleted': [
    async () => from(await project()).then(({ id }) => w.tandem.projects.delete(w.admin, id)),
    { entity: { type: 'project' } },
  ],
  'project.archived': [
    async () => from(await project()).then(({ id }) => w.tandem.projects.archive(w.admin, id)),
    { entity: { type: 'project' } },
  ],
  'project.unarchived': [
    async () => {
      const { id } = await project();
      await from(await w.tandem.projects.archive(w.admin, id));
      await w.tandem.projects.unarchive(w.admin, id);
    },
    { entity: { type: 'project' } },
  ],

  'initiative.created': [
    () => nothing().then(() => initiative()),
    { entity: { type: 'initiative', title: 'Home' } },
  ],
  'initiative.updated': [
    async () =>
      from(await initiative()).then(({ id }) =>
        w.tandem.initiatives.update(w.admin, id, { status: 'active' }),
      ),
    { entity: { type: 'initiative' }, changes: [status('active', 'planned')] },
  ],
  'initiative.deleted': [
    async () => from(await initiative()).then(({ id }) => w.tandem.initiatives.delete(w.admin, id)),
    { entity: { type: 'initiative' } },
  ],

  'goal.created': [() => nothing().then(() => goal()), { entity: { type: 'goal', title: 'Green' } }],
  'goal.updated': [
    async () =>
      from(await goal()).then(({ id }) => w.tandem.goals.update(w.admin, id, { test: 'Look at it' })),
    { entity: { type: 'goal' }, changes: [{ field: 'test', from: null, to: null }] },
  ],
  'goal.deleted': [
    async () => from(await goal()).then(({ id }) => w.tandem.goals.delete(w.admin, id)),
    { entity: { type: 'goal' } },
  ],
  'goal.archived': [
    async () => from(await goal()).then(({ id }) => w.tandem.goals.archive(w.admin, id)),
    { entity: { type: 'goal' } },
  ],
  'goal.unarchived': [
    async () => {
      const { id } = await goal();
      await from(await w.tandem.goals.archive(w.admin, id));
      await w.tandem.goals.unarchive(w.admin, id);
    },
    { entity: { type: 'goal' } },
  ],
  'goal.verified': [
    async () =>
      from(await goal()).then(({ id }) =>
        w.tandem.goals.verify(w.admin, id, { passed: true, evidence: 'Seen' }),
      ),
    { entity: { type: 'goal' }, changes: [status('met', 'open')], related: { verificationId: ID } },
  ],

  'agent.created': [
    () => nothing().then(() => w.newAgent('owl')),
    { entity: { type: 'agent', title: 'owl' } },
  ],
  'agent.updated': [
    () => nothing().then(() => w.tandem.agents.update(w.admin, w.agent.id, { title: 'Scribe' })),
    { entity: { type: 'agent', title: 'scout' }, changes: [{ field: 'title', from: null, to: 'Scribe' }] },
  ],
  'agent.deleted': [
    () => nothing().then(() => w.tandem.agents.delete(w.admin, w.agent.id)),
    { entity: { type: 'agent' } },
  ],
  'agent.paused': [
    () => nothing().then(() => w.tandem.agents.update(w.admin, w.agent.id, { paused: true })),
    { entity: { type: 'agent' }, changes: [{ field: 'paused', from: 'false', to: 'true' }] },
  ],
  'agent.resumed': [
    async () => {
      await from(await w.tandem.agents.update(w.admin, w.agent.id, { paused: true }));
      await w.tandem.agents.update(w.admin, w.agent.id, { paused: false });
    },
    { entity: { type: 'agent' }, changes: [{ field: 'paused', from: 'true', to: 'false' }] },
  ],
  'agent.stopped': [
    async () => from(await claimed()).then(() => w.tandem.claims.stop(w.admin, w.agent.id)),
    { entity: { type: 'agent' }, changes: [{ field: 'paused', from: 'false', to: 'true' }] },
  ],

  'label.created': [() => nothing().then(() => label()), { entity: { type: 'label', title: 'ui' } }],
  'label.updated': [
    async () => from(await label()).then(({ id }) => w.tandem.labels.update(w.admin, id, { name: 'web' })),
    { entity: { type: 'label', title: 'web' }, changes: [{ field: 'name', from: 'ui', to: 'web' }] },
  ],
  'label.deleted': [
    async () => from(await label()).then(({ id }) => w.tandem.labels.delete(w.admin, id)),
    { entity: { type: 'label' } },
  ],

  'comment.updated': [
    async () => {
      await task();
      const { id } = await from(await comment());
      await w.tandem.comments.update(w.admin, 1, id, { body: 'Goodbye' });
    },
    {
      entity: { type: 'comment', title: 'A task', taskNumber: 1 },
      changes: [{ field: 'body', from: null, to: null }],
      related: { taskId: ID },
    },
  ],
  'comment.deleted': [
    async () => {
      await task();
      const { id } = await from(await comment());
      await w.tandem.comments.delete(w.admin, 1, id);
    },
    { entity: { type: 'comment', taskNumber: 1 }, related: { taskId: ID } },
  ],

  'workspace.created': [
    async () => {
      begun = undefined;
      w = { ...w, ...w.other };
    },
    { entity: { type: 'workspace', title: 'Globex' }, by: 'the operator' },
  ],
  'workspace.updated': [
    () => nothing().then(() => w.tandem.workspace.update(w.admin, { name: 'B' })),
    { entity: { type: 'workspace', title: 'B' }, changes: [{ field: 'name', from: 'Acme', to: 'B' }] },
  ],

  'member.created': [() => nothing().then(() => person()), { entity: { type: 'member', title: 'eve' } }],
  'member.updated': [
    async () =>
      nothing().then(() => w.tandem.members.update(w.admin, w.member.id, { displayName: 'Robert' })),
    { entity: { type: 'member' }, changes: [{ field: 'displayName', from: 'Bob Stone', to: 'Robert' }] },
  ],
  'member.deleted': [
    () => nothing().then(() => w.tandem.members.delete(w.admin, w.member.id)),
    { entity: { type: 'member', title: 'bob' } },
  ],
  'member.invited': [
    async () => from(await person()).then(({ id }) => w.tandem.members.invite(w.admin, id)),
    { entity: { type: 'member', title: 'eve' } },
  ],
  'member.uninvited': [
    async () => from(await person()).then(({ id }) => w.tandem.members.uninvite(w.admin, id)),
    { entity: { type: 'member', title: 'eve' } },
  ],
  'key.created': [
    () => nothing().then(() => w.caller('bob', 'person')),
    { entity: { type: 'key', title: "bob's key" }, by: 'the operator' },
  ],
  'key.revoked': [
    () => nothing().then(() => w.tandem.keys.revoke(w.admin, w.member.key.id)),
    { entity: { type: 'key' } },
  ],

  'chat.created': [() => nothing().then(() => chat()), ofChat],
  'chat.updated': [
    async () => from(await chat()).then(({ id }) => w.tandem.chats.rename(w.admin, id, { title: 'New' })),
    { ...ofChat, changes: [{ field: 'title', from: null, to: null }] },
  ],
  'chat.deleted': [
    async () => from(await chat()).then(({ id }) => w.tandem.chats.delete(w.admin, id)),
    ofChat,
  ],
  'chat.archived': [
    async () => from(await chat()).then(({ id }) => w.tandem.chats.archive(w.admin, id)),
    ofChat,
  ],
  'chat.unarchived': [
    async () => {
      const { id } = await chat();
      await from(await w.tandem.chats.archive(w.admin, id));
      await w.tandem.chats.unarchive(w.admin, id);
    },
    ofChat,
  ],
  'chat.turn.queued': [() => nothing().then(() => chat()), ofTurn],
  'chat.turn.running': [() => nothing().then(() => turn()), { ...ofTurn, by: 'scout' }],
  'chat.turn.completed': [
    async () => {
      const { id, token } = await from(await turn());
      await w.tandem.turns.reply(w.agent, w.agent.id, id, { token, body: 'Hello' });
    },
    { ...ofTurn, by: 'scout' },
  ],
  'chat.turn.failed': [
    async () => {
      const { id, token } = await from(await turn());
      await w.tandem.turns.fail(w.agent, w.agent.id, id, { token, errorCode: 'x', message: 'Secret' });
    },
    { ...ofTurn, by: 'scout' },
  ],
  'chat.turn.canceled': [
    async () => from(await chat()).then(({ id }) => w.tandem.chats.archive(w.admin, id)),
    ofTurn,
  ],

  'import.finished': [
    async () =>
      from(await w.tandem.imports.create(w.admin, { source: 'linear' })).then(({ id }) =>
        w.tandem.imports.finish(w.admin, id),
      ),
    { entity: { type: 'import', title: 'linear' }, reason: '{}' },
  ],
  'webhook.created': [() => nothing().then(() => webhook()), ofWebhook],
  'webhook.updated': [
    async () =>
      from(await webhook()).then(({ id }) => w.tandem.webhooks.update(w.admin, id, { types: ['*'] })),
    { ...ofWebhook, changes: [{ field: 'types', from: 'task.created', to: '*' }] },
  ],
  'webhook.rotated': [
    async () => from(await webhook()).then(({ id }) => w.tandem.webhooks.rotate(w.admin, id)),
    ofWebhook,
  ],
  'webhook.deleted': [
    async () => from(await webhook()).then(({ id }) => w.tandem.webhooks.delete(w.admin, id)),
    ofWebhook,
  ],
  'webhook.disabled': [
    async () => {
      const eve = await w.newPerson('eve');
      await w.tandem.members.update(w.admin, eve.id, { role: 'admin' });
      await webhook(await w.tandem.renew(eve));
      await from(await w.tandem.members.update(w.admin, eve.id, { role: 'member' }));
      await delivered();
    },
    { ...ofWebhook, by: 'Tandem', reason: 'creator' },
  ],
};

test('every event type occurs', () => {
  expect(Object.keys(HAPPENS).sort()).toEqual([...EVENT_TYPES].sort());
});

test.each(Object.entries(HAPPENS))(
  '%s occurs once, with its changes and related ids',
  async (type, [act, { entity, by = 'ada', ...expected }]) => {
    await act();
    const happened = (await since()).filter((event) => event.type === type);
    expect(happened).toHaveLength(1);
    const [{ id, seq, at, actor, entity: of, type: _, ...rest }] = happened as [ShownEvent];
    expect([id, seq, at]).toEqual([ID, expect.any(Number), expect.any(Number)]);
    expect(actor.name).toBe(by);
    expect(of).toMatchObject({ id: ID, ...entity });
    expect(of.taskNumber).toBe(entity.taskNumber);
    expect(rest).toStrictEqual(expected);
  },
);
