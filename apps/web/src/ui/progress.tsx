import styles from './progress.module.css';

interface ProgressProps {
  /** The accessible name. */
  readonly label: string;
  /** Between 0 and 1. */
  readonly value: number;
  readonly tone?: 'good' | 'warn' | 'bad' | undefined;
}

/** A progress bar. Show its value as text next to it. */
export const Progress = ({ label, value, tone }: ProgressProps) => (
  <progress
    className={styles.progress}
    data-tone={tone}
    aria-label={label}
    max={1}
    value={Math.min(1, Math.max(0, value))}
  />
);
