import {
  type Agent,
  type AgentWithCounts,
  type Attachment,
  type Chat,
  type Claim,
  type Comment,
  type Event,
  type File,
  type Goal,
  type Initiative,
  type InvitationCode,
  type IssuedKey,
  type Key,
  type Lease,
  type Member,
  type Message,
  type Notification,
  type Project,
  projectCount,
  type Sent,
  type SessionSnapshot,
  type Task,
  type TaskWithRelations,
  type Telemetry,
  type TurnView,
  type Verification,
  type Workspace,
} from '@tandem/core';

/*
 * How resources look in JSON: the one place where milliseconds become ISO 8601 and members become names.
 */

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

export const presentTask = (task: Task) => ({
  id: task.id,
  taskNumber: task.taskNumber,
  title: task.title,
  description: task.description,
  status: task.status,
  priority: task.priority,
  assignedTo: task.assignee?.name ?? null,
  project: task.project,
  tags: task.tags,
  labels: task.labels,
  effort: task.effort,
  dueDate: isoOrNull(task.dueDate),
  completedAt: isoOrNull(task.completedAt),
  archived: task.archived,
  blocked: task.blocked,
  createdAt: iso(task.createdAt),
  updatedAt: iso(task.updatedAt),
});

export const presentTaskWithRelations = (task: TaskWithRelations) => ({
  ...presentTask(task),
  relations: task.relations,
});

/** The shorter form of the project's task list. */
export const presentTaskOfProject = (task: Task) => {
  const { description, project, labels, archived, blocked, ...shown } = presentTask(task);
  return shown;
};

export const presentComment = ({ id, body, author, createdAt, updatedAt }: Comment) => ({
  id,
  body,
  author,
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
});

export const presentEvent = ({ actor, entity, ...event }: Event) => ({
  id: event.id,
  actorName: actor.name,
  actorType: actor.type,
  actorKeyOwner: actor.keyOwner,
  entityType: entity.type,
  entityId: entity.id,
  entityTitle: entity.title,
  action: event.action,
  field: event.field,
  oldValue: event.oldValue,
  newValue: event.newValue,
  createdAt: iso(event.createdAt),
});

export const presentProject = (project: Project) => ({
  id: project.id,
  title: project.title,
  description: project.description,
  status: project.status,
  color: project.color,
  targetDate: isoOrNull(project.targetDate),
  initiative: project.initiative,
  goal: project.goal,
  taskCounts: project.taskCounts,
  archived: project.archived,
  createdAt: iso(project.createdAt),
  updatedAt: iso(project.updatedAt),
});

/** The shorter form of the initiative's project list. */
export const presentProjectOfInitiative = (project: Project) => {
  const { initiative, goal, taskCounts, archived, ...shown } = presentProject(project);
  return shown;
};

export const presentInitiative = (initiative: Initiative) => ({
  id: initiative.id,
  name: initiative.name,
  description: initiative.description,
  status: initiative.status,
  projectCount: projectCount(initiative),
  projectStatuses: initiative.projectStatuses,
  createdAt: iso(initiative.createdAt),
  updatedAt: iso(initiative.updatedAt),
});

export const presentVerification = ({ at, byName, byType, passed, evidence }: Verification) => ({
  at: iso(at),
  byName,
  byType,
  passed,
  evidence,
});

export const presentGoal = (goal: Goal) => ({
  id: goal.id,
  title: goal.title,
  description: goal.description,
  test: goal.test,
  metric: goal.metric,
  status: goal.status,
  lastVerification: goal.lastVerification && presentVerification(goal.lastVerification),
  targetDate: isoOrNull(goal.targetDate),
  initiative: goal.initiative,
  archived: goal.archived,
  createdAt: iso(goal.createdAt),
  updatedAt: iso(goal.updatedAt),
});

export const presentAgent = (agent: Agent) => ({
  id: agent.id,
  name: agent.name,
  displayName: agent.displayName,
  emoji: agent.emoji,
  title: agent.title,
  email: agent.email,
  status: agent.status,
  model: agent.model,
  avatar: agent.avatar,
  reportsTo: agent.reportsTo?.name ?? null,
  createdAt: iso(agent.createdAt),
  updatedAt: isoOrNull(agent.updatedAt),
});

export const presentMember = (member: Member) => ({
  id: member.id,
  type: member.type,
  name: member.name,
  displayName: member.displayName,
  email: member.email,
  role: member.type === 'human' ? member.role : null,
  createdAt: iso(member.createdAt),
  updatedAt: isoOrNull(member.updatedAt),
});

