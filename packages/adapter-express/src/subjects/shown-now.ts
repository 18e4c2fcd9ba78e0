import { contract } from '@tandem/contract';
import { notFound } from '@tandem/core';
import type { Binding, Call, Handler, ShowNow } from '../http/binding.ts';
import { presentAgent, presentAgentWithCounts } from './agents.ts';
import { presentAttempt } from './attempts.ts';
import { presentKey } from './keys.ts';
import { presentMember } from './members.ts';
import { presentSession } from './sessions.ts';
import {
  presentAttachment,
  presentComment,
  presentRelation,
  presentTask,
  presentTaskWithCriteria,
  presentTaskWithRelations,
} from './tasks.ts';

const named = ({ params }: Call, name: string): string => String(params[name]);

const task: ShowNow = async (call) => {
  const found = await call.tandem.tasks.get(call.caller, named(call, 'identifier'));
  return [presentTaskWithRelations(found), presentTaskWithCriteria(found), presentTask(found)];
};

/**
 * Resources with several representations, or without a single read (shown as in their list), by the path of
 * the change.
 */
const FORMS: Readonly<Record<string, ShowNow>> = {
  [contract.tasks.get.path]: task,
  // A change of it may name the task or the subscription.
  [contract.tasks.subscription.path]: async (call) => {
    const subscribed = await call.tandem.subscriptions.get(call.caller, named(call, 'identifier'));
    return [...(await task(call)), { subscribed }];
  },
  [contract.attempts.deleteTranscript.path]: async (call) => {
    const attempt = Number(named(call, 'attempt'));
    const query = { after: attempt + 1, limit: 1 };
    const { items } = await call.tandem.attempts.list(call.caller, named(call, 'identifier'), query);
    return items.filter((each) => each.attempt === attempt).map(presentAttempt);
  },
  [contract.tasks.put.path]: async (call) => {
    const externalId = `${named(call, 'source')}:${named(call, 'id')}`;
    const { items } = await call.tandem.tasks.list(call.caller, { externalId, archived: true });
    const identifier = items[0]?.id;
    return identifier === undefined ? [] : task({ ...call, params: { identifier } });
  },
  [contract.tasks.unrelate.path]: async (call) => {
    const { relations } = await call.tandem.tasks.get(call.caller, named(call, 'identifier'));
    return relations.filter(({ id }) => id === named(call, 'relationId')).map(presentRelation);
  },
  [contract.tasks.editComment.path]: async (call) => {
    const { tandem, caller } = call;
    return [
      presentComment(await tandem.comments.get(caller, named(call, 'identifier'), named(call, 'commentId'))),
    ];
  },
  [contract.tasks.detach.path]: async (call) => {
    const { tandem, caller } = call;
    const id = named(call, 'attachmentId');
    return [presentAttachment(await tandem.attachments.get(caller, named(call, 'identifier'), id))];
  },
  // An invitation has no representation of its own: the member shows when it expires.
  [contract.members.uninvite.path]: async (call) => [
    presentMember(await call.tandem.members.get(call.caller, named(call, 'id'))),
  ],
  [contract.labels.update.path]: async (call) => [
    await call.tandem.labels.get(call.caller, named(call, 'id')),
  ],
  [contract.agents.get.path]: async (call) => {
    const agent = await call.tandem.agents.get(call.caller, named(call, 'id'));
    return [presentAgentWithCounts(agent, call.req), presentAgent(agent)];
  },
  [contract.keys.revoke.path]: async (call) => [
    presentKey(await call.tandem.keys.get(call.caller, named(call, 'id'))),
  ],
  [contract.sessions.revoke.path]: async (call) => [
    presentSession(await call.tandem.sessions.get(call.caller, named(call, 'id')), call.caller),
  ],
};

/**
 * Loads the resource of a change's path by its own forms, or else by the single read of the same path. An action on a
 * resource has the path of the resource followed by the action's name.
 */
export function showNowOf(
  { method, path: routePath }: Binding['operation'],
  bindings: readonly Binding[],
): ShowNow {
  const path = method === 'post' ? routePath.replace(/\/\w+$/, '') : routePath;
  const forms = FORMS[path];
  if (forms) return forms;
  const read = bindings.find(({ operation }) => operation.method === 'get' && operation.path === path);
  if (!read) throw new Error(`Define in subjects/shown-now.ts how the resource at ${path} is shown.`);
  return async (call) => {
    const answer = await (read.handler as Handler)({ ...call, query: {}, body: undefined });
    if (!('body' in answer)) throw notFound('resource');
    return [answer.body as object];
  };
}
