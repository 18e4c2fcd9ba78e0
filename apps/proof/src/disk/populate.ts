import { type Answer, type Api, apiOf, newKey, type Serving, withKey } from '@tandem/server/testing';
import { until } from '../webhooks/office.ts';
import { receiver } from '../webhooks/receiver.ts';

/** One request, that will succeed where the disk takes it. */
export interface Write {
  readonly by: Api;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** A workspace in which every operation that changes something has something to change. */
export interface PopulatedWorkspace {
  readonly ada: Api;
  readonly scribe: Api;
  readonly agentId: string;
  /** One request for each operation, by its id. They can be made in this order, one after another. */
  readonly writes: Readonly<Record<string, Write>>;
  /** What can be read, by path. */
  readonly reads: readonly string[];
  /** What an uploaded file holds, and what comes of downloading it. */
  readonly fileText: string;
  contentOfFile(): Promise<string>;
}

/** Furnishes the workspace that the first start has made, of a server that may send `TO_LOOPBACK`. */
export async function populate(server: Serving): Promise<PopulatedWorkspace> {
  const [, key = ''] = await server.says('stdout', /^ {2}(tdm_\w+)$/m);
  const ada = apiOf(server.url, key);
  const make = async (path: string, body: object = {}, by = ada): Promise<Answer['body']> => {
    const { status, body: made } = await by('POST', path, body);
    if (status >= 300) throw new Error(`POST ${path}: ${status} ${JSON.stringify(made)}`);
    return made;
  };
  const newAgent = (name: string) => make('agents', { name, displayName: name, emoji: '🪶', model: 'any' });

  const { id: agentId } = await newAgent('scribe');
  const { id: leaver } = await newAgent('leaver');
  const scribe = apiOf(
    server.url,
    await newKey(ada, { kind: 'agent', memberId: agentId, scopes: ['agents:write', 'tasks:write'] }),
  );
  const { id: oldKey } = await make('keys', { name: 'Old', kind: 'service', scopes: ['tasks:read'] });
  const [bob, eve] = [
    await make('members', { name: 'bob', displayName: 'Bob' }),
    await make('members', { name: 'eve', displayName: 'Eve' }),
  ];

  const { id: sessionId } = await make('sessions', { key });

  const { id: fileId } = (await upload(server.url, key, 'kept')).body;
  const { id: labelId } = await make('labels', { name: 'bug' });
  const { id: initiativeId } = await make('initiatives', { name: 'Growth' });
  const { id: projectId } = await make('projects', { title: 'Launch' });
  const { id: stored } = await make('projects', { title: 'Stored' });
  await make(`projects/${stored}/archive`);
  const { id: goalId } = await make('goals', { title: 'Launched' });
  const { id: oldGoal } = await make('goals', { title: 'Old' });
  await make(`goals/${oldGoal}/archive`);

  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await make('tasks', { title, projectId, labels: ['bug'] });
  }
  await make('tasks/3/archive');
  await make('tasks/4/archive');
  const { id: relationId } = await make('tasks/1/relations', { type: 'blocks', taskNumber: 2 });
  const { id: commentId } = await make('tasks/1/comments', { body: 'Said' });
  const { id: wrongId } = await make('tasks/1/comments', { body: 'Wrong' });
  const { id: attachmentId } = await make('tasks/1/attachments', { fileId });
  // Somebody else moves a task of Ada's, so that she has a notification that is not read.
  await make('tasks/5/transition', { to: 'in_progress' }, scribe);
  await make('tasks/5/transition', { to: 'waiting' }, scribe);
  const { body: unread } = await ada('GET', 'notifications?unread=true');
  await ada('DELETE', 'tasks/5/subscription');

  await ada('PATCH', `agents/${agentId}`, { maxClaims: 9 });
  const newTask = async (title: string) => (await make('tasks', { title })).taskNumber as number;
  const claimed = async (title: string) => {
    const number = await newTask(title);
    const { lease } = await make(`tasks/${number}/claim`, { leaseSeconds: 3_600 }, scribe);
    return { path: `tasks/${number}/claim`, token: lease.token as string };
  };
  const [toKeep, toGiveBack] = [await claimed('To keep'), await claimed('To give back')];
  const toClaim = await newTask('To claim');
  await newTask('To be taken');
  await newTask('To be taken too');

