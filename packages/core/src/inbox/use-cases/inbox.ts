import type { Caller } from '../../access/caller.ts';
import { isAdmin, memberRef } from '../../members/member.ts';
import type { Ports, Stores } from '../../ports.ts';
import { type Page, type PageRequest, type Position, pageSlice } from '../../shared/page.ts';
import { readable } from '../../shared/refusal.ts';
import { reachedLimit } from '../../steps/usage-limits.ts';
import { mentionOf } from '../../tasks/mention.ts';
import { agentIdInInboxRef } from '../../usage/limits.ts';
import { type DisabledReason, webhookIdInInboxRef } from '../../webhooks/webhook.ts';
import { type InboxEntry, type InboxItem, type InboxKind, personOf } from '../inbox.ts';

export interface InboxQuery extends PageRequest {
  readonly kind?: InboxKind | undefined;
  /** Questions asked by a member (name or id) or a service (id of its key). */
  readonly asker?: string | undefined;
}

/** Stop reading a page beyond this size, in UTF-16 units: responses are limited (docs/decisions/0041). */
const MAX_TEXT = 1024 * 1024;

/** The inbox of a person (docs/rules.md, Inbox). */
export function inboxUseCases({ storage, clock }: Ports) {
  return {
    /** Oldest first, with the total. 403 for a key without a person behind it. */
    list: (caller: Caller, query: InboxQuery): Promise<Page<InboxItem>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const person = personOf(caller);
        const askerIds =
          query.asker === undefined ? undefined : await askersNamed(stores, query.asker.trim());
        const page = await stores.inbox.list(person, { kind: query.kind, askerIds }, pageSlice(query));
        const items: InboxItem[] = [];
        const positions: Position[] = [];
        let [size, next] = [0, page.next];
        for (const [index, entry] of page.items.entries()) {
          if (size > MAX_TEXT) {
            next = page.positions[index - 1] as Position;
            break;
          }
          const item = await readable(itemOf(stores, entry, person, clock()));
          if (item === null) continue;
          items.push(item);
          positions.push(page.positions[index] as Position);
          size += JSON.stringify(item).length;
        }
        return { ...page, items, positions, next };
      }),
  };
}

/** Removed members can share a name; keep the most recent ones. */
const MAX_NAMESAKES = 20;

/** A member's name can equal the id of a key; questions asked by that key must still match. */
async function askersNamed({ members }: Stores, nameOrId: string): Promise<readonly string[]> {
  const ids = (await members.idsMatching(nameOrId)).slice(-MAX_NAMESAKES);
  return ids.includes(nameOrId) ? ids : [...ids, nameOrId];
}

/** null when the item no longer exists. */
async function itemOf(
  stores: Stores,
  entry: Omit<InboxEntry, 'people'>,
  person: string,
  now: number,
): Promise<InboxItem | null> {
  const { kind, ref, since } = entry;
  if (kind === 'goal') {
    const goal = await stores.goals.byId(ref);
    return goal && { kind, since, task: null, goal };
  }
  if (kind === 'question') {
    const question = await stores.questions.byId(ref);
    return question && { kind, since, task: question.task, question };
  }
  const agentId = agentIdInInboxRef(ref);
  if (agentId !== null) return agentOverLimit(stores, entry, agentId, now);
  const webhookId = webhookIdInInboxRef(ref);
  if (webhookId !== null) return disabledWebhook(stores, entry, person, webhookId);
  const task = await stores.tasks.byNumber(Number(ref));
  if (!task?.waitingFor) return null;
  const { resultId, questionId } = task.waitingFor;
  const question = questionId === undefined ? null : await readable(stores.questions.byId(questionId));
  const result = resultId === undefined ? null : await readable(stores.results.byId(resultId));
  const isReviewable = kind === 'review' || result?.outcome === 'succeeded';
  const criteria = isReviewable ? await stores.criteria.of(task.taskNumber) : [];
  return {
    kind,
    since,
    task: mentionOf(task),
    waitingFor: task.waitingFor,
    ...(question && { question }),
    ...(result && { result }),
    ...(criteria.length > 0 && { criteria }),
  };
}

const WHY: Record<DisabledReason, string> = {
  gone: 'its endpoint reports that it is gone (410)',
  failing: 'its endpoint has failed for 5 days',
  creator: 'its creator is no longer an admin',
};

/** null when it has been deleted or enabled again, or the person is no longer an admin. */
async function disabledWebhook(
  { webhooks, members }: Stores,
  { kind, since }: Omit<InboxEntry, 'people'>,
  person: string,
  id: string,
): Promise<InboxItem | null> {
  if (!isAdmin(await members.byId(person))) return null;
  const webhook = await webhooks.byId(id);
  if (!webhook?.disabledReason) return null;
  const { description, disabledReason } = webhook;
  const what = `A webhook was disabled: ${WHY[disabledReason]}. Investigate, then enable or delete it.`;
  return {
    kind,
    since,
    task: null,
    webhook: { id, description, disabledReason },
    waitingFor: { kind: 'attention', who: null, what, since },
  };
}

/** null when the day of the limit has passed. */
async function agentOverLimit(
  stores: Stores,
  { kind, since }: Omit<InboxEntry, 'people'>,
  agentId: string,
  now: number,
): Promise<InboxItem | null> {
  const agent = await stores.members.byId(agentId);
  const reached = agent?.type === 'agent' ? await reachedLimit(stores, agent, now) : null;
  if (!agent || !reached) return null;
  const { name, used, perDay } = reached;
  const what = `${agent.name} has reached its limit for today: ${used} of ${perDay} (${name}). Raise the limit, or wait until tomorrow.`;
  return {
    kind,
    since,
    task: null,
    agent: memberRef(agent),
    waitingFor: { kind: 'attention', who: null, what, since },
  };
}
