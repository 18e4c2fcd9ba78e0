import { type Operation, operations } from '@tandem/contract';
import type { Scope } from '@tandem/core';
import type { Holder as Held } from '@tandem/core/testing/world';
import type { Test } from 'supertest';
import { checkAnswer } from './check-answer.ts';
import type { Answer } from './client.ts';
import { type Seed, TRANSCRIPT } from './seed.ts';
import type { Body, Holder, Office } from './world.ts';

/** A request that must succeed in a seeded workspace. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Body;
  /** A file to upload. */
  readonly file?: string;
  /** The kind of key that may do it; the admin's own by default. */
  readonly by?: 'runtime' | Held;
}

const METRIC = { target: 10, current: 1, unit: 'users' };

const started = {
  source: 'linear',
  options: {
    map: { status: { Doing: 'in_progress' }, priority: { High: 'p1' }, labels: { Bug: 'bug' } },
    project: 'Imported',
  },
};

/** One for every operation of the contract; generated tests fail for an operation without one. */
const createExamples = (s: Seed): Record<string, Example> => {
  const task = { params: { identifier: s.taskId } };
  const id = (value: string) => ({ params: { id: value } });
  const turn = { params: { id: s.agentId, turnId: s.turnId }, by: 'runtime' as const };
  return {
    'tasks.list': { query: { status: 'todo,waiting' } },
    'tasks.counts': { query: { assigned: 'unassigned' } },
    'tasks.create': {
      body: {
        title: 'New',
        description: 'Text',
        assignedTo: s.memberId,
        projectId: s.projectId,
        tags: ['web'],
        labels: ['seed'],
        dueDate: 0,
        criteria: [{ id: 'works', text: 'It works', check: { command: 'npm test', protect: ['test/**'] } }],
      },
    },
    'tasks.put': {
      params: { source: 'jira', id: 'SEED-1' },
      body: {
        title: 'Put',
        labels: ['seed'],
        criteria: [{ text: 'It works', check: { command: 'npm test', protect: ['test/**'] } }],
        externalId: { source: 'jira', id: 'SEED-1', url: 'https://example.org/SEED-1' },
      },
    },
    'tasks.bulk': {
      body: {
        operations: [
          {
            op: 'update',
            task: s.taskId,
            title: 'Changed',
            criteria: [{ text: 'It works', check: { command: 'npm test', protect: ['test/**'] } }],
          },
        ],
      },
    },
    'tasks.get': task,
    'tasks.update': {
      ...task,
      body: {
        title: 'Changed',
        assignedTo: s.memberId,
        projectId: s.projectId,
        tags: ['web'],
        labels: ['seed'],
        criteria: [{ text: 'It works', check: { command: 'npm test', protect: ['test/**'] } }],
      },
    },
    'tasks.delete': { params: { identifier: s.archivedTaskId } },
    'tasks.transition': { ...task, body: { to: 'todo', reason: 'Because' } },
    'tasks.split': {
      ...task,
      body: {
        tasks: [
          {
            key: 'draft',
            title: 'Draft',
            createMissing: true,
            criteria: [
              { id: 'works', text: 'It works', check: { command: 'npm test', protect: ['test/**'] } },
            ],
          },
          { title: 'Print', labels: ['seed'], blockedBy: [s.otherTask] },
        ],
        then: 'continue',
      },
    },
    'tasks.archive': { ...task, body: { children: 'detach' } },
    'tasks.unarchive': task,
    'tasks.relate': { ...task, body: { type: 'blocks', taskNumber: s.otherTask } },
    'tasks.unrelate': { params: { identifier: s.taskId, relationId: s.relationId } },
    'tasks.comments': task,
    'tasks.comment': { ...task, body: { body: 'Hello again' } },
    'tasks.editComment': {
      params: { identifier: s.taskId, commentId: s.commentId },
      body: { body: 'Edited' },
    },
    'tasks.deleteComment': { params: { identifier: s.taskId, commentId: s.commentId } },
    'tasks.attachments': task,
    'tasks.attach': { ...task, body: { fileId: s.fileId } },
    'tasks.detach': { params: { identifier: s.taskId, attachmentId: s.attachmentId } },
    'tasks.subscription': task,
    'tasks.subscribe': task,
    'tasks.unsubscribe': task,
    'tasks.activity': task,

    'claims.next': { by: 'runtime', body: { agentId: s.agentId, priority: ['p2'], leaseSeconds: 60 } },
    'claims.claim': {
      params: { identifier: s.readyTaskId },
      by: 'runtime',
      body: { agentId: s.idleAgentId, leaseSeconds: 60 },
    },
    'claims.heartbeat': {
      params: { identifier: s.claimedTaskId },
      by: 'runtime',
      body: {
        token: s.claimToken,
        progress: { note: 'Half', percent: 50 },
        checkpoint: 'Half',
        usage: { cost: 0.5 },
      },
    },
    'claims.release': {
      params: { identifier: s.claimedTaskId },
      by: 'runtime',
      body: {
        token: s.claimToken,
        note: 'Later',
        notBefore: 0,
        failure: { class: 'quota', message: 'Resets at 5' },
        declined: true,
      },
    },

    'attempts.list': { params: { identifier: s.claimedTaskId } },
    'attempts.putTranscript': {
      params: { identifier: s.claimedTaskId, attempt: '1' },
      by: 'runtime',
      body: TRANSCRIPT,
    },
    'attempts.deleteTranscript': { params: { identifier: s.claimedTaskId, attempt: '1' } },

    'results.post': {
      params: { identifier: s.claimedTaskId },
      by: 'runtime',
      body: {
        token: s.claimToken,
        outcome: 'partial',
        summary: 'It holds',
        evidence: [
          {
            criterionId: s.criterionId,
            text: 'Seen',
            url: 'https://example.org/run/1',
            fileId: s.fileId,
            command: 'npm test',
            output: 'ok',
            exitCode: 0,
          },
        ],
        artifact: {
          kind: 'git',
          repository: 'https://git.example.org/site.git',
          commit: 'a'.repeat(40),
          branch: 'main',
          base: 'b'.repeat(40),
        },
        failure: { class: 'tool_error', message: 'No compiler' },
        usage: { cost: 1 },
        to: 'waiting',
      },
    },
    'results.list': { params: { identifier: s.provenTaskId } },
    'results.review': {
      params: { identifier: s.provenTaskId },
      body: {
        verdict: 'accepted',
        comment: 'Good',
        override: 'Seen on the screen',
        criteria: [{ id: s.provenCriterionId, status: 'accepted', comment: 'Seen' }],
      },
    },

    'verifications.next': {
      by: s.verifier,
      body: { repositories: ['https://git.example.org/'], leaseSeconds: 60 },
    },
    'verifications.claim': { ...id(s.pendingVerificationId), by: s.verifier, body: { leaseSeconds: 60 } },
    'verifications.heartbeat': {
      ...id(s.runningVerificationId),
      by: s.verifier,
      body: { token: s.verificationToken, output: '1 of 2' },
    },
    'verifications.release': {
      ...id(s.runningVerificationId),
      by: s.verifier,
      body: { token: s.verificationToken },
    },
    'verifications.report': {
      ...id(s.runningVerificationId),
      by: s.verifier,
      body: {
        token: s.verificationToken,
        outcome: 'tampered',
        exitCode: 1,
        output: 'No',
        outputLength: 2,
        outputDigest: 'a'.repeat(64),
        durationMs: 12,
        environment: { os: 'linux' },
        files: ['test/a.ts'],
      },
    },
    'verifications.retry': id(s.failedVerificationId),
    'verifications.ofTask': { params: { identifier: s.checkedTaskId } },
    'verifications.list': { query: { state: 'pending' } },
    'verifications.get': id(s.failedVerificationId),

    'questions.ask': {
      params: { identifier: s.claimedTaskId },
      by: 'runtime',
      body: {
        token: s.claimToken,
        kind: 'choice',
        text: 'Which one?',
        options: [
          { id: 'this', text: 'This' },
          { text: 'That', consequence: 'It takes longer' },
        ],
        default: 'this',
        to: s.memberId,
        blocking: true,
      },
    },
    'questions.list': { query: { status: 'open,answered', to: 'me' } },
    'questions.get': id(s.questionId),
    'questions.answer': { ...id(s.questionId), body: { choice: '1', comment: 'As before' } },
    'questions.withdraw': id(s.questionId),

    'inbox.list': { query: { kind: 'review' } },
    'inbox.answer': { body: { answers: [{ questionId: s.questionId, choice: '1', comment: 'As before' }] } },

    'labels.list': {},
    'labels.create': { body: { name: 'fresh', color: 'red' } },
    'labels.update': { ...id(s.labelId), body: { name: 'changed' } },
    'labels.delete': id(s.labelId),

    'views.list': {},
    'views.create': {
      body: { name: 'Fresh', query: { filters: { status: ['todo'], dueBefore: '2026-03-01' } } },
    },
    'views.get': id(s.viewId),
    'views.update': {
      ...id(s.viewId),
      body: { name: 'Changed', shared: true, query: { filters: { status: ['todo'] } } },
    },
    'views.delete': id(s.viewId),

    'projects.list': {},
    'projects.create': { body: { title: 'New', initiativeId: s.initiativeId, goalId: s.goalId } },
    'projects.get': id(s.projectId),
    'projects.update': {
      ...id(s.projectId),
      body: { title: 'Changed', initiativeId: s.initiativeId, goalId: s.goalId },
    },
    'projects.delete': id(s.projectId),
    'projects.archive': id(s.projectId),
    'projects.unarchive': id(s.projectId),
    'projects.tasks': id(s.projectId),

    'initiatives.list': {},
    'initiatives.create': { body: { name: 'New' } },
    'initiatives.get': id(s.initiativeId),
    'initiatives.update': { ...id(s.initiativeId), body: { name: 'Changed' } },
    'initiatives.delete': id(s.initiativeId),
    'initiatives.projects': id(s.initiativeId),

    'search.find': { query: { q: 'seed', types: 'task,project,initiative,goal' } },

    'goals.list': {},
    'goals.create': { body: { title: 'New', metric: METRIC, initiativeId: s.initiativeId } },
    'goals.get': id(s.goalId),
    'goals.update': {
      ...id(s.goalId),
      body: { title: 'Changed', metric: METRIC, initiativeId: s.initiativeId },
    },
    'goals.verify': { ...id(s.goalId), body: { passed: true, evidence: 'Seen', metricCurrent: 10 } },
    'goals.verifications': id(s.goalId),
    'goals.archive': id(s.goalId),
    'goals.unarchive': id(s.goalId),
    'goals.delete': id(s.goalId),

    'agents.list': {},
    'agents.create': {
      body: { name: 'elk', displayName: 'Elk', emoji: '🦌', model: 'elk-1', title: 'Scribe' },
    },
    'agents.get': id(s.agentId),
    'agents.update': {
      ...id(s.agentId),
      body: { displayName: 'Changed', reportsTo: s.memberId, limits: { usage: { cost: { perDay: 100 } } } },
    },
    'agents.delete': id(s.spareAgentId),
    'agents.stop': id(s.spareAgentId),
    'agents.sessions': id(s.agentId),
    'agents.pushSessions': {
      ...id(s.agentId),
      by: 'runtime',
      body: {
        sessions: [
          {
            key: 'main',
            kind: 'task',
            label: 'Main',
            displayName: 'Main',
            model: 'owl-1',
            contextTokens: 10,
            contextLimit: 100,
            lastActivity: 0,
          },
        ],
      },
    },
    'agents.activity': id(s.agentId),
    'agents.telemetry': id(s.agentId),
    'agents.pushTelemetry': {
      ...id(s.agentId),
      by: 'runtime',
      body: {
        status: 'idle',
        model: 'owl-1',
        contextTokens: 10,
        contextLimit: 100,
        activeSessions: 1,
        usage: { cost: 0.5 },
      },
    },

    'usage.list': { query: { groupBy: 'task', from: '0' } },

    'notifications.list': {},
    'notifications.markAllRead': {},
    'notifications.markRead': id(s.notificationId),

    'preferences.get': {},
    'preferences.update': {
      body: {
        theme: 'dark',
        timeZone: 'Europe/Berlin',
        notifications: { moved: 'off' },
        favorites: [{ kind: 'project', id: 'unknown' }],
      },
    },

    'events.list': { query: { entity: `task:${s.taskId}` } },
    'events.stream': {},

    'files.upload': { file: 'Some text' },
    'files.get': { params: { fileId: s.fileId } },
    'files.content': { params: { fileId: s.fileId } },

    'chats.list': {},
    'chats.start': { body: { agentId: s.agentId, body: 'Hi', clientMessageId: 'one' } },
    'chats.get': id(s.chatId),
    'chats.messages': id(s.chatId),
    'chats.send': {
      ...id(s.chatId),
      body: {
        body: 'Go on',
        clientMessageId: 'two',
        sourceMessageId: s.messageId,
        sourceSuggestionId: s.suggestionId,
      },
    },
    'chats.turn': { params: { id: s.chatId, turnId: s.answeredTurnId } },
    'chats.rename': { ...id(s.chatId), body: { title: 'Changed' } },
    'chats.archive': id(s.chatId),
    'chats.unarchive': id(s.chatId),
    'chats.delete': id(s.chatId),

    'turns.claim': { ...id(s.agentId), by: 'runtime', body: { leaseSeconds: 60 } },
    'turns.heartbeat': { ...turn, body: { token: s.token } },
    'turns.reply': {
      ...turn,
      body: {
        token: s.token,
        body: 'Done',
        suggestions: [{ kind: 'reply', text: 'Go on' }],
        fileIds: [],
        usage: { cost: 0.5 },
      },
    },
    'turns.fail': { ...turn, body: { token: s.token, errorCode: 'no_idea', message: 'I do not know' } },
    'turns.release': { ...turn, body: { token: s.token } },

    'work.next': { ...id(s.agentId), by: 'runtime', body: { priority: ['p2'], leaseSeconds: 60 } },

    'members.list': {},
    'members.create': { body: { name: 'dora', displayName: 'Dora' } },
    'members.get': id(s.memberId),
    'members.update': { ...id(s.memberId), body: { displayName: 'Changed' } },
    'members.delete': id(s.memberId),
    'members.merge': { ...id(s.externalId), body: { into: s.memberId } },
    'members.invite': id(s.memberId),
    'members.uninvite': id(s.memberId),
    'members.acceptInvitation': { body: { code: s.code } },

    'webhooks.create': { body: { url: 'https://example.org/new', types: ['task.created'] } },
    'webhooks.list': {},
    'exports.read': {},
    'imports.list': {},
    'imports.create': { body: started },
    'imports.get': id(s.importId),
    'imports.add': {
      ...id(s.importId),
      body: { records: [{ type: 'task', externalId: 'A-1', title: 'Imported' }] },
    },
    'imports.preview': {
      body: { ...started, records: [{ type: 'task', externalId: 'A-1', title: 'Imported' }] },
    },
    'imports.finish': id(s.importId),
    'imports.undo': id(s.importId),
    'webhooks.get': id(s.webhookId),
    'webhooks.update': { ...id(s.webhookId), body: { description: 'Changed' } },
    'webhooks.delete': id(s.webhookId),
    'webhooks.test': id(s.webhookId),
    'webhooks.rotate': id(s.webhookId),
    'webhooks.deliveries': id(s.webhookId),
    'webhooks.retry': { params: { id: s.webhookId, deliveryId: s.deliveryId } },
    'webhooks.replay': { ...id(s.webhookId), body: { after: s.position } },

    'keys.list': {},
    'keys.create': { body: { name: 'New', kind: 'agent', memberId: s.agentId, scopes: ['tasks:read'] } },
    'keys.revoke': id(s.keyId),

    'sessions.list': {},
    'sessions.create': { body: { code: s.code } },
    'sessions.preview': { body: { code: s.code } },
    'sessions.link': {},
    'sessions.revoke': id(s.sessionId),

    'workspace.get': {},
    'workspace.update': { body: { name: 'Changed', agentIntakeLimit: 7 } },
    'workspace.me': {},
  };
};

