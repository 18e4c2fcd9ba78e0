import type { ClaimedTurn, Tandem } from '@tandem/client';
import {
  type Answer,
  type Api,
  apiOf,
  newAgent,
  type Send,
  type Serving,
  withKey,
} from '@tandem/server/testing';
import { until } from '../webhooks/office.ts';
import { receiver } from '../webhooks/receiver.ts';

/** A request that succeeds unless the disk fails. */
export interface Write {
  readonly by: Send;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** A workspace in which every changing operation has a resource to change. */
export interface PopulatedWorkspace {
  readonly ada: Api;
  readonly scribe: Api;
  readonly agentId: string;
  /** One request per operation, by operation id. They can be made in this order. */
  readonly writes: Readonly<Record<string, Write>>;
  /** The reads, by path. */
  readonly reads: readonly string[];
  /** The content of an uploaded file, and a way to download it. */
  readonly fileText: string;
  contentOfFile(): Promise<string>;
}

/** The resources of one subject are created; its operations can be made in this order. */
interface Part {
  readonly writes: Readonly<Record<string, Write>>;
  readonly reads: readonly string[];
}

/** The members at work, and what their parts share. */
interface Crew {
  readonly url: string;
  readonly key: string;
  readonly ada: Api;
  readonly client: Tandem;
  readonly scribe: Api;
  readonly agentId: string;
  readonly fileId: string;
  readonly person: Requests;
  readonly agent: Requests;
  readonly anybody: Requests;
}

/** Fills the first workspace of a server that allows `TO_LOOPBACK`. */
export async function populate(server: Serving): Promise<PopulatedWorkspace> {
  const { url } = server;
  const [, key = ''] = await server.says('stdout', /^ {2}(tdm_\w+)$/m);
  const ada = apiOf(url, key);
  const { client } = ada;
  const { id: agentId, key: agentKey } = await newAgent(ada, 'scribe', 'agents:write', 'tasks:write');
  const scribe = apiOf(url, agentKey);
  const { id: fileId } = await client.files.upload(fileOf('kept'));
  const crew: Crew = {
    ...{ url, key, ada, client, scribe, agentId, fileId },
    person: requestsOf(ada),
    agent: requestsOf(scribe),
    anybody: requestsOf(apiOf(url, '')),
  };
  const parts: Part[] = [];
  for (const part of [webhooks, plans, tasks, claims, verifications, reviews, chats, agents, access]) {
    parts.push(await part(crew));
  }
  return {
    ada,
    scribe,
    agentId,
    writes: Object.assign({}, ...parts.map(({ writes }) => writes)),
    reads: [...parts.flatMap(({ reads }) => reads), 'events?limit=100'],
    fileText: repeated('kept'),
    contentOfFile: async () => (await client.files.content(fileId)).text(),
  };
}

type Requests = (method: string, path: string, body?: object) => Write;

const requestsOf =
  (by: Send): Requests =>
  (method, path, body) => ({ by, method, path, ...(body && { body }) });

/** Its requests come first, so that they have been sent when the rest is done. */
async function webhooks({ client, person }: Crew): Promise<Part> {
  // An event type that does not occur here, so only tests are sent.
  const before = await client.events.list({ after: 'latest' });
  const { url } = await receiver();
  const hook = { url, types: ['workspace.created' as const] };
  const newHook = async () => (await client.webhooks.create(hook)).id;
  const [hookId, oldHook] = [await newHook(), await newHook()];
  const { id: deliveryId } = await client.webhooks.test(hookId);
  const newImport = async () => (await client.imports.create({ source: 'jira' })).id;
  const [importId, oldImport] = [await newImport(), await newImport()];
  const delivered = () => client.webhooks.deliveries(hookId, { status: 'delivered' });
  await until('the test is delivered', async () => (await delivered()).data.length > 0);
  return {
    writes: {
      'webhooks.test': person('POST', `webhooks/${hookId}/test`),
      'webhooks.retry': person('POST', `webhooks/${hookId}/deliveries/${deliveryId}/retry`),
      'webhooks.create': person('POST', 'webhooks', hook),
      'imports.create': person('POST', 'imports', { source: 'linear' }),
      'imports.add': person('POST', `imports/${importId}/records`, {
        records: [{ type: 'task', externalId: 'A-1', title: 'Imported' }],
      }),
      'imports.finish': person('POST', `imports/${oldImport}/finish`),
      'imports.undo': person('POST', `imports/${oldImport}/undo`),
      'webhooks.update': person('PATCH', `webhooks/${hookId}`, { description: 'Board' }),
      'webhooks.rotate': person('POST', `webhooks/${hookId}/rotate`),
      'webhooks.replay': person('POST', `webhooks/${hookId}/replay`, { after: before.cursor }),
      'webhooks.delete': person('DELETE', `webhooks/${oldHook}`),
    },
    reads: ['webhooks'],
  };
}

async function plans({ client, person }: Crew): Promise<Part> {
  const { id: labelId } = await client.labels.create({ name: 'bug' });
  const { id: initiativeId } = await client.initiatives.create({ name: 'Growth' });
  const { id: projectId } = await client.projects.create({ title: 'Launch' });
  const { id: stored } = await client.projects.create({ title: 'Stored' });
  await client.projects.archive(stored);
  const { id: goalId } = await client.goals.create({ title: 'Launched' });
  const { id: oldGoal } = await client.goals.create({ title: 'Old' });
  await client.goals.archive(oldGoal);
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await client.tasks.create({ title, projectId, labels: ['bug'] });
  }
  return {
    writes: {
      'labels.create': person('POST', 'labels', { name: 'idea' }),
      'labels.update': person('PATCH', `labels/${labelId}`, { color: 'red' }),
      'labels.delete': person('DELETE', `labels/${labelId}`),
      'projects.create': person('POST', 'projects', { title: 'Next' }),
      'projects.update': person('PATCH', `projects/${projectId}`, { status: 'complete' }),
      'projects.archive': person('POST', `projects/${projectId}/archive`),
      'projects.unarchive': person('POST', `projects/${stored}/unarchive`),
      'projects.delete': person('DELETE', `projects/${projectId}`),
      'initiatives.create': person('POST', 'initiatives', { name: 'Calm' }),
      'initiatives.update': person('PATCH', `initiatives/${initiativeId}`, { status: 'active' }),
      'initiatives.delete': person('DELETE', `initiatives/${initiativeId}`),
      'goals.create': person('POST', 'goals', { title: 'Next' }),
      'goals.update': person('PATCH', `goals/${goalId}`, { title: 'Launched well' }),
      'goals.verify': person('POST', `goals/${goalId}/verify`, { passed: true, evidence: 'Seen' }),
      'goals.archive': person('POST', `goals/${goalId}/archive`),
      'goals.unarchive': person('POST', `goals/${oldGoal}/unarchive`),
      'goals.delete': person('DELETE', `goals/${goalId}`),
    },
    reads: [
      `projects/${projectId}`,
      `projects/${projectId}/tasks`,
      `initiatives/${initiativeId}`,
      'goals',
      'labels',
    ],
  };
}

