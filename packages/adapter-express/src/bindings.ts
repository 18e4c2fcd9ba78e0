import { contract } from '@tandem/contract';
import type { Sent } from '@tandem/core';
import { type Answer, created, list, noContent, ok, SUCCESS } from './answer.ts';
import { type Binding, bind } from './binding.ts';
import { download, receiveFile } from './files.ts';
import {
  NO_TELEMETRY,
  presentAgent,
  presentAgentWithCounts,
  presentAttachment,
  presentChat,
  presentClaim,
  presentComment,
  presentEvent,
  presentFile,
  presentGoal,
  presentInitiative,
  presentInvitation,
  presentIssuedKey,
  presentKey,
  presentLease,
  presentMember,
  presentMessage,
  presentNotification,
  presentProject,
  presentProjectOfInitiative,
  presentSent,
  presentSnapshot,
  presentTask,
  presentTaskOfProject,
  presentTaskWithRelations,
  presentTelemetry,
  presentTurn,
  presentVerification,
  presentWorkspace,
} from './present.ts';
import { gone } from './waiting.ts';

const tasks = bind(contract.tasks, {
  list: async ({ tandem, caller, query }) => list(await tandem.tasks.list(caller, query), presentTask),
  create: async ({ tandem, caller, body }) => created(presentTask(await tandem.tasks.create(caller, body))),
  get: async ({ tandem, caller, params }) =>
    ok(presentTaskWithRelations(await tandem.tasks.get(caller, params.identifier))),
  update: async ({ tandem, caller, params, body }) =>
    ok(presentTask(await tandem.tasks.update(caller, params.identifier, body))),
  delete: async ({ tandem, caller, params }) => {
    const { title } = await tandem.tasks.delete(caller, params.identifier);
    return ok({ success: true, title });
  },
  transition: async ({ tandem, caller, params, body }) =>
    ok(presentTaskWithRelations(await tandem.tasks.transition(caller, params.identifier, body))),
  archive: async ({ tandem, caller, params }) =>
    ok(presentTask(await tandem.tasks.archive(caller, params.identifier))),
  unarchive: async ({ tandem, caller, params }) =>
    ok(presentTask(await tandem.tasks.unarchive(caller, params.identifier))),
  relate: async ({ tandem, caller, params, body }) =>
    created(await tandem.relations.relate(caller, params.identifier, body)),
  unrelate: async ({ tandem, caller, params }) => {
    await tandem.relations.unrelate(caller, params.identifier, params.relationId);
    return SUCCESS;
  },
  comments: async ({ tandem, caller, params, query }) =>
    list(await tandem.comments.list(caller, params.identifier, query), presentComment),
  comment: async ({ tandem, caller, params, body }) =>
    created(presentComment(await tandem.comments.create(caller, params.identifier, body))),
  editComment: async ({ tandem, caller, params, body }) =>
    ok(presentComment(await tandem.comments.update(caller, params.identifier, params.commentId, body))),
  deleteComment: async ({ tandem, caller, params }) => {
    await tandem.comments.delete(caller, params.identifier, params.commentId);
    return noContent;
  },
  attachments: async ({ tandem, caller, params, query }) =>
    list(await tandem.attachments.list(caller, params.identifier, query), presentAttachment),
  attach: async ({ tandem, caller, params, body }) =>
    created(presentAttachment(await tandem.attachments.attach(caller, params.identifier, body))),
  detach: async ({ tandem, caller, params }) => {
    await tandem.attachments.detach(caller, params.identifier, params.attachmentId);
    return ok({ id: params.attachmentId, deleted: true });
  },
  subscribe: async ({ tandem, caller, params }) => {
    await tandem.subscriptions.subscribe(caller, params.identifier);
    return noContent;
  },
  unsubscribe: async ({ tandem, caller, params }) => {
    await tandem.subscriptions.unsubscribe(caller, params.identifier);
    return noContent;
  },
  activity: async ({ tandem, caller, params, query }) =>
    list(await tandem.tasks.activity(caller, params.identifier, query), presentEvent),
});

