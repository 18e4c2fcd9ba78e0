import { Progress as Bar } from '../../ui/progress.tsx';
import styles from './plans.module.css';
import { type Segment, StatusMix } from './status-mix.tsx';

/** Completed items, of those that count. */
export interface Completion {
  readonly text: string;
  readonly done: number;
  readonly scope: number;
}

interface ProgressProps extends Completion {
  /** Lists the items by status. */
  readonly mix?: readonly Segment[];
}

/** The completion as text and as a bar. */
export const Progress = ({ text, done, scope, mix }: ProgressProps) => (
  <div className={styles.progress}>
    <span>{text}</span>
    <Bar label={text} value={scope === 0 ? 0 : done / scope} />
    {mix && <StatusMix segments={mix} />}
  </div>
);