/** Tasks 1 to 5 are those of the plans. */
async function tasks({ client, url, key, scribe, fileId, person }: Crew): Promise<Part> {
  await client.tasks.archive(3);
  await client.tasks.archive(4);
  const { id: relationId } = await client.tasks.relate(1, { type: 'blocks', taskNumber: 2 });
  const { id: commentId } = await client.tasks.comment(1, { body: 'Said' });
  const { id: wrongId } = await client.tasks.comment(1, { body: 'Wrong' });
  const { id: attachmentId } = await client.tasks.attach(1, { fileId });
  // Another member moves a task of Ada's, so that she has an unread notification.
  await scribe.client.tasks.transition(5, { to: 'in_progress' });
  await scribe.client.tasks.transition(5, { to: 'waiting' });
  const unread = await client.notifications.list({ unread: true });
  await client.tasks.unsubscribe(5);
  const { id: viewId } = await client.views.create({ name: 'Open' });
  const { id: oldView } = await client.views.create({ name: 'Old' });
  return {
    writes: {
      'tasks.create': person('POST', 'tasks', { title: 'Six', createMissing: true, labels: ['new'] }),
      'tasks.put': person('PUT', 'tasks/external/jira/OPS-1', { title: 'Imported' }),
      'tasks.bulk': person('POST', 'tasks/bulk', {
        operations: [{ op: 'update', task: 1, title: 'Changed' }],
      }),
      'tasks.split': person('POST', 'tasks/1/children', { tasks: [{ title: 'Part' }], then: 'continue' }),
      'tasks.update': person('PATCH', 'tasks/1', { title: 'First', priority: 'p0', assignedTo: 'scribe' }),
      'tasks.transition': person('POST', 'tasks/1/transition', { to: 'in_progress' }),
      'tasks.archive': person('POST', 'tasks/2/archive'),
      'tasks.unarchive': person('POST', 'tasks/3/unarchive'),
      'tasks.delete': person('DELETE', 'tasks/4'),
      'tasks.relate': person('POST', 'tasks/1/relations', { type: 'related', taskNumber: 3 }),
      'tasks.unrelate': person('DELETE', `tasks/1/relations/${relationId}`),
      'tasks.comment': person('POST', 'tasks/1/comments', { body: 'More' }),
      'tasks.editComment': person('PATCH', `tasks/1/comments/${commentId}`, { body: 'Better' }),
      'tasks.deleteComment': person('DELETE', `tasks/1/comments/${wrongId}`),
      'tasks.attach': person('POST', 'tasks/2/attachments', { fileId }),
      'tasks.detach': person('DELETE', `tasks/1/attachments/${attachmentId}`),
      'tasks.subscribe': person('PUT', 'tasks/5/subscription'),
      'tasks.unsubscribe': person('DELETE', 'tasks/1/subscription'),
      'files.upload': { by: () => upload(url, key, 'more'), method: 'POST', path: 'files' },
      'notifications.markRead': person('POST', `notifications/${unread.data[0]?.id}/read`),
      'notifications.markAllRead': person('POST', 'notifications/read-all'),
      'preferences.update': person('PATCH', 'me/preferences', { theme: 'dark' }),
      'views.create': person('POST', 'views', { name: 'New', query: { filters: { status: ['todo'] } } }),
      'views.update': person('PATCH', `views/${viewId}`, { shared: true }),
      'views.delete': person('DELETE', `views/${oldView}`),
    },
    reads: [
      'tasks?limit=100&archived=true',
      'tasks/1',
      'tasks/1/activity',
      'tasks/1/comments',
      'tasks/1/attachments',
      'notifications',
      'me/preferences',
      'views',
      'search?q=one',
    ],
  };
}