const labels = bind(contract.labels, {
  list: async ({ tandem, caller, query }) => list(await tandem.labels.list(caller, query), (label) => label),
  create: async ({ tandem, caller, body }) => created(await tandem.labels.create(caller, body)),
  update: async ({ tandem, caller, params, body }) => ok(await tandem.labels.update(caller, params.id, body)),
  delete: async ({ tandem, caller, params }) => {
    await tandem.labels.delete(caller, params.id);
    return noContent;
  },
});

const projects = bind(contract.projects, {
  list: async ({ tandem, caller, query }) => list(await tandem.projects.list(caller, query), presentProject),
  create: async ({ tandem, caller, body }) =>
    created(presentProject(await tandem.projects.create(caller, body))),
  get: async ({ tandem, caller, params }) => ok(presentProject(await tandem.projects.get(caller, params.id))),
  update: async ({ tandem, caller, params, body }) =>
    ok(presentProject(await tandem.projects.update(caller, params.id, body))),
  delete: async ({ tandem, caller, params }) => {
    await tandem.projects.delete(caller, params.id);
    return SUCCESS;
  },
  archive: async ({ tandem, caller, params }) =>
    ok(presentProject(await tandem.projects.archive(caller, params.id))),
  unarchive: async ({ tandem, caller, params }) =>
    ok(presentProject(await tandem.projects.unarchive(caller, params.id))),
  tasks: async ({ tandem, caller, params, query }) =>
    list(await tandem.projects.tasks(caller, params.id, query), presentTaskOfProject),
});

const initiatives = bind(contract.initiatives, {
  list: async ({ tandem, caller, query }) =>
    list(await tandem.initiatives.list(caller, query), presentInitiative),
  create: async ({ tandem, caller, body }) =>
    created(presentInitiative(await tandem.initiatives.create(caller, body))),
  get: async ({ tandem, caller, params }) =>
    ok(presentInitiative(await tandem.initiatives.get(caller, params.id))),
  update: async ({ tandem, caller, params, body }) =>
    ok(presentInitiative(await tandem.initiatives.update(caller, params.id, body))),
  delete: async ({ tandem, caller, params }) => {
    await tandem.initiatives.delete(caller, params.id);
    return SUCCESS;
  },
  projects: async ({ tandem, caller, params, query }) =>
    list(await tandem.initiatives.projects(caller, params.id, query), presentProjectOfInitiative),
});

const goals = bind(contract.goals, {
  list: async ({ tandem, caller, query }) => list(await tandem.goals.list(caller, query), presentGoal),
  create: async ({ tandem, caller, body }) => created(presentGoal(await tandem.goals.create(caller, body))),
  get: async ({ tandem, caller, params }) => ok(presentGoal(await tandem.goals.get(caller, params.id))),
  update: async ({ tandem, caller, params, body }) =>
    ok(presentGoal(await tandem.goals.update(caller, params.id, body))),
  verify: async ({ tandem, caller, params, body }) =>
    ok(presentGoal(await tandem.goals.verify(caller, params.id, body))),
  verifications: async ({ tandem, caller, params, query }) =>
    list(await tandem.goals.verifications(caller, params.id, query), presentVerification),
  archive: async ({ tandem, caller, params }) =>
    ok(presentGoal(await tandem.goals.archive(caller, params.id))),
  unarchive: async ({ tandem, caller, params }) =>
    ok(presentGoal(await tandem.goals.unarchive(caller, params.id))),
  delete: async ({ tandem, caller, params }) => {
    await tandem.goals.delete(caller, params.id);
    return SUCCESS;
  },
});

