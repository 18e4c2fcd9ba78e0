import { useState } from 'react';
import { strings } from '../../strings/index.ts';
import { exact } from '../format.ts';
import styles from './chart.module.css';
import { type Drawn, timeText, UNKNOWN } from './series.ts';

/** The maximum number of table rows, newest first. */
const MAX_ROWS = 100;

interface ValuesProps extends Drawn {
  readonly label: string;
}

/** The chart's values as a table, newest first; rendered when opened. */
export function Values({ label, times, series, format = exact, daily }: ValuesProps) {
  const [open, setOpen] = useState(false);
  const indexes = times.map((_, index) => index).slice(-MAX_ROWS);
  return (
    <details className={styles.values} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{strings().chart.asTable}</summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys as well.
        <section className={styles.scroll} tabIndex={0} aria-label={label}>
          <table>
            <thead>
              <tr>
                <th scope="col">{strings().chart.time}</th>
                {series.map((each) => (
                  <th key={each.label} scope="col">
                    {each.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {indexes.toReversed().map((index) => (
                <tr key={index}>
                  <th scope="row">{timeText(times[index] ?? 0, daily)}</th>
                  {series.map(({ label: name, values }) => {
                    const value = values[index];
                    return <td key={name}>{typeof value === 'number' ? format(value) : UNKNOWN}</td>;
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {open && times.length > MAX_ROWS && <p>{strings().chart.newest(MAX_ROWS, times.length)}</p>}
    </details>
  );
}
