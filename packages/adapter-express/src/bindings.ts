import { contract } from '@tandem/contract';
import { created, list, noContent, ok, SUCCESS } from './answer.ts';
import { type Binding, bind } from './binding.ts';
import {
  presentAgent,
  presentComment,
  presentEvent,
  presentGoal,
  presentInitiative,
  presentInvitation,
  presentIssuedKey,
  presentKey,
  presentMember,
  presentProject,
  presentProjectOfInitiative,
  presentTask,
  presentTaskOfProject,
  presentTaskWithRelations,
  presentVerification,
  presentWorkspace,
} from './present.ts';

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
  get: async ({ tandem, caller, params }) => ok(presentAgent(await tandem.agents.get(caller, params.id))),
  update: async ({ tandem, caller, params, body }) =>
    ok(presentAgent(await tandem.agents.update(caller, params.id, body))),
  delete: async ({ tandem, caller, params }) => {
    await tandem.agents.delete(caller, params.id);
    return noContent;
  },
});

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
  ...members,
  ...keys,
  ...workspace,
];
