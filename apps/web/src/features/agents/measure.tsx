import type { ReactNode } from 'react';
import styles from './measure.module.css';

interface MeasureProps {
  readonly name: string;
  /** Abbreviated; the exact value is in the title. */
  readonly value: string;
  readonly exact?: string | undefined;
  readonly children?: ReactNode;
}

/** A labeled number with a progress bar. */
export const Measure = ({ name, value, exact, children }: MeasureProps) => (
  <div className={styles.measure}>
    <p>
      <span>{name}</span>
      <span className={styles.value} title={exact}>
        {value}
      </span>
    </p>
    {children}
  </div>
);