export const presentInvitation = ({ code, expiresAt }: InvitationCode) => ({
  code,
  expiresAt: iso(expiresAt),
});

export const presentKey = (key: Key) => ({
  id: key.id,
  name: key.name,
  kind: key.kind,
  scopes: key.scopes,
  memberId: key.memberId,
  createdBy: key.createdBy,
  expiresAt: isoOrNull(key.expiresAt),
  lastUsedAt: isoOrNull(key.lastUsedAt),
  createdAt: iso(key.createdAt),
});

/** The only answer that holds a secret: the one that made it. */
export const presentIssuedKey = ({ key, secret }: IssuedKey) => ({ ...presentKey(key), secret });

export const presentWorkspace = (workspace: Workspace) => ({
  id: workspace.id,
  name: workspace.name,
  agentCompletion: workspace.agentCompletion,
  goalVerification: workspace.goalVerification,
  plan: workspace.plan,
  createdAt: iso(workspace.createdAt),
  updatedAt: iso(workspace.updatedAt),
});

const agentPath = (agent: Agent, of: string) => `/api/v1/agents/${agent.id}/${of}`;

export const presentAgentWithCounts = (agent: AgentWithCounts) => ({
  ...presentAgent(agent),
  counts: agent.counts,
  _links: {
    sessions: agentPath(agent, 'sessions'),
    activity: agentPath(agent, 'activity'),
    telemetry: agentPath(agent, 'telemetry'),
  },
});

export const presentSnapshot = ({ sessions, takenAt }: SessionSnapshot) => ({
  data: sessions.map((session) => ({ ...session, lastActivity: iso(session.lastActivity) })),
  total: sessions.length,
  meta: { snapshotTimestamp: isoOrNull(takenAt) },
});

export const presentTelemetry = ({ at, usage, ...telemetry }: Telemetry) => ({
  timestamp: iso(at),
  status: telemetry.status,
  model: telemetry.model,
  contextTokens: telemetry.contextTokens,
  contextLimit: telemetry.contextLimit,
  activeSessions: telemetry.activeSessions,
  ...(usage && { usage }),
});

/** Of an agent that has none (interface, "Telemetry snapshot"). */
export const NO_TELEMETRY = {
  timestamp: null,
  status: null,
  model: null,
  contextTokens: null,
  contextLimit: null,
  activeSessions: null,
};

export const presentNotification = (notification: Notification) => ({
  ...notification,
  readAt: isoOrNull(notification.readAt),
  createdAt: iso(notification.createdAt),
});

export const presentFile = ({ id, fileName, mimeType, size, createdAt }: File) => ({
  id,
  fileName,
  mimeType,
  size,
  createdAt: iso(createdAt),
});

export const presentAttachment = ({ taskNumber, createdAt, ...attachment }: Attachment) => ({
  ...attachment,
  createdAt: iso(createdAt),
});

export const presentChat = (chat: Chat) => ({
  id: chat.id,
  title: chat.title,
  status: chat.status,
  agent: chat.agent,
  messageCount: chat.messageCount,
  activeTurn: chat.activeTurn,
  lastMessageAt: iso(chat.lastMessageAt),
  createdAt: iso(chat.createdAt),
  updatedAt: iso(chat.updatedAt),
  archivedAt: isoOrNull(chat.archivedAt),
});

export const presentMessage = ({ chatId, createdAt, ...message }: Message) => ({
  ...message,
  threadId: chatId,
  createdAt: iso(createdAt),
});

export const presentTurn = (turn: TurnView) => ({
  id: turn.id,
  threadId: turn.chatId,
  status: turn.status,
  state: turn.state,
  errorCode: turn.errorCode,
  errorMessage: turn.errorMessage,
  humanMessageId: turn.humanMessageId,
  replyMessageId: turn.replyMessageId,
  reply: turn.reply && {
    id: turn.reply.id,
    role: turn.reply.role,
    body: turn.reply.body,
    author: { type: turn.reply.author.type },
  },
  createdAt: iso(turn.createdAt),
  updatedAt: iso(turn.updatedAt),
  completedAt: isoOrNull(turn.completedAt),
});

export const presentSent = ({ replayed, chat, message, turn }: Sent) => ({
  created: !replayed,
  thread: presentChat(chat),
  message: presentMessage(message),
  turn: presentTurn(turn),
});

export const presentLease = ({ token, expiresAt }: Lease) => ({ token, expiresAt: iso(expiresAt) });

export const presentClaim = ({ turn, chat, person, messages, lease }: Claim) => ({
  turn: presentTurn(turn),
  chat,
  person,
  messages: messages.map(presentMessage),
  lease: presentLease(lease),
});
