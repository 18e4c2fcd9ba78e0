import { useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf } from '../../../api/queries/lists.ts';
import { type TaskNow, taskQuestions } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { Archived } from './archived.tsx';
import { Blockers } from './blockers.tsx';
import { ClaimPanel } from './claim-panel.tsx';
import { OpenQuestion } from './open-question.tsx';
import styles from './task-attention.module.css';
import { Waiting } from './waiting.tsx';

interface TaskAttentionProps {
  readonly task: TaskNow;
  readonly may: boolean;
  readonly isComplete: boolean;
}

/** First on the page: the needs of a waiting task, the member it waits for, and its lease. */
export function TaskAttention({ task, may, isComplete }: TaskAttentionProps) {
  const { data } = useInfiniteQuery(taskQuestions(task.taskNumber));
  const open = itemsOf(data).filter(({ status }) => status === 'open');
  return (
    <div className={styles.asked}>
      {task.archived && <Archived task={task} may={may} />}
      {task.waitingFor?.kind !== 'answer' && <Waiting task={task} may={may} />}
      {open.map((question) => (
        <OpenQuestion key={question.id} question={question} may={may} />
      ))}
      <Blockers task={task} />
      <ClaimPanel task={task} />
      {isComplete && !may && <p className="soft">{strings().task.readOnly}</p>}
    </div>
  );
}
