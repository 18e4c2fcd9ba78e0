import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isClosed } from '../../../api/is-closed.ts';
import { type TaskFilter, taskCounts } from '../../../api/queries/tasks.ts';
import { strings } from '../../../strings/index.ts';
import { exact } from '../../../ui/format.ts';
import { Pencil, User } from '../../../ui/icons.ts';
import type { BoardSearch } from '../search.ts';
import styles from './view-links.module.css';

/** The lists of the person's tasks. What waits for the person is the inbox. */
const LISTS: readonly {
  readonly name: 'assigned' | 'created';
  readonly Icon: typeof User;
  readonly filter: TaskFilter;
  readonly search: BoardSearch;
}[] = [
  { name: 'assigned', Icon: User, filter: { assigned: 'me' }, search: { view: 'list', assigned: 'me' } },
  {
    name: 'created',
    Icon: Pencil,
    filter: { createdBy: 'me' },
    search: { view: 'list', more: { createdBy: 'me' } },
  },
];

/** The person's tasks, in the side bar, with the number of open ones. */
export const MyTaskLinks = ({ onGo }: { readonly onGo?: () => void }) => (
  <nav className={styles.views} aria-label={strings().views.mine}>
    <ul>
      {LISTS.map(({ name, Icon, filter, search }) => (
        <li key={name}>
          <Link
            to="/tasks"
            search={search}
            className={styles.view}
            activeOptions={{ exact: true, includeSearch: true }}
            {...(onGo && { onClick: onGo })}
          >
            <Icon /> <span className="cut">{strings().views.myTasks[name]}</span>{' '}
            <OpenCount filter={filter} />
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

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
