import styles from './stacked-bar.module.css';

export interface Segment {
  readonly text: string;
  readonly count: number;
  /** `full` is finished, `half` in progress, `warn` and `bad` obstructed; the rest has not started. */
  readonly tone?: 'full' | 'half' | 'warn' | 'bad' | undefined;
}

interface StackedBarProps {
  /** The values as text, which screen readers read instead of the bar. */
  readonly label: string;
  readonly shares: readonly Segment[];
}

/** The composition of a number, as a bar. */
export function StackedBar({ label, shares }: StackedBarProps) {
  const visible = shares.filter(({ count }) => count > 0);
  const summary = visible.map(({ text, count }) => `${text} ${count}`).join(', ');
  return (
    <span
      className={styles.bar}
      role="img"
      aria-label={summary ? `${label}: ${summary}` : label}
      title={summary}
    >
      {visible.map(({ text, count, tone }) => (
        <span key={text} className={styles.share} data-tone={tone} style={{ flexGrow: count }} />
      ))}
    </span>
  );
}

/** The same as text, each with its color. */
export const StackedBarLegend = ({ shares }: Pick<StackedBarProps, 'shares'>) => (
  <ul className={styles.list}>
    {shares
      .filter(({ count }) => count > 0)
      .map(({ text, count, tone }) => (
        <li key={text}>
          <span className={styles.mark} data-tone={tone} />
          {text} <b>{count}</b>
        </li>
      ))}
  </ul>
);
