import { CHAT_STATUSES } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { chatList } from '../../api/queries/chats.ts';
import { strings } from '../../strings/index.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import styles from './chat-list.module.css';
import { ChatRow } from './chat-row.tsx';

interface ChatListProps {
  /** The id of the open chat. */
  readonly open: string | undefined;
  readonly show: 'active' | 'archived';
}

/** The person's own chats, newest first. */
export function ChatList({ open, show }: ChatListProps) {
  const query = useInfiniteQuery(chatList(show));
  const Heading = open ? 'h2' : 'h1';
  return (
    <section className={styles.list} aria-label={strings().chats.list}>
      <header className={styles.header}>
        <Heading className={styles.heading}>{strings().nav.chats}</Heading>
        <Link to="/chats" search={{ new: true }} className={styles.new}>
          {strings().chats.new}
        </Link>
      </header>
      <nav className={styles.filter} aria-label={strings().chats.filter}>
        {CHAT_STATUSES.map((each) => (
          <Link
            key={each}
            to="."
            search={(before) => ({ ...before, show: each === 'archived' ? each : undefined })}
            activeOptions={{ explicitUndefined: true }}
          >
            {strings().chats[each]}
          </Link>
        ))}
      </nav>
      <PagedList
        query={query}
        empty={
          <p className={styles.none}>
            {show === 'active' ? strings().chats.none : strings().chats.noneArchived}
          </p>
        }
      >
        {(chats) => (
          <ul>
            {chats.map((chat) => (
              <li key={chat.id}>
                <ChatRow chat={chat} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
