import { strings } from '../../../strings/index.ts';
import { exact } from '../../../ui/format.ts';
import { Progress } from '../../../ui/progress.tsx';
import styles from './bars.module.css';
import type { Bar } from './sums.ts';

const words = () => strings().settings.usage;

interface BarsProps {
  /** The title of the first column. */
  readonly first: string;
  /** The number. */
  readonly name: string;
  readonly bars: readonly Bar[];
}

/** A table with a bar per row for comparison. */
export const Bars = ({ first, name, bars }: BarsProps) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">{first}</th>
        <th scope="col" className={styles.number}>
          {name}
        </th>
        <td />
      </tr>
    </thead>
    <tbody>
      {bars.map(({ key, text, value, share }) => (
        <tr key={key}>
          <th scope="row">{text}</th>
          <td className={styles.number}>{exact(value)}</td>
          <td className={styles.bar}>
            <Progress label={words().of(name, text)} value={share} />
          </td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">{words().total}</th>
        <td className={styles.number}>{exact(bars.reduce((sum, { value }) => sum + value, 0))}</td>
        <td />
      </tr>
    </tfoot>
  </table>
);
