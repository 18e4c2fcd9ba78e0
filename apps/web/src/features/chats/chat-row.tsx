import type { Chat } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';
import { AgentAvatar } from '../../ui/member-name.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import styles from './chat-list.module.css';

/** A chat in the list: agent, title, and whether an answer is in progress. */
export function ChatRow({ chat: { id, title, agent, lastMessageAt, activeTurn } }: { chat: Chat }) {
  return (
    <Link
      to="/chats/$chatId"
      params={{ chatId: id }}
      search={({ show }) => ({ show })}
      className={styles.row}
      activeProps={{ 'aria-current': 'page' }}
    >
      <AgentAvatar name={agent.name} displayName={agent.displayName} />
      <span className={styles.title}>{title}</span>
      <span className={styles.when}>
        <RelativeTime at={lastMessageAt} />
      </span>
      <span className={styles.about}>
        {agent.displayName}
        {activeTurn && (
          <span className={styles.state} data-state={activeTurn.state}>
            {activeTurn.state === 'running' ? strings().chats.rowRunning : strings().chats.rowQueued}
          </span>
        )}
      </span>
    </Link>
  );
}
