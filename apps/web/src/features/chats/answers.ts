import type { Event } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { toast } from '../../ui/toasts.ts';

interface Reader {
  /** The path that is open. */
  readonly path: string;
  readonly open: (chatId: string) => void;
}

/** Tells somebody who is at another place of the page that an answer has come, or none will. */
export function tellAnswers(events: readonly Event[], { path, open }: Reader): void {
  if (document.visibilityState !== 'visible') return;
  for (const { type, actor, entity } of events) {
    const isAnswer = type === 'chat.turn.completed' || type === 'chat.turn.failed';
    if (!isAnswer || actor.type !== 'agent' || path.endsWith(`/chats/${entity.id}`)) continue;
    toast({
      text:
        type === 'chat.turn.completed'
          ? strings.chats.answered(actor.name)
          : strings.chats.couldNot(actor.name),
      action: { text: strings.chats.show, act: () => open(entity.id) },
    });
  }
}
