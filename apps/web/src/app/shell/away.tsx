import { useEffect, useState } from 'react';
import type { Standing } from '../../live/stream.ts';
import { strings } from '../../strings/index.ts';
import styles from './shell.module.css';

/** A stream is taken up anew now and then, by proxies or a restart: only what lasts is worth a word. */
const WORTH_TELLING_MS = 3_000;

/** That what is shown may have changed. */
export function Away({ standing }: { standing: Standing }) {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasts(true), WORTH_TELLING_MS);
    return () => clearTimeout(timer);
  }, []);
  // Without a network the system says so as well: at once, and for sure.
  return lasts || standing === 'offline' ? (
    <p className={styles.away} role="status">
      {strings.standing[standing]}
    </p>
  ) : null;
}