  const chat = async (body: string) => (await make('chats', { agentId, body })).thread.id as string;
  const claim = async () =>
    (await make(`agents/${agentId}/turns/claim`, { leaseSeconds: 600 }, scribe)) as Claimed;
  const held: Claimed[] = [];
  for (const body of ['To answer', 'To fail', 'To release']) {
    await chat(body);
    held.push(await claim());
  }
  const [toAnswer, toFail, toRelease] = held as [Claimed, Claimed, Claimed];
  const turnOf = ({ turn }: Claimed) => `agents/${agentId}/turns/${turn.id}`;
  const quiet = await chat('Answered');
  const { turn, lease } = await claim();
  await make(`agents/${agentId}/turns/${turn.id}/reply`, { token: lease.token, body: 'Yes' }, scribe);
  const closed = await chat('Closed');
  await make(`chats/${closed}/archive`);
  const doomed = await chat('Doomed');
  const open = await chat('Open');

  const toReview = await newTask('To review');
  await make(`tasks/${toReview}/transition`, { to: 'in_progress' });
  await make(`tasks/${toReview}/results`, { outcome: 'succeeded', summary: 'Done' }, scribe);
  const ask = async () =>
    (await make(`tasks/${toReview}/questions`, { kind: 'approval', text: 'May I?' }, scribe)).id as string;
  const [toAnswerBy, toWithdraw] = [await ask(), await ask()];

  // Of what does not happen here: nothing but tests is sent.
  const { body: before } = await ada('GET', 'events?after=latest');
  const { url } = await receiver();
  const hook = { url, types: ['workspace.created'] };
  const newHook = async () => (await make('webhooks', hook)).id as string;
  const [hookId, oldHook] = [await newHook(), await newHook()];
  const { id: deliveryId } = await make(`webhooks/${hookId}/test`);
  const delivered = `webhooks/${hookId}/deliveries?status=delivered`;
  await until('the test is delivered', async () => (await ada('GET', delivered)).body.data.length > 0);

  const by =
    (api: Api) =>
    (method: string, path: string, body?: object): Write => ({
      by: api,
      method,
      path,
      ...(body && { body }),
    });
  const person = by(ada);
  const agent = by(scribe);
  const anybody = by(apiOf(server.url, ''));
  const form: Api = (_method, _path) => upload(server.url, key, 'more');
  const { token } = toAnswer.lease;

