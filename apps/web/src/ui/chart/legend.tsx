import type { Ref } from 'react';
import { exact } from '../format.ts';
import styles from './chart.module.css';
import { type Drawn, timeText, UNKNOWN } from './series.ts';

interface LegendProps extends Drawn {
  readonly ref: Ref<HTMLUListElement>;
  /** The index of the time under the pointer. */
  readonly at: number | null;
}

/** The lines with their current values, or those at the pointer. */
export function Legend({ ref, times, series, format = exact, daily, at }: LegendProps) {
  const time = at === null ? undefined : times[at];
  return (
    <ul ref={ref} className={styles.legend}>
      {series.map(({ label, values, tone = 'accent', shape, dashed }) => {
        const value = at === null ? values.findLast((each) => each !== null) : values[at];
        return (
          <li key={label}>
            <span
              className={styles.mark}
              data-tone={tone}
              data-dashed={dashed || undefined}
              data-bars={shape === 'bars' || undefined}
            />
            {label} <b>{value === null || value === undefined ? UNKNOWN : format(value)}</b>
          </li>
        );
      })}
      {time !== undefined && <li className={styles.time}>{timeText(time, daily)}</li>}
    </ul>
  );
}
