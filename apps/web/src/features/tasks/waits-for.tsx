import type { Task } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { Tag } from '../../ui/tag.tsx';
import styles from './waits-for.module.css';

/** What marks words in Markdown, and only disturbs where one line is shown. */
const MARKS = /\*\*|`/g;

/** What a task waits for, in one line. */
export function WaitsFor({ task: { waitingFor } }: { task: Task }) {
  if (!waitingFor) return null;
  const { kind, what } = waitingFor;
  return (
    <p className={styles.line} title={what}>
      {kind !== 'other' && <Tag tone="warn">{strings.tasks.waitsFor[kind]}</Tag>}
      <span className="cut">{what.replace(MARKS, '')}</span>
    </p>
  );
}
