import { Refusal } from '../shared/refusal.ts';
import type { Caller } from './caller.ts';
import { KINDS_THAT_CHAT } from './keys.ts';

/** The person whose chats a key can access, or null (docs/rules.md, Keys). */
export const chatPersonOf = (caller: Caller): string | null =>
  KINDS_THAT_CHAT.includes(caller.key.kind) ? caller.inboxId : null;

/**
 * 403 for a kind of key without access to chats, then for a workspace whose plan excludes them (docs/rules.md, Keys).
 */
export function checkChatAccess(caller: Caller): void {
  if (chatPersonOf(caller) === null) {
    throw new Refusal(
      'CHAT_FORBIDDEN',
      "This kind of key cannot access chats. Use a person's own key, or a service key that the person created.",
    );
  }
  if (!caller.chatInPlan) {
    throw new Refusal(
      'PLAN_EXCLUDES_CHAT',
      "The workspace's plan does not include chat. Ask the operator of the service to turn it on.",
    );
  }
}

/** The person whose chats the caller works on; 403 as in `checkChatAccess`. */
export function requireChatPerson(caller: Caller): string {
  checkChatAccess(caller);
  return chatPersonOf(caller) as string;
}
