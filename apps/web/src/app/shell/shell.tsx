import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { me } from '../../api/queries/me.ts';
import { Palette } from '../../features/palette/palette.tsx';
import { useLook } from '../../features/preferences/use-preferences.ts';
import { AskAboutChildren } from '../../features/tasks/ask-children.tsx';
import { NewTask } from '../../features/tasks/new/new-task.tsx';
import { QuickEdit } from '../../features/tasks/quick-edit/quick-edit.tsx';
import { strings } from '../../strings/index.ts';
import { useTicks } from '../../ui/time.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { useLive } from './live.ts';
import { Nav } from './nav.tsx';
import { Notifications } from './notifications.tsx';
import { Person } from './person.tsx';
import styles from './shell.module.css';
import { useFocusHeading } from './use-focus-heading.ts';

/** The frame of every page: navigation, person, notifications, and connection state. */
export function Shell() {
  const { data } = useSuspenseQuery(me);
  const connection = useLive(data.key.id);
  const { main, announcement } = useFocusHeading();
  useTicks();
  useLook();
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {strings().shell.skip}
      </button>
      <header className={styles.side}>
        <p className={styles.workspace}>
          <span
            className={styles.connection}
            data-state={connection}
            role="img"
            aria-label={strings().connection[connection]}
            title={strings().connection[connection]}
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
        {connection !== 'live' && <ConnectionBanner state={connection} />}
        <Outlet />
      </main>
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
      <NewTask />
      <QuickEdit />
      <AskAboutChildren />
      <Toaster />
    </div>
  );
}
