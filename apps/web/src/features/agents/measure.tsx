import type { ReactNode } from 'react';
import styles from './measure.module.css';

interface MeasureProps {
  readonly name: string;
  /** In short; the exact value is its title. */
  readonly value: string;
  readonly exact?: string | undefined;
  readonly children?: ReactNode;
}

/** A number with its name, and how far it has come as a bar. */
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
