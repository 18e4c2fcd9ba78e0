import type { Claim } from '../claims/claim.ts';
import type { Agent } from '../members/member.ts';
import { mentionedNames } from '../members/mentions.ts';
import { MENTION_TEXT, type Mention, shownId } from '../notifications/notification.ts';
import type { Stores } from '../ports.ts';
import { fold } from '../shared/text.ts';

/** Maximum reads of unread mentions; others of them were edited away. */
const MAX_READS = 100;
/** Maximum events of an agent that are searched for earlier names. */
const MAX_EVENTS = 100;

/**
 * Hands an agent its oldest unread mentions, which are read from then on. Mentions that the text has lost since are
 * read as well, but not handed out.
 */
export async function takeMentions(
  stores: Stores,
  agent: Agent,
  { atMost, now }: { readonly atMost: number; readonly now: number },
): Promise<readonly Mention[]> {
  const { notifications } = stores;
  const taken = new Map<string, Mention>();
  for (let reads = 0; taken.size < atMost && reads < MAX_READS; reads++) {
    const mentions = await notifications.mentions(agent.id, atMost - taken.size);
    const last = mentions.at(-1);
    if (!last) break;
    await notifications.markMentionsRead(agent.id, last.id, now);
    for (const mention of mentions) {
      const place = `${mention.taskNumber} ${mention.commentId}`;
      if (!taken.has(place) && (await isMentioned(stores, agent, mention))) taken.set(place, mention);
    }
  }
  return [...taken.values()].map((mention) => ({ ...mention, id: shownId(agent.id, mention.id) }));
}

/** Whether the text still has the name of the agent, or one that it had since. */
async function isMentioned(stores: Stores, agent: Agent, mention: Mention): Promise<boolean> {
  const found = mentionedNames(await wholeText(stores, mention)).flat();
  if (found.length === 0) return false;
  if (found.includes(fold(agent.name))) return true;
  const { events } = await stores.events.ofEntityAfter('agent', agent.id, Number(mention.id), MAX_EVENTS);
  const earlier = events.flatMap(({ changes }) => changes.filter(({ field }) => field === 'name'));
  return earlier.some(({ oldValue }) => oldValue !== null && found.includes(fold(oldValue)));
}

async function wholeText(
  { tasks, comments }: Pick<Stores, 'tasks' | 'comments'>,
  { taskNumber, commentId, text }: Mention,
): Promise<string | null> {
  if (text.length < MENTION_TEXT) return text;
  if (commentId === null) return (await tasks.byNumber(taskNumber))?.description ?? null;
  return (await comments.byId(taskNumber, commentId))?.body ?? null;
}

/** Makes the mentions in a briefing unread, because the briefing may not have arrived. */
export const returnMentions = (
  { notifications }: Pick<Stores, 'notifications'>,
  { agent, claimedAt }: Pick<Claim, 'agent' | 'claimedAt'>,
): Promise<void> => notifications.markMentionsUnread(agent.id, claimedAt);
