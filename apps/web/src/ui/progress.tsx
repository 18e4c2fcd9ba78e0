import styles from './progress.module.css';

interface ProgressProps {
  /** What it is the progress of. */
  readonly label: string;
  /** From 0 to 1. */
  readonly value: number;
  readonly tone?: 'good' | 'warn' | 'bad' | undefined;
}

/** How far something is, as a bar. What it comes to in words stands beside it. */
export const Progress = ({ label, value, tone }: ProgressProps) => (
  <progress
    className={styles.progress}
    data-tone={tone}
    aria-label={label}
    max={1}
    value={Math.min(1, Math.max(0, value))}
  />
);
