import type {
  Agent,
  Chat,
  Claim,
  File,
  Goal,
  Human,
  Key,
  Label,
  Message,
  Project,
  Task,
  Workspace,
} from '../../src/index.ts';
import type { MemberRef } from '../../src/members/member.ts';
import { NO_TASKS } from '../../src/projects/project.ts';
import type { StoredRelation } from '../../src/tasks/relations.ts';
import { DEFAULT_FIELDS, NO_CHILDREN, NO_WORK } from '../../src/tasks/task.ts';

/** A minimal row of each kind; a test sets only the fields that it is about. */

export const AT = 1_700_000_000_000;

export const aWorkspace = (id: string): Workspace => ({
  id,
  name: id,
  agentCompletion: false,
  goalVerification: 'propose',
  agentIntake: 'open',
  agentIntakeLimit: 20,
  proofOfDone: 'off',
  agentKeys: 'any',
  plan: { chat: true },
  createdAt: AT,
  updatedAt: AT,
});

export const aHuman = (id: string, more: Partial<Human> = {}): Human => ({
  id,
  type: 'human',
  name: id,
  displayName: id,
  email: null,
  externalId: null,
  role: 'member',
  external: false,
  createdAt: AT,
  updatedAt: AT,
  deleted: false,
  ...more,
});

export const anAgent = (id: string, more: Partial<Agent> = {}): Agent => ({
  id,
  type: 'agent',
  name: id,
  displayName: id,
  emoji: '*',
  title: null,
  email: null,
  externalId: null,
  status: 'idle',
  model: 'm',
  avatar: null,
  reportsTo: null,
  paused: false,
  maxClaims: 1,
  verifier: false,
  madeBy: null,
  limits: null,
  createdAt: AT,
  updatedAt: null,
  deleted: false,
  ...more,
});

export const aKey = (id: string, more: Partial<Key> = {}): Key => ({
  id,
  name: id,
  kind: 'person',
  memberId: null,
  scopes: ['full'],
  createdBy: null,
  expiresAt: null,
  lastUsedAt: null,
  createdAt: AT,
  taskNumber: null,
  issuedTo: null,
  secretHash: 'digest',
  ...more,
});

export const aChat = (id: string, personId: string, agentId: string): Chat => ({
  id,
  personId,
  title: id,
  status: 'active',
  agent: { id: agentId, name: agentId, displayName: agentId, title: null, avatarUrl: null },
  messageCount: 0,
  activeTurn: null,
  lastMessageAt: AT,
  createdAt: AT,
  updatedAt: AT,
  archivedAt: null,
});

export const aFile = (id: string, uploaderId: string): File => ({
  id,
  fileName: id,
  mimeType: 'text/plain',
  size: 1,
  sha256: 'digest',
  uploaderId,
  createdAt: AT,
});

/** A message with a file. */
export const aMessage = (id: string, chatId: string, fileId: string): Message => ({
  id,
  chatId,
  role: 'human',
  body: 'hi',
  author: { id: 'ada', name: 'ada', displayName: 'ada', type: 'human' },
  clientMessageId: null,
  turnId: null,
  suggestions: [],
  attachments: [{ fileId, fileName: fileId, mimeType: 'text/plain', size: 1 }],
  createdAt: AT,
});

export const aTask = (taskNumber: number, more: Partial<Task> = {}): Task => ({
  ...DEFAULT_FIELDS,
  id: `task${taskNumber}`,
  taskNumber,
  title: `Task ${taskNumber}`,
  status: 'todo',
  completedAt: null,
  archived: false,
  blocked: false,
  parent: null,
  children: NO_CHILDREN,
  overBudget: false,
  held: false,
  work: NO_WORK,
  claim: null,
  waitingFor: null,
  creatorId: 'ada',
  fromAgent: false,
  fromImport: false,
  rank: null,
  createdAt: AT,
  updatedAt: AT,
  ...more,
});

export const aProject = (id: string, more: Partial<Project> = {}): Project => ({
  id,
  title: id,
  description: null,
  status: 'planning',
  color: '#6B7280',
  targetDate: null,
  initiative: null,
  goal: null,
  externalId: null,
  taskCounts: NO_TASKS,
  archived: false,
  createdAt: AT,
  updatedAt: AT,
  ...more,
});

export const aGoal = (id: string, more: Partial<Goal> = {}): Goal => ({
  id,
  title: id,
  description: null,
  test: null,
  metric: null,
  status: 'open',
  lastVerification: null,
  targetDate: null,
  initiative: null,
  externalId: null,
  archived: false,
  createdAt: AT,
  updatedAt: AT,
  ...more,
});

export const aLabel = (id: string, name = id): Label => ({ id, name, color: 'gray' });

export const aBlock = (from: number, to: number): StoredRelation => ({
  id: `${from} blocks ${to}`,
  kind: 'blocks',
  from,
  to,
  madeOn: from,
  madeBy: 'human',
});

/** A claim that has not ended. */
export const aClaim = (taskNumber: number, agent: MemberRef): Claim => ({
  id: `claim${taskNumber}`,
  taskNumber,
  agent,
  lease: { token: `token${taskNumber}`, seconds: 300, expiresAt: 2 * AT },
  expiresAt: 2 * AT,
  attempt: 1,
  claimedAt: AT,
  assigneeBefore: null,
  progress: null,
  commentsSeenAt: AT,
  until: null,
  ended: null,
});
