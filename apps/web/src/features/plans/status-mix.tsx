import styles from './status-mix.module.css';

export interface Segment {
  readonly text: string;
  readonly count: number;
  /** `full` is finished, `half` in progress, `warn` and `bad` obstructed; the rest has not started. */
  readonly tone?: 'full' | 'half' | 'warn' | 'bad' | undefined;
}

/** How many items have each status. */
export const StatusMix = ({ segments }: { readonly segments: readonly Segment[] }) => (
  <ul className={styles.list}>
    {segments
      .filter(({ count }) => count > 0)
      .map(({ text, count, tone }) => (
        <li key={text}>
          <span className={styles.mark} data-tone={tone} />
          {text} <b>{count}</b>
        </li>
      ))}
  </ul>
);