async function claims({ client, scribe, agentId, agent, person }: Crew): Promise<Part> {
  await client.agents.update(agentId, { maxClaims: 9 });
  const newTask = async (title: string) => (await client.tasks.create({ title })).taskNumber;
  const claimed = async (title: string) => {
    const number = await newTask(title);
    const { lease } = await scribe.client.claims.claim(number, { leaseSeconds: 3_600 });
    return { number, task: `tasks/${number}`, path: `tasks/${number}/claim`, token: lease.token };
  };
  const [toKeep, toGiveBack] = [await claimed('To keep'), await claimed('To give back')];
  const steps = {
    schema_version: 'ATIF-v1.4',
    session_id: 'a',
    agent: { name: 'scribe', version: '1' },
    steps: [{ step_id: 1, source: 'agent' as const, message: 'Done' }],
  };
  await scribe.client.attempts.putTranscript(toGiveBack.number, '1', steps);
  const toClaim = await newTask('To claim');
  await newTask('To be taken');
  await newTask('To be taken too');
  return {
    writes: {
      'claims.claim': agent('POST', `tasks/${toClaim}/claim`, { leaseSeconds: 600 }),
      'claims.next': agent('POST', 'tasks/claim', { leaseSeconds: 600 }),
      'claims.heartbeat': agent('POST', `${toKeep.path}/heartbeat`, {
        token: toKeep.token,
        checkpoint: 'Half',
        usage: { tokens: 1 },
      }),
      'attempts.putTranscript': agent('PUT', `${toKeep.task}/attempts/1/transcript`, steps),
      'attempts.deleteTranscript': person('DELETE', `${toGiveBack.task}/attempts/1/transcript`),
      'claims.release': agent('POST', `${toGiveBack.path}/release`, { token: toGiveBack.token }),
      'work.next': agent('POST', `agents/${agentId}/work`, { kinds: ['task'], leaseSeconds: 600 }),
    },
    reads: ['usage?groupBy=day'],
  };
}

