import type { Operation } from '../operation.ts';

/*
 * Requests that can be sent as they are, by operation. `<agents.create:id>` stands for the `id` in the response of
 * agents.create; INFO explains this to the reader.
 */

type Json = Readonly<Record<string, unknown>>;

/** 1 and 15 March 2026, and the year 2100, in milliseconds. */
const SOON = 1_772_323_200_000;
const LATER = 1_773_532_800_000;
const FAR = 4_102_444_800_000;

const AGENT = '<agents.create:id>';
const TOKEN = '<turns.claim:lease.token>';
const CLAIM_TOKEN = '<claims.claim:lease.token>';

const SESSION = {
  key: 'main',
  kind: 'interactive',
  displayName: 'Newsletter',
  model: 'any',
  contextTokens: 12_000,
  contextLimit: 200_000,
  lastActivity: SOON,
};

const BODIES: Readonly<Record<string, Json>> = {
  'tasks.create': {
    title: 'Write the newsletter',
    description: 'One page, for customers',
    priority: 'p1',
    tags: ['march'],
    labels: ['writing'],
    createMissing: true,
    dueDate: LATER,
    effort: 's',
    criteria: [
      {
        id: 'links',
        text: 'Every link works',
        check: { command: 'npm run linkcheck', protect: ['test/**'] },
      },
    ],
  },
  'tasks.put': { title: 'Write the newsletter', metadata: { team: 'press' } },
  'tasks.bulk': {
    operations: [
      { op: 'update', task: 1, priority: 'p0' },
      { op: 'addLabels', task: 1, labels: ['writing'], createMissing: true },
    ],
  },
  'tasks.update': { description: null, priority: 'p0', tags: ['march', 'mail'], dueDate: SOON },
  'tasks.transition': { to: 'in_progress', reason: 'The texts are in' },
  'tasks.split': {
    tasks: [
      { key: 'texts', title: 'Write the texts', priority: 'p1' },
      { title: 'Print it', blockedBy: ['texts'] },
    ],
    then: 'continue',
  },
  'tasks.archive': { children: 'detach' },
  'tasks.relate': { type: 'blocked_by', taskNumber: 1 },
  'tasks.comment': { body: 'The pictures are still missing.' },
  'tasks.editComment': { body: 'The pictures are in.' },
  'tasks.attach': { fileId: '<files.upload:id>' },

  'labels.create': { name: 'printing', color: 'blue' },
  'labels.update': { name: 'print', color: 'teal' },

  'views.create': { name: 'Due next', query: { filters: { assigned: 'me', status: ['todo'] }, sort: 'due' } },
  'views.update': { name: 'Due soon', shared: true },

  'preferences.update': {
    theme: 'dark',
    timeZone: 'Europe/Berlin',
    notifications: { commented: 'off' },
    favorites: [{ kind: 'view', id: '<views.create:id>' }],
  },

  'projects.create': {
    title: 'Newsletter',
    description: 'Out every month',
    color: '#336699',
    targetDate: LATER,
  },
  'projects.update': { status: 'in_progress', targetDate: null },

  'initiatives.create': { name: 'Be read', description: 'People know what we do', status: 'active' },
  'initiatives.update': { status: 'paused', description: null },

  'claims.next': { agentId: AGENT, priority: ['p2', 'p1'], leaseSeconds: 300, wait: 0 },
  'claims.claim': { agentId: AGENT, leaseSeconds: 300 },
  'claims.heartbeat': {
    token: CLAIM_TOKEN,
    progress: { note: 'Two of three are done', percent: 66 },
    checkpoint: 'The third is next.',
    usage: { tokens: 9_500, dollars: 0.42 },
  },
  'attempts.putTranscript': {
    schema_version: 'ATIF-v1.4',
    session_id: 's1',
    agent: { name: 'claude', version: '2' },
    steps: [{ step_id: 1, source: 'user', message: 'Begin' }],
  },

  'claims.release': {
    token: CLAIM_TOKEN,
    note: 'The third needs a person',
    notBefore: LATER,
    failure: { class: 'quota', message: 'You have hit your limit; it resets at 5 pm.' },
  },

  'results.post': {
    outcome: 'succeeded',
    summary: 'All links of the newsletter have been followed.',
    evidence: [{ criterionId: 'links', command: 'linkcheck newsletter.html', output: '0 dead', exitCode: 0 }],
    artifact: {
      kind: 'git',
      repository: 'https://git.example.org/acme/newsletter.git',
      commit: '3f1c9b2d7e8a4c5f6b7d8e9fa0b1c2d3e4f5a6b7',
      branch: 'tandem/7-dead-links',
    },
    usage: { tokens: 21_000, dollars: 0.9 },
  },
  'verifications.next': { repositories: ['https://git.example.org/acme/'], leaseSeconds: 300, wait: 0 },
  'verifications.claim': { leaseSeconds: 300 },
  'verifications.heartbeat': { token: '<verifications.next:lease.token>', output: '12 of 40 links' },
  'verifications.release': { token: '<verifications.next:lease.token>' },
  'verifications.report': {
    token: '<verifications.claim:lease.token>',
    outcome: 'failed',
    exitCode: 1,
    output: '1 dead link',
    outputLength: 11,
    durationMs: 4_200,
    environment: { os: 'linux', node: '22' },
  },
  'results.review': {
    verdict: 'accepted',
    comment: 'Well done',
    criteria: [{ id: 'links', status: 'accepted' }],
  },

  'questions.ask': {
    kind: 'choice',
    text: 'Which picture comes first?',
    options: [
      { id: 'garden', text: 'The garden' },
      { id: 'office', text: 'The office', consequence: 'It has to be taken again' },
    ],
    default: 'garden',
    dueAt: FAR,
  },
  'questions.answer': { choice: 'garden', comment: 'It is spring.' },
  'inbox.answer': { answers: [{ questionId: '<questions.ask:id>', choice: 'office' }] },

  'goals.create': {
    title: 'The newsletter is read',
    test: 'Ten readers write back',
    metric: { target: 10, current: 0, unit: 'letters' },
    targetDate: LATER,
  },
  'goals.update': { description: 'In the first week', metric: { target: 12, current: 3, unit: 'letters' } },
  'goals.verify': { passed: true, evidence: 'Twelve letters came in', metricCurrent: 12 },

  'agents.create': { name: 'scribe', displayName: 'Scribe', emoji: '🪶', model: 'any', title: 'Writer' },
  'agents.update': {
    status: 'working',
    avatar: 'https://example.org/scribe.png',
    email: 'scribe@example.org',
    reportsTo: null,
    limits: { usage: { dollars: { perDay: 20 } } },
  },
  'agents.pushSessions': { sessions: [SESSION] },
  'agents.pushTelemetry': {
    status: 'working',
    model: 'any',
    contextTokens: 12_000,
    contextLimit: 200_000,
    activeSessions: 1,
    usage: { inputTokens: 9_500, costInDollars: 0.42 },
  },

  'chats.start': { agentId: AGENT, body: 'Is the newsletter out?' },
  'chats.send': { body: 'Thank you. How many copies?' },
  'chats.rename': { title: 'The March newsletter' },

  'turns.claim': { wait: 0, leaseSeconds: 60 },
  'turns.heartbeat': { token: TOKEN },
  'turns.reply': {
    token: TOKEN,
    body: 'It went out this morning.',
    suggestions: [{ kind: 'reply', text: 'Thank you' }],
    usage: { tokens: 1_200, dollars: 0.05 },
  },
  'turns.fail': { token: TOKEN, errorCode: 'model_unavailable', message: 'The model could not be reached.' },
  'turns.release': { token: TOKEN },

  'work.next': { kinds: ['turn', 'task'], priority: ['p0', 'p1'], leaseSeconds: 300, wait: 0 },

  'members.create': {
    name: 'grace',
    displayName: 'Grace Hopper',
    email: 'grace@example.org',
    role: 'member',
  },
  'members.update': { displayName: 'Grace' },
  'members.merge': { into: 'ada' },
  'members.acceptInvitation': { code: '<members.invite:code>' },

  'webhooks.create': {
    url: 'https://example.org/tandem',
    types: ['task.created', 'task.transitioned'],
    description: 'The board in the hall',
  },
  'webhooks.update': { description: 'The board in the kitchen', types: ['*'] },
  'webhooks.replay': { after: '<events.list:cursor>' },

  'imports.create': {
    source: 'linear',
    options: { map: { status: { Parked: 'backlog' } }, project: 'Before Tandem' },
  },
  'imports.preview': {
    source: 'linear',
    records: [{ type: 'task', externalId: 'ENG-1', title: 'Oil all hinges' }],
  },
  'imports.add': {
    records: [
      { type: 'member', externalId: 'ada@example.com', displayName: 'Ada L.' },
      {
        type: 'task',
        externalId: 'ENG-1',
        title: 'Oil the hinges',
        status: 'todo',
        createdBy: 'ada@example.com',
      },
      {
        type: 'comment',
        externalId: 'ENG-1/1',
        taskNumber: 'ENG-1',
        body: 'They squeak.',
        author: 'ada@example.com',
      },
    ],
  },

  'keys.create': {
    name: 'Host of the agents',
    kind: 'runtime',
    scopes: ['agents:read', 'agents:write', 'tasks:write'],
    expiresAt: FAR,
  },

  'sessions.create': { key: '<members.acceptInvitation:secret>' },
  'sessions.preview': { code: '<sessions.link:code>' },

  'workspace.update': { name: 'Acme', agentCompletion: false, agentIntake: 'open', agentIntakeLimit: 20 },
};

