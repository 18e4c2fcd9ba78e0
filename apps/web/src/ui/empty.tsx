import type { ReactNode } from 'react';
import styles from './empty.module.css';

interface EmptyProps {
  readonly title: string;
  /** The first step to take. */
  readonly hint: string;
  readonly children?: ReactNode;
}

/** Replaces an empty list. */
export const Empty = ({ title, hint, children }: EmptyProps) => (
  <div className={styles.empty}>
    <h2>{title}</h2>
    <p>{hint}</p>
    {children}
  </div>
);
