import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { me } from '../../api/queries/me.ts';
import { Palette } from '../../features/palette/palette.tsx';
import { NewTask } from '../../features/tasks/new/new-task.tsx';
import { strings } from '../../strings/index.ts';
import { useTicks } from '../../ui/time.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { useArrival } from './arrival.ts';
import { Away } from './away.tsx';
import { useLive } from './live.ts';
import { Nav } from './nav.tsx';
import { Notifications } from './notifications.tsx';
import { Person } from './person.tsx';
import styles from './shell.module.css';

/** The frame of every page: navigation, person, notifications, and connection state. */
export function Shell() {
  const { data } = useSuspenseQuery(me);
  const standing = useLive(data.key.id);
  const { main, said } = useArrival();
  useTicks();
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {strings().shell.skip}
      </button>
      <header className={styles.side}>
        <p className={styles.workspace}>
          <span
            className={styles.standing}
            data-standing={standing}
            role="img"
            aria-label={strings().connection[standing]}
            title={strings().connection[standing]}
          />
          <span className="cut">{data.workspace.name}</span>
        </p>
        <Palette />
        <Nav />
        <div className={styles.foot}>
          <Person caller={data.caller} />
          <Notifications />
        </div>
      </header>
      <main className={styles.main} id="main" ref={main} tabIndex={-1}>
        {standing !== 'live' && <Away standing={standing} />}
        <Outlet />
      </main>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
      <NewTask />
      <Toaster />
    </div>
  );
}