  const writes: Record<string, Write> = {
    // First, so that they have been sent when the rest is done.
    'webhooks.test': person('POST', `webhooks/${hookId}/test`),
    'webhooks.retry': person('POST', `webhooks/${hookId}/deliveries/${deliveryId}/retry`),
    'tasks.create': person('POST', 'tasks', { title: 'Six', createMissing: true, labels: ['new'] }),
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
    'claims.claim': agent('POST', `tasks/${toClaim}/claim`, { leaseSeconds: 600 }),
    'claims.next': agent('POST', 'tasks/claim', { leaseSeconds: 600 }),
    'claims.heartbeat': agent('POST', `${toKeep.path}/heartbeat`, {
      token: toKeep.token,
      checkpoint: 'Half',
      usage: { tokens: 1 },
    }),
    'claims.release': agent('POST', `${toGiveBack.path}/release`, { token: toGiveBack.token }),
    'results.post': person('POST', 'tasks/5/results', {
      outcome: 'partial',
      summary: 'Half of it',
      evidence: [{ fileId }],
    }),
    'results.review': person('POST', `tasks/${toReview}/reviews`, { verdict: 'returned', comment: 'More' }),
    'questions.ask': person('POST', 'tasks/5/questions', { kind: 'text', text: 'Which?' }),
    'questions.answer': person('POST', `questions/${toAnswerBy}/answer`, { approved: true }),
    'questions.withdraw': person('POST', `questions/${toWithdraw}/withdraw`),
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
    'agents.create': person('POST', 'agents', { name: 'new', displayName: 'New', emoji: '🦉', model: 'any' }),
    'agents.update': person('PATCH', `agents/${agentId}`, { status: 'working' }),
    'agents.stop': person('POST', `agents/${leaver}/stop`),
    'agents.delete': person('DELETE', `agents/${leaver}`),
    'agents.pushSessions': agent('PUT', `agents/${agentId}/sessions`, { sessions: [SESSION] }),
    'agents.pushTelemetry': agent('POST', `agents/${agentId}/telemetry`, TELEMETRY),
    'chats.start': person('POST', 'chats', { agentId, body: 'Hello', clientMessageId: 'start' }),
    'chats.send': person('POST', `chats/${quiet}/messages`, { body: 'And?', clientMessageId: 'send' }),
    'chats.rename': person('PATCH', `chats/${open}`, { title: 'Renamed' }),
    'work.next': agent('POST', `agents/${agentId}/work`, { kinds: ['task'], leaseSeconds: 600 }),
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
    'files.upload': { by: form, method: 'POST', path: 'files' },
    'notifications.markRead': person('POST', `notifications/${unread.data[0].id}/read`),
    'notifications.markAllRead': person('POST', 'notifications/read-all'),
    'members.create': person('POST', 'members', { name: 'zoe', displayName: 'Zoe' }),
    'members.acceptInvitation': anybody('POST', 'invitations/accept', { code: bob.invitation.code }),
    'members.update': person('PATCH', `members/${bob.id}`, { displayName: 'Robert' }),
    'members.invite': person('POST', `members/${eve.id}/invitation`),
    'members.delete': person('DELETE', `members/${eve.id}`),
    'keys.create': person('POST', 'keys', { name: 'New', kind: 'service', scopes: ['tasks:read'] }),
    'keys.revoke': person('DELETE', `keys/${oldKey}`),
    'sessions.create': anybody('POST', 'sessions', { key }),
    'sessions.revoke': person('DELETE', `sessions/${sessionId}`),
    'webhooks.create': person('POST', 'webhooks', hook),
    'webhooks.update': person('PATCH', `webhooks/${hookId}`, { description: 'Board' }),
    'webhooks.rotate': person('POST', `webhooks/${hookId}/rotate`),
    'webhooks.replay': person('POST', `webhooks/${hookId}/replay`, { after: before.cursor }),
    'webhooks.delete': person('DELETE', `webhooks/${oldHook}`),
    'workspace.update': person('PATCH', 'workspace', { name: 'Renamed', agentCompletion: true }),
  };
  const reads = [
    'tasks?limit=100&archived=true',
    'tasks/1',
    'tasks/1/activity',
    'tasks/1/comments',
    'tasks/1/attachments',
    `projects/${projectId}`,
    `projects/${projectId}/tasks`,
    `initiatives/${initiativeId}`,
    'goals',
    'labels',
    'members',
    'agents',
    `agents/${agentId}`,
    `agents/${agentId}/activity`,
    'notifications',
    'chats?status=all',
    `chats/${open}/messages`,
    `chats/${toAnswer.turn.threadId}/turns/${toAnswer.turn.id}`,
    'me',
    'workspace',
    'keys',
    'sessions',
    'usage?groupBy=day',
    'questions',
    'search?q=one',
    'inbox',
    'events?limit=100',
    'webhooks',
    `tasks/${toReview}/results`,
  ];
  const contentOfFile = async () =>
    (await fetch(`${server.url}/api/v1/files/${fileId}/content`, withKey(key))).text();
  return { ada, scribe, agentId, writes, reads, fileText: repeated('kept'), contentOfFile };
}

interface Claimed {
  readonly turn: { readonly id: string; readonly threadId: string };
  readonly lease: { readonly token: string };
}

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

/** 100 KiB of a text of four letters. */
const repeated = (text: string) => text.repeat(25 * 1024);

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
