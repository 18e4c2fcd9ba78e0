import type { Notification } from '@tandem/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { itemsOf } from '../../api/queries/lists.ts';
import { useNameOf } from '../../api/queries/members.ts';
import { notifications, unreadCount } from '../../api/queries/notifications.ts';
import { tandem } from '../../api/tandem.ts';
import { TaskLink } from '../../features/tasks/task-link.tsx';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { useChange } from '../../ui/change.ts';
import { Bell } from '../../ui/icons.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Tag } from '../../ui/tag.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import styles from './notifications.module.css';

const words = () => strings().shell.notifications;

/** The bell: unread count and list of notifications about subscribed tasks. Hidden without permission. */
export function Notifications() {
  const { data: unread, isError } = useQuery(unreadCount);
  if (isError) return null;
  return (
    <Popover
      label={words().title}
      button={
        <span className={styles.bell}>
          <Bell />
          <span className="visually-hidden">{words().title}</span>
          {unread && (
            <span className={styles.count}>
              {unread}
              <span className="visually-hidden"> {words().unread}</span>
            </span>
          )}
        </span>
      }
      className={styles.popover}
    >
      {(close) => <NotificationList close={close} />}
    </Popover>
  );
}

function NotificationList({ close }: { close: () => void }) {
  const query = useInfiniteQuery(notifications);
  const readAll = useChange({
    send: () => tandem.notifications.markAllRead(),
    invalidates: ['notifications'],
  });
  return (
    <section className="stack-l">
      <header className={styles.header}>
        <h2>{words().title}</h2>
        {itemsOf(query.data).some(({ readAt }) => readAt === null) && (
          <Button quiet disabled={readAll.isPending} onClick={() => readAll.mutate()}>
            {words().readAll}
          </Button>
        )}
      </header>
      <PagedList query={query} empty={<p className="soft">{words().none}</p>}>
        {(items) => (
          <ul>
            {items.map((item) => (
              <Item key={item.id} item={item} close={close} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

/** Opening the task marks the notification as read. */
function Item({ item, close }: { item: Notification; close: () => void }) {
  const { id, task, actor, reason, excerpt, readAt, createdAt } = item;
  const nameOf = useNameOf();
  const read = useChange({ send: () => tandem.notifications.markRead(id), invalidates: ['notifications'] });
  return (
    <li className={styles.item}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the link inside it is what is pressed. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link is pressed by keys as well. */}
      <div
        onClick={() => {
          if (readAt === null) read.mutate();
          close();
        }}
      >
        <TaskLink task={task} />
      </div>
      <p className="soft">
        {readAt === null && <Tag tone="good">{words().isNew}</Tag>} {sentence(item, nameOf(actor.name))}{' '}
        <RelativeTime at={createdAt} />
      </p>
      {(excerpt ?? reason) && <p>{excerpt ?? reason}</p>}
    </li>
  );
}

function sentence({ kind, from, to }: Notification, by: string): string {
  const { status } = strings();
  if (kind === 'moved') return from && to ? words().moved(by, status[from], status[to]) : '';
  return words()[kind](by);
}