const agents = bind(contract.agents, {
  list: async ({ tandem, caller, query }) => list(await tandem.agents.list(caller, query), presentAgent),
  create: async ({ tandem, caller, body }) => created(presentAgent(await tandem.agents.create(caller, body))),
  get: async ({ tandem, caller, params }) =>
    ok(presentAgentWithCounts(await tandem.agents.get(caller, params.id))),
  update: async ({ tandem, caller, params, body }) =>
    ok(presentAgent(await tandem.agents.update(caller, params.id, body))),
  delete: async ({ tandem, caller, params }) => {
    await tandem.agents.delete(caller, params.id);
    return noContent;
  },
  sessions: async ({ tandem, caller, params }) =>
    ok(presentSnapshot(await tandem.monitoring.sessions(caller, params.id))),
  pushSessions: async ({ tandem, caller, params, body }) =>
    ok(presentSnapshot(await tandem.monitoring.pushSessions(caller, params.id, body.sessions))),
  activity: async ({ tandem, caller, params, query }) =>
    list(await tandem.monitoring.activity(caller, params.id, query), presentEvent),
  telemetry: async ({ tandem, caller, params, query }) => {
    if (query.history) {
      return list(await tandem.monitoring.telemetryHistory(caller, params.id, query), presentTelemetry);
    }
    const latest = await tandem.monitoring.telemetry(caller, params.id);
    return ok(latest ? presentTelemetry(latest) : NO_TELEMETRY);
  },
  pushTelemetry: async ({ tandem, caller, params, body }) =>
    created(presentTelemetry(await tandem.monitoring.pushTelemetry(caller, params.id, body))),
});

const notifications = bind(contract.notifications, {
  list: async ({ tandem, caller, query }) =>
    list(await tandem.notifications.list(caller, query), presentNotification),
  markRead: async ({ tandem, caller, params }) =>
    ok(presentNotification(await tandem.notifications.markRead(caller, params.id))),
  markAllRead: async ({ tandem, caller }) => {
    await tandem.notifications.markAllRead(caller);
    return noContent;
  },
});

const files = bind(contract.files, {
  upload: async ({ tandem, caller, req, maxFileBytes }) =>
    created(
      presentFile(await receiveFile(req, maxFileBytes, (upload) => tandem.files.upload(caller, upload))),
    ),
  get: async ({ tandem, caller, params }) => ok(presentFile(await tandem.files.get(caller, params.fileId))),
  content: async ({ tandem, caller, params, req, res }) => {
    const file = await tandem.files.get(caller, params.fileId);
    return download(file, req, res, (range) => tandem.files.content(file, range));
  },
});

const chats = bind(
  contract.chats,
  {
    list: async ({ tandem, caller, query }) => list(await tandem.chats.list(caller, query), presentChat),
    start: async ({ tandem, caller, body, req }) =>
      sentAnswer(await tandem.chats.start(caller, body, req.get('Idempotency-Key'))),
    get: async ({ tandem, caller, params }) => ok(presentChat(await tandem.chats.get(caller, params.id))),
    messages: async ({ tandem, caller, params, query }) =>
      list(await tandem.chats.messages(caller, params.id, query), presentMessage),
    send: async ({ tandem, caller, params, body, req }) =>
      sentAnswer(await tandem.chats.send(caller, params.id, body, req.get('Idempotency-Key'))),
    turn: async ({ tandem, caller, params, query, res }) =>
      ok(
        presentTurn(
          await tandem.chats.turn(
            caller,
            params.id,
            params.turnId,
            query.wait,
            query.wait ? gone(res) : undefined,
          ),
        ),
      ),
    rename: async ({ tandem, caller, params, body }) =>
      ok(presentChat(await tandem.chats.rename(caller, params.id, body))),
    archive: async ({ tandem, caller, params }) =>
      ok(presentChat(await tandem.chats.archive(caller, params.id))),
    unarchive: async ({ tandem, caller, params }) =>
      ok(presentChat(await tandem.chats.unarchive(caller, params.id))),
    delete: async ({ tandem, caller, params }) => {
      await tandem.chats.delete(caller, params.id);
      return noContent;
    },
  },
  async ({ tandem, caller, params }) => {
    if (typeof params.turnId === 'string') await tandem.chats.turn(caller, String(params.id), params.turnId);
    else if (typeof params.id === 'string') await tandem.chats.get(caller, params.id);
  },
);