/** The example of an operation; throws if there is none. */
/** The required query of an operation. */
export const NEEDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'search.find': { q: 'e' },
  'verifications.list': { state: 'pending' },
};

const created = new WeakMap<Seed, Record<string, Example>>();

function examples(seed: Seed): Record<string, Example> {
  const known = created.get(seed) ?? createExamples(seed);
  created.set(seed, known);
  return known;
}

export function exampleOf({ id }: Operation, seed: Seed): Example {
  const example = examples(seed)[id];
  if (!example) throw new Error(`The operation ${id} has no valid example in testing/examples.ts: add one.`);
  return example;
}

/** Operations without an example, and examples without an operation. */
export function unmatched(seed: Seed): string[] {
  const ids = operations.map(({ id }) => id);
  const named = Object.keys(examples(seed));
  return [...ids.filter((id) => !named.includes(id)), ...named.filter((id) => !ids.includes(id))];
}

/** The URL of an operation, with encoded parameters unless they are already encoded. */
export const pathOf = ({ path }: Operation, params: Readonly<Record<string, string>> = {}): string =>
  path
    .replace('/api/v1', '')
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? `no ${name}`));

/** The request of an example, to which the caller can add a body or file. */
export function open(holder: Pick<Holder, 'request'>, operation: Operation, example: Example): Test {
  const test = holder.request(operation.method, pathOf(operation, example.params));
  return example.query ? test.query(example.query) : test;
}

/** Sends an example unchanged. */
export async function send(
  holder: Pick<Holder, 'request'>,
  operation: Operation,
  example: Example,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const test = open(holder, operation, example).set(headers);
  if (example.file !== undefined) test.attach('file', Buffer.from(example.file), 'file.txt');
  const answer = await (example.body === undefined ? test : test.send(example.body));
  checkAnswer(answer);
  return answer;
}

/** The API with a key of the kind in the example, with every scope. */
export function holderFor(office: Office, { by }: Example): Holder {
  if (typeof by === 'object') return { ...office.as(by.secret), ...by };
  return by === 'runtime' ? office.runtime : office.admin;
}

/** A new key of the kind that may send the example, with these scopes. */
export const keyFor = (office: Office, { by }: Example, scopes: Scope[]): Promise<Holder> =>
  typeof by === 'object'
    ? office.keyFor(by.name, 'agent', scopes)
    : office.keyFor('ada', by ?? 'person', scopes);
