import { Link } from '@tanstack/react-router';
import { useViews } from '../../../api/queries/views.ts';
import { strings } from '../../../strings/index.ts';
import { searchOf } from './query.ts';
import styles from './view-links.module.css';

/** The person's tasks and the saved views, in the side bar. */
export function ViewLinks({ onGo }: { readonly onGo?: () => void }) {
  const views = useViews();
  const go = onGo && { onClick: onGo };
  return (
    <nav className={styles.views} aria-label={strings().views.title}>
      <ul>
        <li>
          <Link
            to="/tasks"
            search={{ view: 'list', assigned: 'me' }}
            className={styles.view}
            activeOptions={{ exact: true, includeSearch: true }}
            {...go}
          >
            {strings().views.mine}
          </Link>
        </li>
        {views.map((view) => (
          <li key={view.id}>
            <Link
              to="/tasks"
              search={searchOf(view)}
              className={styles.view}
              activeOptions={{ exact: true, includeSearch: true }}
              {...go}
            >
              {view.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
