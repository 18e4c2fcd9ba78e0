import type { Caller } from '../../access/caller.ts';
import type { FieldChange } from '../../events/event.ts';
import type { Ports } from '../../ports.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { LIMITS, nameProblem } from '../../shared/text.ts';
import { asAfterRemoval } from '../../steps/replies.ts';
import { turnKeeper } from '../../steps/save-turn.ts';
import { ended, isPending, type Turn } from '../../turns/turn.ts';
import type { Chat, ChatStatus } from '../chat.ts';
import { chatRecorder, requireChat } from './own-chat.ts';

/** Titles are private to the person: the log only records that the title changed. */
const TITLE_CHANGE: FieldChange = { field: 'title', oldValue: null, newValue: null };

/** Renames, archives and deletes chats. */
export function chatChanges(ports: Ports) {
  const { storage, clock } = ports;
  const turns = turnKeeper(ports);
  const recordChat = chatRecorder(ports);

  const setStatus = (caller: Caller, id: string, status: ChatStatus): Promise<Chat> =>
    storage.write(caller.workspaceId, async (stores) => {
      const before = await requireChat(stores, caller, id);
      if (before.status === status) return before;
      const now = clock();
      const open = status === 'archived' ? await stores.turns.openOf(id) : null;
      if (open) await turns.save(stores, caller, canceled(await asAfterRemoval(stores, open), now));
      const after: Chat = {
        ...before,
        status,
        archivedAt: status === 'archived' ? now : null,
        updatedAt: now,
        activeTurn: null,
      };
      await stores.chats.update(after);
      await recordChat(stores, caller, {
        chat: after,
        action: status === 'archived' ? 'archived' : 'unarchived',
      });
      return after;
    });

  return {
    rename: (caller: Caller, id: string, { title }: { title: string }): Promise<Chat> =>
      storage.write(caller.workspaceId, async (stores) => {
        const before = await requireChat(stores, caller, id);
        refuseProblems({ title: nameProblem(title, LIMITS.chatTitle) });
        if (title.trim() === before.title) return before;
        const after = { ...before, title: title.trim(), updatedAt: clock() };
        await stores.chats.update(after);
        await recordChat(stores, caller, { chat: after, action: 'updated', changes: [TITLE_CHANGE] });
        return after;
      }),
    /** Cancels the open turn; repeatable. */
    archive: (caller: Caller, id: string) => setStatus(caller, id, 'archived'),
    /** Repeatable. */
    unarchive: (caller: Caller, id: string) => setStatus(caller, id, 'active'),
    /** Permanently deletes the chat and its messages; files stay. */
    delete: (caller: Caller, id: string): Promise<void> =>
      storage.write(caller.workspaceId, async (stores) => {
        const chat = await requireChat(stores, caller, id);
        const open = await stores.turns.openOf(id);
        if (open) await turns.save(stores, caller, canceled(await asAfterRemoval(stores, open), clock()));
        await stores.chats.delete(id);
        await recordChat(stores, caller, { chat, action: 'deleted' });
      }),
  };
}

/** A turn that has already ended stays as it is. */
export const canceled = (turn: Turn, now: number): Turn =>
  isPending(turn) ? ended(turn, 'canceled', now) : turn;
