import type { ReactNode } from 'react';
import styles from './empty.module.css';

interface EmptyProps {
  readonly title: string;
  /** What to do first. */
  readonly hint: string;
  readonly children?: ReactNode;
}

/** In place of a list with nothing in it. */
export const Empty = ({ title, hint, children }: EmptyProps) => (
  <div className={styles.empty}>
    <h2>{title}</h2>
    <p>{hint}</p>
    {children}
  </div>
);
