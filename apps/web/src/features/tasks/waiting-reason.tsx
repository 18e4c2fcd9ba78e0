import type { Task } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { Tag } from '../../ui/tag.tsx';
import styles from './waiting-reason.module.css';

/** Markdown markup, which would distract in a single line. */
const MARKS = /\*\*|`/g;

/** The reason a task waits, in one line. */
export function WaitingReason({ task: { waitingFor } }: { task: Task }) {
  if (!waitingFor) return null;
  const { kind, what } = waitingFor;
  return (
    <p className={styles.line} title={what}>
      {kind !== 'other' && <Tag tone="warn">{strings().tasks.waitsFor[kind]}</Tag>}
      <span className="cut">{what.replace(MARKS, '')}</span>
    </p>
  );
}
