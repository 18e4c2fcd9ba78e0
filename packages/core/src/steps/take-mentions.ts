import type { Claim } from '../claims/claim.ts';
import { type Mention, shownId } from '../notifications/notification.ts';
import type { Stores } from '../ports.ts';

/** Hands an agent its oldest unread mentions, which are read from then on. */
export async function takeMentions(
  { notifications }: Pick<Stores, 'notifications'>,
  agentId: string,
  { atMost, now }: { readonly atMost: number; readonly now: number },
): Promise<readonly Mention[]> {
  const mentions = await notifications.mentions(agentId, atMost);
  const last = mentions.at(-1);
  if (!last) return [];
  await notifications.markMentionsRead(agentId, last.id, now);
  return mentions.map((mention) => ({ ...mention, id: shownId(agentId, mention.id) }));
}

/** Makes the mentions in a briefing unread, because the briefing may not have arrived. */
export const returnMentions = (
  { notifications }: Pick<Stores, 'notifications'>,
  { agent, claimedAt }: Pick<Claim, 'agent' | 'claimedAt'>,
): Promise<void> => notifications.markMentionsUnread(agent.id, claimedAt);