/** The path identifier of each subject, for parameters whose names do not say what they identify. */
const SUBJECTS: Readonly<Record<string, string>> = {
  tasks: 'ABC-1',
  questions: '<questions.ask:id>',
  verifications: '<verifications.next:verification.id>',
  labels: '<labels.create:id>',
  views: '<views.create:id>',
  projects: '<projects.create:id>',
  initiatives: '<initiatives.create:id>',
  goals: '<goals.create:id>',
  agents: AGENT,
  chats: '<chats.start:thread.id>',
  turns: AGENT,
  work: AGENT,
  notifications: '<notifications.list:data.0.id>',
  members: '<members.create:id>',
  keys: '<keys.create:id>',
  sessions: '<sessions.create:id>',
  webhooks: '<webhooks.create:id>',
  imports: '<imports.create:id>',
};

const PARAMETERS: Readonly<Record<string, string>> = {
  identifier: '<tasks.create:taskNumber>',
  attempt: '1',
  source: 'jira',
  relationId: '<tasks.relate:id>',
  commentId: '<tasks.comment:id>',
  attachmentId: '<tasks.attach:id>',
  fileId: '<files.upload:id>',
  deliveryId: '<webhooks.test:id>',
};

const TURNS: Readonly<Record<string, string>> = {
  chats: '<chats.start:turn.id>',
  turns: '<turns.claim:turn.id>',
};

/** Path parameters of operations on entities that another subject creates. */
const OPERATIONS: Readonly<Record<string, string>> = { 'members.merge': '<imports.add:results.0.id>' };

/** The request body, if the operation takes one. */
export const bodyExample = ({ id }: Operation): Json | undefined => BODIES[id];

/** The value of a path parameter. */
export function parameterExample({ id }: Operation, name: string): string | undefined {
  const subject = id.slice(0, id.indexOf('.'));
  return PARAMETERS[name] ?? OPERATIONS[id] ?? (name === 'turnId' ? TURNS[subject] : SUBJECTS[subject]);
}