async function verifications({ ada, client, scribe, url, person }: Crew): Promise<Part> {
  const { id: verifierId, key } = await newAgent(ada, 'lynx', 'tasks:write');
  await client.agents.update(verifierId, { verifier: true });
  const lynx = apiOf(url, key);
  const verifier = requestsOf(lynx);
  const criteria = Array.from({ length: 6 }, (_, i) => ({ text: `Part ${i}`, check: { command: 'make' } }));
  const { taskNumber } = await client.tasks.create({ title: 'To verify', status: 'in_progress', criteria });
  const artifact = {
    kind: 'git',
    repository: 'https://git.example.org/a.git',
    commit: 'a'.repeat(40),
  } as const;
  await scribe.client.results.post(taskNumber, { outcome: 'succeeded', summary: 'Done', artifact });
  const claimed = async () => {
    const claim = await lynx.client.verifications.next({ leaseSeconds: 3_600 });
    if (claim === null) throw new Error('There was no verification.');
    return { path: `verifications/${claim.verification.id}`, token: claim.lease.token };
  };
  const [toKeep, toRelease, toReport, toRetry] = [
    await claimed(),
    await claimed(),
    await claimed(),
    await claimed(),
  ];
  const failed = { outcome: 'failed', durationMs: 1 } as const;
  const id = toRetry.path.slice('verifications/'.length);
  await lynx.client.verifications.report(id, { token: toRetry.token, ...failed });
  const { data: pending } = await client.verifications.list({ state: 'pending' });
  return {
    writes: {
      'verifications.claim': verifier('POST', `verifications/${pending[0]?.id}/claim`, {
        leaseSeconds: 3_600,
      }),
      'verifications.next': verifier('POST', 'verifications/claim', { leaseSeconds: 3_600 }),
      'verifications.heartbeat': verifier('POST', `${toKeep.path}/heartbeat`, {
        token: toKeep.token,
        output: '1',
      }),
      'verifications.report': verifier('POST', `${toReport.path}/report`, {
        token: toReport.token,
        ...failed,
      }),
      'verifications.release': verifier('POST', `${toRelease.path}/release`, { token: toRelease.token }),
      'verifications.retry': person('POST', `${toRetry.path}/retry`),
    },
    reads: [`tasks/${taskNumber}/verifications`],
  };
}

async function reviews({ client, scribe, fileId, person }: Crew): Promise<Part> {
  const { taskNumber } = await client.tasks.create({ title: 'To review', assignedTo: 'scribe' });
  await client.tasks.transition(taskNumber, { to: 'in_progress' });
  await scribe.client.results.post(taskNumber, { outcome: 'succeeded', summary: 'Done' });
  const ask = async () =>
    (await scribe.client.questions.ask(taskNumber, { kind: 'approval', text: 'May I?' })).id;
  const [toAnswer, toAnswerInBulk, toWithdraw] = [await ask(), await ask(), await ask()];
  return {
    writes: {
      'results.post': person('POST', 'tasks/5/results', {
        outcome: 'partial',
        summary: 'Half of it',
        evidence: [{ fileId }],
      }),
      'results.review': person('POST', `tasks/${taskNumber}/reviews`, {
        verdict: 'returned',
        comment: 'More',
      }),
      'questions.ask': person('POST', 'tasks/5/questions', { kind: 'text', text: 'Which?' }),
      'questions.answer': person('POST', `questions/${toAnswer}/answer`, { approved: true }),
      'inbox.answer': person('POST', 'inbox/answers', {
        answers: [{ questionId: toAnswerInBulk, approved: true }],
      }),
      'questions.withdraw': person('POST', `questions/${toWithdraw}/withdraw`),
    },
    reads: [`tasks/${taskNumber}/results`, 'questions', 'inbox'],
  };
}

async function chats({ client, scribe, agentId, person, agent }: Crew): Promise<Part> {
  const chat = async (body: string) => (await client.chats.start({ agentId, body })).thread.id;
  const claim = async () => (await scribe.client.turns.claim(agentId, { leaseSeconds: 600 })) as ClaimedTurn;
  const held: ClaimedTurn[] = [];
  for (const body of ['To answer', 'To fail', 'To release']) {
    await chat(body);
    held.push(await claim());
  }
  const [toAnswer, toFail, toRelease] = held as [ClaimedTurn, ClaimedTurn, ClaimedTurn];
  const turnOf = ({ turn }: ClaimedTurn) => `agents/${agentId}/turns/${turn.id}`;
  const quiet = await chat('Answered');
  const { turn, lease } = await claim();
  await scribe.client.turns.reply(agentId, turn.id, { token: lease.token, body: 'Yes' });
  const closed = await chat('Closed');
  await client.chats.archive(closed);
  const doomed = await chat('Doomed');
  const open = await chat('Open');
  const { token } = toAnswer.lease;
  return {
    writes: {
      'chats.start': person('POST', 'chats', { agentId, body: 'Hello', clientMessageId: 'start' }),
      'chats.send': person('POST', `chats/${quiet}/messages`, { body: 'And?', clientMessageId: 'send' }),
      'chats.rename': person('PATCH', `chats/${open}`, { title: 'Renamed' }),
      'turns.claim': agent('POST', `agents/${agentId}/turns/claim`),
      'turns.heartbeat': agent('POST', `${turnOf(toAnswer)}/heartbeat`, { token }),
      'turns.reply': agent('POST', `${turnOf(toAnswer)}/reply`, {
        token,
        body: 'Answered',
        usage: { tokens: 1 },
      }),
      'turns.fail': agent('POST', `${turnOf(toFail)}/fail`, {
        token: toFail.lease.token,
        errorCode: 'no_idea',
      }),
      'turns.release': agent('POST', `${turnOf(toRelease)}/release`, { token: toRelease.lease.token }),
      'chats.archive': person('POST', `chats/${open}/archive`),
      'chats.unarchive': person('POST', `chats/${closed}/unarchive`),
      'chats.delete': person('DELETE', `chats/${doomed}`),
    },
    reads: [
      'chats?status=all',
      `chats/${open}/messages`,
      `chats/${toAnswer.turn.threadId}/turns/${toAnswer.turn.id}`,
    ],
  };
}

