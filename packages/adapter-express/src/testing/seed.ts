import type { Holder as Held } from '@tandem/core/testing/world';
import type { Api, Body, Office } from './world.ts';

/** One of everything in a workspace. */
export interface Seed {
  readonly taskId: string;
  readonly otherTask: number;
  readonly relationId: string;
  readonly commentId: string;
  readonly fileId: string;
  readonly attachmentId: string;
  readonly archivedTaskId: string;
  readonly labelId: string;
  readonly viewId: string;
  readonly projectId: string;
  readonly initiativeId: string;
  readonly goalId: string;
  readonly agentId: string;
  /** An agent without work or chats. */
  readonly spareAgentId: string;
  /** A person without a key, and the code of their invitation. */
  readonly memberId: string;
  readonly code: string;
  readonly keyId: string;
  /** Owned by the admin. */
  readonly sessionId: string;
  /** A webhook, and a pending test delivery to it. */
  readonly webhookId: string;
  readonly deliveryId: string;
  /** A member that can be merged. */
  readonly externalId: string;
  /** An import without tasks. */
  readonly importId: string;
  /** An event position. */
  readonly position: string;
  readonly notificationId: string;
  /** A chat of the admin with an answered turn. */
  readonly chatId: string;
  readonly answeredTurnId: string;
  /** The reply, and its suggestion: "Go on". */
  readonly messageId: string;
  readonly suggestionId: string;
  /** A ready task, and one claimed by its own agent, with the token of the claim. */
  readonly readyTaskId: string;
  /** An agent without claims. */
  readonly idleAgentId: string;
  readonly claimedTaskId: string;
  readonly claimToken: string;
  readonly transcriptId: string;
  /** The claimed task's criterion. */
  readonly criterionId: string;
  /** A task whose result awaits review, and its criterion. */
  readonly provenTaskId: string;
  readonly provenCriterionId: string;
  /** A task with checks, and the key of a verifier that is independent of it. */
  readonly checkedTaskId: string;
  readonly verifier: Held;
  /** A pending verification, one that the verifier runs with its token, and one that has failed. */
  readonly pendingVerificationId: string;
  readonly runningVerificationId: string;
  readonly verificationToken: string;
  readonly failedVerificationId: string;
  /** Open: a choice between 1 and 2. */
  readonly questionId: string;
  /** A turn claimed by the agent's process, and its lease. */
  readonly turnId: string;
  readonly token: string;
}

export const TRANSCRIPT = {
  schema_version: 'ATIF-v1.4',
  session_id: 's1',
  agent: { name: 'claude', version: '2' },
  steps: [{ step_id: 1, source: 'user', message: 'Begin' }],
};

