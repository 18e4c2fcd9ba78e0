import { INITIATIVE_STATUSES } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { goalList } from '../../api/queries/goals.ts';
import { initiative as initiativeQuery } from '../../api/queries/initiatives.ts';
import { projectList } from '../../api/queries/projects.ts';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { Section } from '../../ui/section.tsx';
import { optionsOf, Select } from '../../ui/select.tsx';
import { GoalRow } from '../goals/goal-row.tsx';
import { PlanPage } from '../plans/plan-page.tsx';
import styles from '../plans/plans.module.css';
import { Progress } from '../plans/progress.tsx';
import { Times } from '../plans/times.tsx';
import { ProjectRow } from '../projects/project-row.tsx';
import { completionOf, mixOf } from './progress.ts';

const route = getRouteApi('/shell/initiatives/$initiativeId');

/** An initiative: its purpose, projects and goals. */
export function InitiativePage() {
  const { initiativeId } = route.useParams();
  const { initiatives, plans } = strings();
  return (
    <PlanPage
      id={initiativeId}
      kind="initiatives"
      query={initiativeQuery(initiativeId)}
      operations={tandem.initiatives}
      name="name"
      shows={['name', 'status']}
      deleteReads={['projects', 'goals']}
      fields={(initiative, { edit, locked }) => (
        <>
          <Select
            label={plans.status}
            value={initiative.status}
            options={optionsOf(INITIATIVE_STATUSES, initiatives.status)}
            onChange={(status) => edit({ status })}
            disabled={locked}
          />
          <Times of={initiative} />
        </>
      )}
    >
      {(initiative, { text }) => (
        <>
          <Progress {...completionOf(initiative)} mix={mixOf(initiative.projectStatuses)} />
          {text('description', plans.description, plans.noDescription)}
          <Projects initiativeId={initiativeId} />
          <Goals initiativeId={initiativeId} />
        </>
      )}
    </PlanPage>
  );
}

function Projects({ initiativeId }: { initiativeId: string }) {
  const query = useInfiniteQuery(projectList({ initiativeId }));
  return (
    <Section title={strings().initiatives.projects}>
      <PagedList query={query} empty={<p className={styles.soft}>{strings().initiatives.noProjects}</p>}>
        {(all) => (
          <ul className={styles.rows}>
            {all.map((each) => (
              <ProjectRow key={each.id} project={each} />
            ))}
          </ul>
        )}
      </PagedList>
    </Section>
  );
}

function Goals({ initiativeId }: { initiativeId: string }) {
  const query = useInfiniteQuery(goalList({ initiativeId }));
  return (
    <Section title={strings().initiatives.goals}>
      <PagedList query={query} empty={<p className={styles.soft}>{strings().initiatives.noGoals}</p>}>
        {(all) => (
          <ul className={styles.rows}>
            {all.map((each) => (
              <GoalRow key={each.id} goal={each} />
            ))}
          </ul>
        )}
      </PagedList>
    </Section>
  );
}
