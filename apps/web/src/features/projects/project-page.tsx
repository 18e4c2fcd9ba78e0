import type { Project, ProjectsUpdateBody } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { project as projectQuery } from '../../api/queries/projects.ts';
import { isGone, tandem } from '../../api/tandem.ts';
import { useMay } from '../../api/who.ts';
import { strings } from '../../strings/index.ts';
import { useChange } from '../../ui/change.ts';
import { Failed } from '../../ui/failed.tsx';
import { LongText } from '../../ui/long-text/long-text.tsx';
import { Page } from '../../ui/page.tsx';
import { Shares, SharesList } from '../../ui/shares.tsx';
import { Actions } from '../plans/actions.tsx';
import { useEdit } from '../plans/edit.ts';
import styles from '../plans/plans.module.css';
import { useSaveText } from '../plans/save-text.ts';
import { Sheet } from '../plans/sheet.tsx';
import { Title } from '../plans/title.tsx';
import { BurnUpChart } from './burn-up-chart.tsx';
import { progressOf, sharesOf } from './progress.ts';
import { ProjectFields } from './project-fields.tsx';
import { ProjectTasks } from './project-tasks.tsx';

const route = getRouteApi('/shell/projects/$projectId');

/** A project: its progress, description, burn-up and tasks. */
export function ProjectPage() {
  const { projectId } = route.useParams();
  const query = projectQuery(projectId);
  const { data: project, error, refetch } = useQuery(query);
  const may = useMay('tasks:write');
  const navigate = useNavigate();
  const edit = useEdit({
    queryKey: query.queryKey,
    send: (body: ProjectsUpdateBody) => tandem.projects.update(projectId, body),
    shows: ['title', 'status', 'color'],
    list: 'projects',
  });
  const textOf = useSaveText<Project, 'description'>({
    queryKey: query.queryKey,
    read: () => tandem.projects.get(projectId),
    update: (body, options) => tandem.projects.update(projectId, body, options),
  });
  const archive = useChange({
    send: (archived: boolean) => tandem.projects[archived ? 'archive' : 'unarchive'](projectId),
    said: ({ archived, title }) =>
      archived ? strings().plans.archivedNow(title) : strings().plans.unarchivedNow(title),
    reads: ['projects', 'project'],
  });
  const remove = useChange({
    send: () => tandem.projects.delete(projectId),
    said: () => strings().projects.deleted(project?.title ?? ''),
    reads: ['projects'],
    onDone: () => void navigate({ to: '/projects' }),
  });
  if (error && (!project || isGone(error))) {
    return (
      <Page title={strings().projects.one}>
        <Failed error={error} again={() => void refetch()} />
      </Page>
    );
  }
  if (!project) return null;
  const { title, description, taskCounts, archived } = project;
  const says = progressOf(taskCounts);
  return (
    <Page
      title={title}
      heading={
        <Title
          keep={`project-title-${projectId}`}
          what={strings().plans.title}
          value={title}
          onSave={(to) => edit.mutateAsync({ title: to })}
          locked={!may}
        />
      }
      actions={
        may && (
          <Actions
            archived={archived}
            onArchive={archive.mutate}
            onDelete={remove.mutate}
            deleteTitle={strings().projects.deleteTitle(title)}
            deleteSays={strings().projects.deleteSays}
          />
        )
      }
    >
      {archived && <p className={styles.banner}>{strings().projects.archivedHint}</p>}
      <Sheet fields={<ProjectFields project={project} edit={edit.mutate} locked={!may} />}>
        <div className={styles.progress}>
          <span>{says}</span>
          <Shares label={says} shares={sharesOf(taskCounts)} />
          <SharesList
            shares={[
              ...sharesOf(taskCounts),
              { text: strings().status.canceled, count: taskCounts.canceled },
            ]}
          />
        </div>
        <LongText
          title={strings().plans.description}
          value={description ?? ''}
          none={strings().plans.noDescription}
          may={may}
          keep={`description-${projectId}`}
          send={textOf('description', strings().plans.description.toLowerCase())}
        />
        {taskCounts.total > 0 && <BurnUpChart project={project} />}
        <ProjectTasks project={project} />
      </Sheet>
    </Page>
  );
}
