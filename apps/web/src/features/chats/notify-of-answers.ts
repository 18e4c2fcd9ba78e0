import type { Event } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { toast } from '../../ui/toasts.ts';

interface Reader {
  /** The current path. */
  readonly path: string;
  readonly open: (chatId: string) => void;
}

/** Shows a toast when an answer arrives or fails while the person is on another page. */
export function notifyOfAnswers(events: readonly Event[], { path, open }: Reader): void {
  if (document.visibilityState !== 'visible') return;
  for (const { type, actor, entity } of events) {
    const isAnswer = type === 'chat.turn.completed' || type === 'chat.turn.failed';
    if (!isAnswer || actor.type !== 'agent' || path.endsWith(`/chats/${entity.id}`)) continue;
    toast({
      text:
        type === 'chat.turn.completed'
          ? strings().chats.answered(actor.name)
          : strings().chats.failed(actor.name),
      action: { text: strings().chats.show, act: () => open(entity.id) },
    });
  }
}
