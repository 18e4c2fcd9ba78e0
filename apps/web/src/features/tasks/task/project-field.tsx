import { Link } from '@tanstack/react-router';
import { useProjects } from '../../../api/queries/projects.ts';
import type { TaskNow } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { ArrowUpRight } from '../../../ui/icons.ts';
import { SearchSelect } from '../../../ui/search-select.tsx';
import styles from './fields.module.css';
import { useEdit } from './save.ts';

interface ProjectFieldProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

/** The task's project, with a link to it. */
export function ProjectField({ task: { taskNumber, project }, may }: ProjectFieldProps) {
  const projects = useProjects();
  const { mutate } = useEdit(taskNumber);
  const put = (id: string) => {
    const next = projects.find((each) => each.id === id);
    mutate({
      bodyOf: () => ({ projectId: next?.id ?? null }),
      optimistic: { project: next ? { id: next.id, title: next.title } : null },
    });
  };
  const title = project?.title ?? <span data-empty>{strings().task.noProject}</span>;
  return (
    <>
      {may ? (
        <SearchSelect
          label={strings().task.project}
          value={project?.id ?? ''}
          onChange={put}
          choices={[
            { value: '', text: strings().task.noProject },
            ...projects.map((each) => ({ value: each.id, text: each.title })),
          ]}
        >
          {title}
        </SearchSelect>
      ) : (
        <span className={styles.plain}>{title}</span>
      )}
      {project && (
        <Link
          className={styles.open}
          to="/projects/$projectId"
          params={{ projectId: project.id }}
          aria-label={strings().task.openProject(project.title)}
        >
          <ArrowUpRight />
        </Link>
      )}
    </>
  );
}
