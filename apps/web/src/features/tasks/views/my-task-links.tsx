import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isClosed } from '../../../api/is-closed.ts';
import { type TaskFilter, taskCounts } from '../../../api/queries/tasks.ts';
import { strings } from '../../../strings/index.ts';
import { exact } from '../../../ui/format.ts';
import { Pencil, User } from '../../../ui/icons.ts';
import styles from '../../../ui/side-links.module.css';
import { MY_LISTS, useShownView } from './shown-view.ts';

const ICONS = { assigned: User, created: Pencil };

/** The person's tasks, in the side bar, with the number of open ones. */
export function MyTaskLinks({ onGo }: { readonly onGo?: () => void }) {
  const shown = useShownView();
  return (
    <nav className={styles.links} aria-label={strings().views.mine}>
      <ul>
        {MY_LISTS.map(({ id, filter }) => {
          const Icon = ICONS[id];
          return (
            <li key={id}>
              <Link
                to="/tasks"
                search={{ view: 'list', ...filter }}
                className={styles.link}
                activeOptions={{ exact: true, includeSearch: true }}
                aria-current={shown?.id === id ? 'page' : undefined}
                {...(onGo && { onClick: onGo })}
              >
                <Icon /> <span className="cut">{strings().views.myTasks[id]}</span>{' '}
                <OpenCount filter={filter} />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function OpenCount({ filter }: { readonly filter: TaskFilter }) {
  const { data } = useQuery(taskCounts(filter));
  if (!data) return null;
  const open = Object.entries(data.byStatus)
    .filter(([status]) => !isClosed(status))
    .reduce((sum, [, count]) => sum + count, 0);
  if (open === 0) return null;
  const isMore = open > data.max || !data.exact;
  return (
    <span className={styles.count}>
      {exact(Math.min(open, data.max))}
      {isMore && '+'}
    </span>
  );
}