/** Fills a workspace so that every operation has data. */
export async function seed(office: Office): Promise<Seed> {
  const { admin, runtime, agent } = office;
  const externalId = { source: 'jira', id: 'SEED-1' };
  const task = await admin.creates('/tasks', {
    title: 'Seeded',
    labels: ['seed'],
    createMissing: true,
    externalId,
  });
  const other = await admin.creates('/tasks', { title: 'Another' });
  const archived = await admin.creates('/tasks', { title: 'Old' });
  await admin.does('post', `/tasks/${archived.id}/archive`);
  const relation = await admin.creates(`/tasks/${task.id}/relations`, {
    type: 'blocked_by',
    taskNumber: other.taskNumber,
  });
  const comment = await admin.creates(`/tasks/${task.id}/comments`, { body: 'Hello' });
  const file = (await admin.request('post', '/files').attach('file', Buffer.from('Hello'), 'hello.txt')).body;
  const attachment = await admin.creates(`/tasks/${task.id}/attachments`, { fileId: file.id });
  const view = await admin.creates('/views', { name: 'Seeded', shared: true });
  const initiative = await admin.creates('/initiatives', { name: 'Seeded' });
  const metric = { target: 1, current: 0, unit: 'x' };
  const goal = await admin.creates('/goals', { title: 'Seeded', metric, initiativeId: initiative.id });
  const project = await admin.creates('/projects', { title: 'Seeded', initiativeId: initiative.id });
  const spare = await admin.creates('/agents', { name: 'owl', displayName: 'Owl', emoji: '🦉', model: 'm' });
  const member = await admin.creates('/members', { name: 'carl', displayName: 'Carl' });
  const key = await admin.creates('/keys', { name: 'Spare', kind: 'service', scopes: ['tasks:read'] });
  const session = await admin.creates('/sessions', { key: admin.secret });
  await agent.does('post', `/tasks/${task.id}/transition`, { to: 'waiting', reason: 'Look' });
  const [notification] = (await admin.reads('/notifications')).data;

  const start = (): Promise<Body> => admin.creates('/chats', { agentId: agent.id, body: 'Hello' });
  const claim = (): Promise<Body> => runtime.does('post', `/agents/${agent.id}/turns/claim`, {});
  const chat = await start();
  const answered = await claim();
  await runtime.does('post', `/agents/${agent.id}/turns/${answered.turn.id}/reply`, {
    token: answered.lease.token,
    body: 'Hello yourself',
    suggestions: [{ kind: 'reply', text: 'Go on' }],
    usage: { cost: 0.25 },
  });
  const [answer] = (await admin.reads(`/chats/${chat.thread.id}/messages`)).data;
  await start();
  const claimed = await claim();
  await start();

  const hare = await admin.creates('/agents', { name: 'hare', displayName: 'Hare', emoji: '🐇', model: 'm' });
  const idle = await admin.creates('/agents', { name: 'mole', displayName: 'Mole', emoji: '🕳️', model: 'm' });
  const ready = await admin.creates('/tasks', { title: 'Ready' });
  const held = await admin.creates('/tasks', { title: 'Held', criteria: [{ text: 'It holds' }] });
  const briefing = await runtime.does('post', `/tasks/${held.id}/claim`, { agentId: hare.id });

  const proven = await admin.creates('/tasks', {
    title: 'Proven',
    status: 'in_progress',
    assignedTo: agent.id,
    criteria: [{ text: 'It works' }],
  });
  const [{ id: provenCriterionId }] = proven.criteria;
  await agent.creates(`/tasks/${proven.id}/results`, {
    outcome: 'succeeded',
    summary: 'It works',
    evidence: [{ criterionId: provenCriterionId, command: 'npm test', output: 'ok', exitCode: 0 }],
    usage: { cost: 0.25 },
  });
  const question = await agent.creates(`/tasks/${proven.id}/questions`, {
    kind: 'choice',
    text: 'Which one?',
    options: [{ text: 'This' }, { text: 'That', consequence: 'It takes longer' }],
  });

  const checked = await checkedTask(office);
  const handedIn = await runtime.put(`/tasks/${held.id}/attempts/1/transcript`, TRANSCRIPT);

  const webhook = await admin.creates('/webhooks', { url: 'https://example.org/hook', types: ['*'] });
  const test = await admin.creates(`/webhooks/${webhook.id}/test`, {});
  const run = await admin.creates('/imports', { source: 'jira' });
  const { results } = await admin.does('post', `/imports/${run.id}/records`, {
    records: [{ type: 'member', externalId: 'grace' }],
  });
  const { cursor } = await admin.reads('/events', { limit: 1 });

  return {
    webhookId: webhook.id,
    importId: run.id,
    externalId: results[0].id,
    deliveryId: test.id,
    position: cursor,
    criterionId: held.criteria[0].id,
    provenTaskId: proven.id,
    provenCriterionId,
    ...checked,
    questionId: question.id,
    readyTaskId: ready.id,
    idleAgentId: idle.id,
    claimedTaskId: held.id,
    claimToken: briefing.lease.token,
    transcriptId: handedIn.body.transcript.fileId,
    taskId: task.id,
    otherTask: archived.taskNumber,
    relationId: relation.id,
    commentId: comment.id,
    fileId: file.id,
    attachmentId: attachment.id,
    archivedTaskId: archived.id,
    labelId: task.labels[0].id,
    viewId: view.id,
    projectId: project.id,
    initiativeId: initiative.id,
    goalId: goal.id,
    agentId: agent.id,
    spareAgentId: spare.id,
    memberId: member.id,
    code: member.invitation.code,
    keyId: key.id,
    sessionId: session.id,
    notificationId: notification.id,
    chatId: chat.thread.id,
    answeredTurnId: answered.turn.id,
    messageId: answer.id,
    suggestionId: answer.suggestions[0].id,
    turnId: claimed.turn.id,
    token: claimed.lease.token,
  };
}

