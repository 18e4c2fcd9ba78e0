import type { Task } from '@tandem/client';
import { Markdown } from '../../ui/markdown.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { TaskLink } from '../tasks/task-link.tsx';
import styles from './current-tasks.module.css';

/** An agent's waiting tasks, with the reason for each. */
export const WaitingTasks = ({ tasks }: { tasks: readonly Task[] }) => (
  <ul className={styles.held}>
    {tasks.map((task) => (
      <li key={task.id} data-waits>
        <p className={styles.task}>
          <TaskLink task={task} />
        </p>
        {task.waitingFor && (
          <div className={styles.soft}>
            <Markdown text={task.waitingFor.what} />
            <RelativeTime at={task.waitingFor.since} />
          </div>
        )}
      </li>
    ))}
  </ul>
);
