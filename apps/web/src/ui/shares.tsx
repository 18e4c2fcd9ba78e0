import styles from './shares.module.css';

export interface Share {
  readonly text: string;
  readonly count: number;
  /** `full` is finished, `half` in progress, `warn` and `bad` obstructed; the rest has not started. */
  readonly tone?: 'full' | 'half' | 'warn' | 'bad' | undefined;
}

interface SharesProps {
  /** The values as text, which screen readers read instead of the bar. */
  readonly label: string;
  readonly shares: readonly Share[];
}

/** The composition of a number, as a bar. */
export function Shares({ label, shares }: SharesProps) {
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
export const SharesList = ({ shares }: Pick<SharesProps, 'shares'>) => (
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
