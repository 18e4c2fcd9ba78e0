import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { projectList } from '../../api/queries/projects.ts';
import { useMay } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Select } from '../../ui/fields.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Page } from '../../ui/page.tsx';
import styles from '../plans/plans.module.css';
import { NewProject } from './new-project.tsx';
import { projectStatuses } from './progress.ts';
import { ProjectRow } from './project-row.tsx';

const route = getRouteApi('/shell/projects');

/** All projects that are not archived, newest first, and how far each is. */
export function ProjectsPage() {
  const { status, new: isNew } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(projectList(status ? { status } : {}));
  const may = useMay('tasks:write');
  const { projects, plans } = strings();
  const turn = (open: boolean) =>
    void navigate({ search: ({ new: _, ...rest }) => (open ? { ...rest, new: true } : rest), replace: true });
  return (
    <Page
      title={strings().nav.projects}
      actions={
        may && (
          <Button primary onClick={() => turn(true)}>
            {projects.new}
          </Button>
        )
      }
    >
      <div className={styles.toolbar}>
        <Select
          bare
          label={plans.status}
          value={status ?? ''}
          options={[{ value: '', text: plans.anyStatus }, ...projectStatuses()]}
          onChange={(to) => void navigate({ search: to === '' ? {} : { status: to } })}
        />
        <p className={styles.soft}>
          <Link to="/search" search={{ types: 'project', archived: true }}>
            {projects.archivedSearchHint}
          </Link>
        </p>
      </div>
      <Listed
        query={query}
        empty={
          status ? <p>{projects.noneWithStatus}</p> : <Empty title={projects.none} hint={projects.noneHint} />
        }
      >
        {(all) => (
          <ul className={styles.rows}>
            {all.map((each) => (
              <ProjectRow key={each.id} project={each} withInitiative />
            ))}
          </ul>
        )}
      </Listed>
      <NewProject open={may && isNew === true} onClose={() => turn(false)} />
    </Page>
  );
}
