import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { chat as chatQuery } from '../../api/queries/chats.ts';
import { strings } from '../../strings/index.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { useTitle } from '../../ui/page.tsx';
import { ChatHeader } from './chat-header.tsx';
import styles from './chats.module.css';
import { Conversation } from './conversation.tsx';

const route = getRouteApi('/shell/chats/$chatId');

/** A chat: its messages and the composer. */
export function ChatPage() {
  const { chatId } = route.useParams();
  const { data: chat, error, refetch } = useQuery(chatQuery(chatId));
  useTitle(chat?.title ?? strings().nav.chats);
  if (error && !chat) {
    return (
      <div className={styles.pane}>
        <LoadError error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <div className={styles.pane}>
      {chat && <ChatHeader chat={chat} />}
      {chat && <Conversation key={chat.id} chat={chat} />}
    </div>
  );
}
