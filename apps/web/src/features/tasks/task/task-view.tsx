import { lazy, Suspense } from 'react';
import type { TaskNow } from '../../../api/queries/task.ts';
import { useMay } from '../../../api/queries/who.ts';
import { strings } from '../../../strings/index.ts';
import { Page } from '../../../ui/page.tsx';
import { UploadContext } from '../../../ui/text-tools/upload.ts';
import { useTaskCommands } from '../quick-edit/commands.ts';
import { TaskLink } from '../task-link.tsx';
import { Actions } from './actions.tsx';
import { CriteriaSection } from './criteria-section.tsx';
import { Description } from './description.tsx';
import { Fields } from './fields.tsx';
import { Files } from './files.tsx';
import { Relations } from './relations.tsx';
import { Results } from './results.tsx';
import { Subtasks } from './subtasks.tsx';
import { TaskAttention } from './task-attention.tsx';
import styles from './task-view.module.css';
import { Title } from './title.tsx';
import { useUploads } from './uploads.ts';

const AttemptsSection = lazy(async () => ({
  default: (await import('./attempts/attempts-section.tsx')).AttemptsSection,
}));
const Feed = lazy(async () => ({ default: (await import('./feed/feed.tsx')).Feed }));

interface TaskViewProps {
  readonly task: TaskNow;
  /** All fields are loaded: tasks in lists lack criteria and relations. */
  readonly isComplete: boolean;
}

/** A task: pending questions and reviews first, then its description, evidence and comments. */
export function TaskView({ task, isComplete }: TaskViewProps) {
  const { taskNumber, title, parent } = task;
  const may = useMay('tasks:write') && isComplete;
  const uploads = useUploads(taskNumber, may);
  useTaskCommands(() => [task], may);
  return (
    <UploadContext value={may ? uploads.intoText : null}>
      <Page
        title={`#${taskNumber} ${title}`}
        heading={
          <>
            {parent && (
              <nav className={styles.parent} aria-label={strings().subtasks.parent}>
                <TaskLink task={parent} />
              </nav>
            )}
            <Title task={task} may={may} />
          </>
        }
        actions={<Actions task={task} may={may} />}
      >
        {uploads.isOver && <p className={styles.drop}>{strings().task.dropHere}</p>}
        <div className={styles.view}>
          <div className={styles.columns}>
            <div className={styles.top}>
              <TaskAttention task={task} may={may} isComplete={isComplete} />
            </div>
            <aside className={styles.side} aria-label={strings().task.fields}>
              <Fields task={task} may={may} />
              {isComplete && <Relations task={task} may={may} />}
            </aside>
            <div className={styles.main}>
              <Description task={task} may={may} />
              {isComplete && <Subtasks task={task} may={may} />}
              {isComplete && <CriteriaSection task={task} may={may} />}
              <Results task={task} />
              <Suspense>
                <AttemptsSection task={task} />
              </Suspense>
              <Files taskNumber={taskNumber} may={may} uploads={uploads} />
              <Suspense>
                <Feed task={task} may={may} />
              </Suspense>
            </div>
          </div>
        </div>
      </Page>
    </UploadContext>
  );
}
