import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { me } from '../../api/queries/me.ts';
import { refresh } from '../../live/refresh.ts';
import { followEvents, type Standing } from '../../live/stream.ts';
import { Toaster } from '../../ui/toaster.tsx';
import { texts } from '../texts/index.ts';
import styles from './shell.module.css';

const PLACES = [
  { to: '/', text: texts.nav.inbox },
  { to: '/tasks', text: texts.nav.tasks },
  { to: '/projects', text: texts.nav.projects },
  { to: '/initiatives', text: texts.nav.initiatives },
  { to: '/goals', text: texts.nav.goals },
  { to: '/agents', text: texts.nav.agents },
  { to: '/chats', text: texts.nav.chats },
  { to: '/settings', text: texts.nav.settings },
] as const;

/** What stands around every page: where one can go, who one is, and whether what is shown is live. */
export function Shell() {
  const { data } = useSuspenseQuery(me);
  const standing = useLive(data.workspace.id);
  return (
    <div className={styles.shell}>
      <nav className={styles.nav} aria-label={texts.nav.label}>
        <p className={styles.workspace}>{data.workspace.name}</p>
        <ul>
          {PLACES.map(({ to, text }) => (
            <li key={to}>
              <Link
                to={to}
                className={styles.place}
                activeOptions={{ exact: to === '/' }}
                activeProps={{ 'aria-current': 'page' }}
              >
                {text}
              </Link>
            </li>
          ))}
        </ul>
        <p className={styles.person}>
          <span>{data.caller.displayName}</span>
          <span className={styles.standing} data-standing={standing} title={texts.standing[standing]} />
        </p>
      </nav>
      <main className={styles.main} id="main">
        {standing !== 'live' && <Away standing={standing} />}
        <Outlet />
      </main>
      <Toaster />
    </div>
  );
}

/** A stream is taken up anew now and then, by proxies or a restart: only what lasts is worth a word. */
const WORTH_TELLING_MS = 3_000;

function Away({ standing }: { standing: Standing }) {
  const [told, setTold] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTold(true), WORTH_TELLING_MS);
    return () => clearTimeout(timer);
  }, []);
  return told ? (
    <p className={styles.away} role="status">
      {texts.standing[standing]}
    </p>
  ) : null;
}

function useLive(workspaceId: string): Standing {
  const queries = useQueryClient();
  const [standing, setStanding] = useState<Standing>('connecting');
  useEffect(
    () =>
      followEvents(workspaceId, {
        onEvents: (events) => refresh(queries, events),
        onGap: () => void queries.invalidateQueries(),
        onStanding: setStanding,
      }),
    [workspaceId, queries],
  );
  return standing;
}