/** A task with a check in each state that operations need. */
async function checkedTask({ admin, agent, keyFor }: Office) {
  const criteria = ['Fails', 'Runs', 'Waits'].map((text) => ({ text, check: { command: 'npm test' } }));
  const checked = await admin.creates('/tasks', { title: 'Checked', status: 'in_progress', criteria });
  await agent.creates(`/tasks/${checked.id}/results`, {
    outcome: 'succeeded',
    summary: 'It works',
    artifact: { kind: 'git', repository: 'https://git.example.org/site.git', commit: 'a'.repeat(40) },
  });
  const lynx = await admin.creates('/agents', { name: 'lynx', displayName: 'Lynx', emoji: '🐈', model: 'm' });
  await admin.does('patch', `/agents/${lynx.id}`, { verifier: true });
  const key = await keyFor('lynx', 'agent', ['full']);
  const [pending] = (await admin.reads(`/tasks/${checked.id}/verifications`)).data;
  const failing = await key.does('post', '/verifications/claim', {});
  await key.does('post', `/verifications/${failing.verification.id}/report`, {
    token: failing.lease.token,
    outcome: 'failed',
    exitCode: 1,
    output: '1 failed',
    durationMs: 5,
  });
  const running = await key.does('post', '/verifications/claim', { leaseSeconds: 3_600 });
  return {
    checkedTaskId: checked.id,
    verifier: { id: key.id, name: key.name, secret: key.secret },
    pendingVerificationId: pending.id,
    runningVerificationId: running.verification.id,
    verificationToken: running.lease.token,
    failedVerificationId: failing.verification.id,
  };
}

/** Everything that a workspace shows to its admin, to detect changes. */
export async function dump({ admin }: Office): Promise<Body> {
  const lists: Record<string, Body[]> = {};
  const all = async (path: string, query = {}): Promise<Body[]> => {
    lists[path] = await admin.readsAll(path, query);
    return lists[path];
  };
  for (const { id } of await all('/tasks', { archived: true })) {
    lists[`/tasks/${id}`] = [await admin.reads(`/tasks/${id}`)];
    for (const part of ['comments', 'attachments', 'activity', 'results', 'verifications'])
      await all(`/tasks/${id}/${part}`);
    // The time that a task waits grows with the clock.
    for (const attempt of await all(`/tasks/${id}/attempts`)) delete attempt.waitedMs;
  }
  for (const { id } of await all('/projects'))
    lists[`/projects/${id}`] = [await admin.reads(`/projects/${id}`)];
  for (const { id } of await all('/goals', { archived: true })) await all(`/goals/${id}/verifications`);
  for (const { id } of await all('/agents')) {
    lists[`/agents/${id}`] = [
      await admin.reads(`/agents/${id}`),
      await admin.reads(`/agents/${id}/sessions`),
    ];
    await all(`/agents/${id}/telemetry`, { history: true });
  }
  for (const { id } of await all('/chats', { status: 'all' })) await all(`/chats/${id}/messages`);
  lists['/events'] = await allEvents(admin);
  for (const { id } of await all('/webhooks')) await all(`/webhooks/${id}/deliveries`);
  for (const path of [
    '/labels',
    '/views',
    '/initiatives',
    '/members',
    '/notifications',
    '/questions',
    '/inbox',
  ])
    await all(path);
  for (const groupBy of ['agent', 'project', 'task', 'day']) await all('/usage', { groupBy });
  const keys = (await all('/keys')).map(({ lastUsedAt, ...key }: Body) => key);
  await all('/sessions');
  for (const path of ['/workspace', '/me/preferences']) lists[path] = [await admin.reads(path)];
  return { ...lists, '/keys': keys };
}

/** All events visible to the caller. */
async function allEvents({ reads }: Api): Promise<Body[]> {
  const events: Body[] = [];
  for (let after: string | undefined; ; ) {
    const { data, cursor, hasMore } = await reads('/events', { limit: 100, ...(after && { after }) });
    events.push(...data);
    if (!hasMore) return events;
    after = cursor;
  }
}
