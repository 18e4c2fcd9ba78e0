import { useEffect, useState } from 'react';
import type { ConnectionState } from '../../live/tab.ts';
import { storedAt } from '../../offline/state.ts';
import { usePageState } from '../../state/page-state.ts';
import { strings } from '../../strings/index.ts';
import { clockTime, useNow } from '../../ui/time.tsx';
import styles from './shell.module.css';

/** Proxies and restarts interrupt streams briefly; only longer interruptions are worth a message. */
const MIN_OUTAGE_MS = 3_000;

/** Warns that the page may be out of date. */
export function ConnectionBanner({ state }: { state: ConnectionState }) {
  const shownAt = usePageState(storedAt);
  const now = useNow();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), MIN_OUTAGE_MS);
    return () => clearTimeout(timer);
  }, []);
  // The browser reports a lost network immediately and reliably.
  return isLong || state === 'offline' || shownAt !== null ? (
    <p className={styles.away} role="status">
      {shownAt === null ? strings().connection[state] : strings().offlineSince(clockTime(shownAt, now))}
    </p>
  ) : null;
}