/** 201 for what was sent now, 200 for what had been (interface, "Idempotency rules"). */
const sentAnswer = (sent: Sent): Answer =>
  sent.replayed
    ? { status: 200, body: presentSent(sent), headers: { 'Idempotent-Replayed': 'true' } }
    : created(presentSent(sent));

const turns = bind(
  contract.turns,
  {
    claim: async ({ tandem, caller, params, body, res }) => {
      const claim = await tandem.turns.claim(caller, params.id, body, body.wait ? gone(res) : undefined);
      return claim ? ok(presentClaim(claim)) : noContent;
    },
    heartbeat: async ({ tandem, caller, params, body }) =>
      ok({ lease: presentLease(await tandem.turns.heartbeat(caller, params.id, params.turnId, body)) }),
    reply: async ({ tandem, caller, params, body }) =>
      ok(presentTurn(await tandem.turns.reply(caller, params.id, params.turnId, body))),
    fail: async ({ tandem, caller, params, body }) =>
      ok(presentTurn(await tandem.turns.fail(caller, params.id, params.turnId, body))),
    release: async ({ tandem, caller, params, body }) =>
      ok(presentTurn(await tandem.turns.release(caller, params.id, params.turnId, body))),
  },
  ({ tandem, caller, params }) =>
    tandem.turns.reach(caller, String(params.id), params.turnId as string | undefined),
);

const members = bind(contract.members, {
  list: async ({ tandem, caller, query }) => list(await tandem.members.list(caller, query), presentMember),
  create: async ({ tandem, caller, body }) => {
    const { member, invitation } = await tandem.members.create(caller, body);
    return created({ ...presentMember(member), invitation: presentInvitation(invitation) });
  },
  get: async ({ tandem, caller, params }) => ok(presentMember(await tandem.members.get(caller, params.id))),
  update: async ({ tandem, caller, params, body }) =>
    ok(presentMember(await tandem.members.update(caller, params.id, body))),
  delete: async ({ tandem, caller, params }) => {
    await tandem.members.delete(caller, params.id);
    return noContent;
  },
  invite: async ({ tandem, caller, params }) =>
    created(presentInvitation(await tandem.members.invite(caller, params.id))),
  acceptInvitation: async ({ tandem, body }) =>
    created(presentIssuedKey(await tandem.keys.acceptInvitation(body.code))),
});

const keys = bind(contract.keys, {
  list: async ({ tandem, caller, query }) => list(await tandem.keys.list(caller, query), presentKey),
  create: async ({ tandem, caller, body }) =>
    created(presentIssuedKey(await tandem.keys.create(caller, body))),
  revoke: async ({ tandem, caller, params }) => {
    await tandem.keys.revoke(caller, params.id);
    return noContent;
  },
});

const workspace = bind(contract.workspace, {
  get: async ({ tandem, caller }) => ok(presentWorkspace(await tandem.workspace.get(caller))),
  update: async ({ tandem, caller, body }) =>
    ok(presentWorkspace(await tandem.workspace.update(caller, body))),
  me: async ({ tandem, caller }) => {
    const { id, name } = await tandem.workspace.get(caller);
    const { type, displayName, key } = caller;
    return ok({
      caller: { type, id: caller.id, name: caller.name, displayName },
      key: {
        id: key.id,
        name: key.name,
        kind: key.kind,
        scopes: key.scopes,
        expiresAt: key.expiresAt === null ? null : new Date(key.expiresAt).toISOString(),
      },
      workspace: { id, name },
    });
  },
});

/** Every operation of the contract, bound. */
export const bindings: readonly Binding[] = [
  ...tasks,
  ...labels,
  ...projects,
  ...initiatives,
  ...goals,
  ...agents,
  ...notifications,
  ...files,
  ...chats,
  ...turns,
  ...members,
  ...keys,
  ...workspace,
];
