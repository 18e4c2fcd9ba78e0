import type { TaskStatus } from '@tandem/client';
import type { ComponentType } from 'react';
import { Circle, CircleCheck, CircleDashed, CirclePause, CircleX, Contrast } from './icons.ts';
import styles from './status-icon.module.css';

const SIGNS: Readonly<Record<TaskStatus, ComponentType<{ className?: string | undefined }>>> = {
  backlog: CircleDashed,
  todo: Circle,
  in_progress: Contrast,
  waiting: CirclePause,
  done: CircleCheck,
  canceled: CircleX,
};

/** The sign of a status, next to its name. */
export function StatusIcon({ status }: { readonly status: TaskStatus }) {
  const Sign = SIGNS[status];
  return (
    <span className={styles.sign} data-status={status} aria-hidden="true">
      <Sign />
    </span>
  );
}
