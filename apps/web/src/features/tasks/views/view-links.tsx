import { Link } from '@tanstack/react-router';
import { useViews } from '../../../api/queries/views.ts';
import { strings } from '../../../strings/index.ts';
import { Layers2 } from '../../../ui/icons.ts';
import styles from '../../../ui/side-links.module.css';
import { searchOf } from './query.ts';
import { useShownView } from './shown-view.ts';

/** The saved views, in the side bar. */
export function ViewLinks({ onGo }: { readonly onGo?: () => void }) {
  const views = useViews();
  const shown = useShownView();
  if (views.length === 0) return null;
  return (
    <nav className={styles.links} aria-label={strings().views.title}>
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <Link
              to="/tasks"
              search={searchOf(view)}
              className={styles.link}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={shown?.id === view.id ? 'page' : undefined}
              {...(onGo && { onClick: onGo })}
            >
              <Layers2 /> <span className="cut">{view.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
