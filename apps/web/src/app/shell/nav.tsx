import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { inboxCount } from '../../api/queries/inbox.ts';
import { MyTaskLinks } from '../../features/tasks/views/my-task-links.tsx';
import { useShownView } from '../../features/tasks/views/shown-view.ts';
import { ViewLinks } from '../../features/tasks/views/view-links.tsx';
import { strings } from '../../strings/index.ts';
import { Menu } from '../../ui/icons.ts';
import { AT_HAND, type NavPage, PAGES } from '../../ui/pages.ts';
import { Popover } from '../../ui/popover.tsx';
import links from '../../ui/side-links.module.css';
import { FavoriteLinks } from './favorite-links.tsx';
import styles from './nav.module.css';

/** The main navigation; on a phone, the bar at the bottom. */
export function Nav() {
  return (
    <nav className={styles.nav} aria-label={strings().nav.label}>
      <ul>
        {PAGES.map((page, i) => (
          <li key={page.to} data-rest={i >= AT_HAND || undefined}>
            <PageLink page={page} />
          </li>
        ))}
      </ul>
      <div className={styles.views}>
        <MyTaskLinks />
        <FavoriteLinks />
        <ViewLinks />
      </div>
      <div className={styles.more}>
        <Popover label={strings().more} button={<MoreButton />} className={styles.rest}>
          {(close) => (
            <>
              <ul>
                {PAGES.slice(AT_HAND).map((page) => (
                  <li key={page.to}>
                    <PageLink page={page} onGo={close} />
                  </li>
                ))}
              </ul>
              <MyTaskLinks onGo={close} />
              <FavoriteLinks onGo={close} />
              <ViewLinks onGo={close} />
            </>
          )}
        </Popover>
      </div>
    </nav>
  );
}

const MoreButton = () => (
  <>
    <Menu />
    {strings().more}
  </>
);

/** Higher counts are shown as “99+”. */
const MAX_COUNT = 99;

interface PageLinkProps {
  readonly page: NavPage;
  readonly onGo?: () => void;
}

function PageLink({ page: { to, name, Icon }, onGo }: PageLinkProps) {
  const isShownByView = useShownView() !== undefined && to === '/tasks';
  return (
    <Link
      to={to}
      {...(onGo && { onClick: onGo })}
      className={links.link}
      // A saved view has a link of its own.
      activeOptions={isShownByView ? { exact: true, includeSearch: true } : { exact: to === '/' }}
      activeProps={{ 'aria-current': 'page' }}
    >
      <Icon />
      {strings().nav[name]}
      {to === '/' && <InboxCount />}
    </Link>
  );
}

/** The number of entries that wait for the person. */
function InboxCount() {
  const count = useInfiniteQuery(inboxCount).data?.pages[0]?.total;
  if (!count) return null;
  return (
    <span className={`${links.count} ${styles.badge}`}>{count > MAX_COUNT ? `${MAX_COUNT}+` : count}</span>
  );
}
