import type { TaskStatus } from '@tandem/client';
import type { ComponentType } from 'react';
import { strings } from '../strings/index.ts';
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

/** A status as its sign and its name. */
export const StatusName = ({ status }: { readonly status: TaskStatus }) => (
  <span className={styles.name}>
    <StatusIcon status={status} />
    {strings().status[status]}
  </span>
);
