import { PROJECT_STATUSES } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { projectList } from '../../api/queries/projects.ts';
import { strings } from '../../strings/index.ts';
import { optionsOf, Select } from '../../ui/select.tsx';
import styles from '../plans/plans.module.css';
import { PlansPage } from '../plans/plans-page.tsx';
import { NewProject } from './new-project.tsx';
import { ProjectRow } from './project-row.tsx';

const route = getRouteApi('/shell/projects');

/** All projects that are not archived, newest first, and how far each is. */
export function ProjectsPage() {
  const { status, new: isNew } = route.useSearch();
  const navigate = route.useNavigate();
  const { projects, plans } = strings();
  const filter = status ? { status } : {};
  return (
    <PlansPage
      kind="projects"
      query={useInfiniteQuery(projectList(filter))}
      toolbar={
        <>
          <Select
            bare
            label={plans.status}
            value={status ?? ''}
            options={[{ value: '', text: plans.anyStatus }, ...optionsOf(PROJECT_STATUSES, projects.status)]}
            onChange={(to) => void navigate({ search: to === '' ? {} : { status: to } })}
          />
          <p className={styles.soft}>
            <Link to="/search" search={{ types: 'project', archived: true }}>
              {projects.archivedSearchHint}
            </Link>
          </p>
        </>
      }
      noneWithStatus={status && <p>{projects.noneWithStatus}</p>}
      rowOf={(project) => <ProjectRow key={project.id} project={project} withInitiative />}
      New={NewProject}
      isNew={isNew}
      onNew={(open) => void navigate({ search: { ...filter, ...(open && { new: true }) }, replace: true })}
    />
  );
}
