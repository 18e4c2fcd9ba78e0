import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { agent } from '../../api/queries/agents.ts';
import { usePreferences } from '../../api/queries/preferences.ts';
import { project } from '../../api/queries/projects.ts';
import { useViews } from '../../api/queries/views.ts';
import type { Favorite } from '../../features/preferences/favorite-star.tsx';
import { searchOf } from '../../features/tasks/views/query.ts';
import { strings } from '../../strings/index.ts';
import { Star } from '../../ui/icons.ts';
import styles from '../../ui/side-links.module.css';

interface FavoriteLinkProps {
  readonly id: string;
  readonly onGo?: (() => void) | undefined;
}

/** The person's favorites, in the side bar. One that can't be read is left out. */
export function FavoriteLinks({ onGo }: { readonly onGo?: () => void }) {
  const favorites = usePreferences()?.favorites ?? [];
  if (favorites.length === 0) return null;
  return (
    <nav className={styles.links} aria-label={strings().preferences.favorites}>
      <ul>
        {favorites.map(({ kind, id }) => {
          const FavoriteLink = LINKS[kind];
          return <FavoriteLink key={`${kind} ${id}`} id={id} onGo={onGo} />;
        })}
      </ul>
    </nav>
  );
}

const LINKS: Readonly<Record<Favorite['kind'], (props: FavoriteLinkProps) => React.ReactNode>> = {
  project: function ProjectLink({ id, onGo }) {
    const { data } = useQuery(project(id));
    return (
      data && (
        <li>
          <Link
            to="/projects/$projectId"
            params={{ projectId: id }}
            className={styles.link}
            activeProps={{ 'aria-current': 'page' }}
            {...(onGo && { onClick: onGo })}
          >
            <Star /> <span className="cut">{data.title}</span>
          </Link>
        </li>
      )
    );
  },
  agent: function AgentLink({ id, onGo }) {
    const { data } = useQuery(agent(id));
    return (
      data && (
        <li>
          <Link
            to="/agents/$agentId"
            params={{ agentId: id }}
            className={styles.link}
            activeProps={{ 'aria-current': 'page' }}
            {...(onGo && { onClick: onGo })}
          >
            <Star /> <span className="cut">{data.displayName}</span>
          </Link>
        </li>
      )
    );
  },
  view: function ViewLink({ id, onGo }) {
    const view = useViews().find((each) => each.id === id);
    return (
      view && (
        <li>
          <Link
            to="/tasks"
            search={searchOf(view)}
            className={styles.link}
            activeOptions={{ exact: true, includeSearch: true }}
            {...(onGo && { onClick: onGo })}
          >
            <Star /> <span className="cut">{view.name}</span>
          </Link>
        </li>
      )
    );
  },
};
