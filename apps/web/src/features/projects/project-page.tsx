import { getRouteApi } from '@tanstack/react-router';
import { project as projectQuery } from '../../api/queries/projects.ts';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { PlanPage } from '../plans/plan-page.tsx';
import { Progress } from '../plans/progress.tsx';
import { BurnUpChart } from './burn-up-chart.tsx';
import { completionOf, mixOf } from './progress.ts';
import { ProjectFields } from './project-fields.tsx';
import { ProjectTasks } from './project-tasks.tsx';

const route = getRouteApi('/shell/projects/$projectId');

/** A project: its progress, description, burn-up and tasks. */
export function ProjectPage() {
  const { projectId } = route.useParams();
  const { plans } = strings();
  return (
    <PlanPage
      id={projectId}
      kind="projects"
      query={projectQuery(projectId)}
      operations={tandem.projects}
      name="title"
      shows={['title', 'status', 'color']}
      fields={(project, { edit, locked }) => <ProjectFields project={project} edit={edit} locked={locked} />}
    >
      {(project, { text }) => (
        <>
          <Progress {...completionOf(project.taskCounts)} mix={mixOf(project.taskCounts)} />
          {text('description', plans.description, plans.noDescription)}
          {project.taskCounts.total > 0 && <BurnUpChart project={project} />}
          <ProjectTasks project={project} />
        </>
      )}
    </PlanPage>
  );
}