async function agents({ client, agentId, person, agent }: Crew): Promise<Part> {
  const { id: leaver } = await client.agents.create(OWL);
  return {
    writes: {
      'agents.create': person('POST', 'agents', { ...OWL, name: 'new' }),
      'agents.update': person('PATCH', `agents/${agentId}`, { status: 'working' }),
      'agents.stop': person('POST', `agents/${leaver}/stop`),
      'agents.delete': person('DELETE', `agents/${leaver}`),
      'agents.pushSessions': agent('PUT', `agents/${agentId}/sessions`, { sessions: [SESSION] }),
      'agents.pushTelemetry': agent('POST', `agents/${agentId}/telemetry`, TELEMETRY),
    },
    reads: ['agents', `agents/${agentId}`, `agents/${agentId}/activity`],
  };
}

async function access({ client, key, person, anybody }: Crew): Promise<Part> {
  const { id: oldKey } = await client.keys.create({ name: 'Old', kind: 'service', scopes: ['tasks:read'] });
  const bob = await client.members.create({ name: 'bob', displayName: 'Bob' });
  const eve = await client.members.create({ name: 'eve', displayName: 'Eve' });
  const { id: sessionId } = await client.sessions.create({ key });
  const { id: importId } = await client.imports.create({ source: 'asana' });
  const [external] = (
    await client.imports.add(importId, { records: [{ type: 'member', externalId: 'Zed' }] })
  ).results;
  return {
    writes: {
      'members.create': person('POST', 'members', { name: 'zoe', displayName: 'Zoe' }),
      'members.acceptInvitation': anybody('POST', 'invitations/accept', { code: bob.invitation.code }),
      'members.update': person('PATCH', `members/${bob.id}`, { displayName: 'Robert' }),
      'members.invite': person('POST', `members/${eve.id}/invitation`),
      'members.uninvite': person('DELETE', `members/${eve.id}/invitation`),
      'members.merge': person('POST', `members/${external?.id}/merge`, { into: bob.id }),
      'members.delete': person('DELETE', `members/${eve.id}`),
      'keys.create': person('POST', 'keys', { name: 'New', kind: 'service', scopes: ['tasks:read'] }),
      'keys.revoke': person('DELETE', `keys/${oldKey}`),
      'sessions.create': anybody('POST', 'sessions', { key }),
      'sessions.link': person('POST', 'sessions/links'),
      'sessions.revoke': person('DELETE', `sessions/${sessionId}`),
      'workspace.update': person('PATCH', 'workspace', { name: 'Renamed', agentCompletion: true }),
    },
    reads: ['members', 'me', 'workspace', 'keys', 'sessions'],
  };
}

const OWL = { name: 'owl', displayName: 'Owl', emoji: '🦉', model: 'any' };
const SESSION = {
  key: 'one',
  kind: 'task',
  displayName: 'One',
  model: 'any',
  contextTokens: 1,
  contextLimit: 2,
  lastActivity: 0,
};
const TELEMETRY = { status: 'idle', model: 'any', contextTokens: 1, contextLimit: 2, activeSessions: 0 };

/** 100 KiB of text from four letters. */
const repeated = (text: string) => text.repeat(25 * 1024);

const fileOf = (text: string) => ({ name: `${text}.txt`, content: repeated(text) });

async function upload(url: string, key: string, text: string): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([repeated(text)]), `${text}.txt`);
  const response = await fetch(`${url}/api/v1/files`, {
    method: 'POST',
    ...withKey(key),
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
