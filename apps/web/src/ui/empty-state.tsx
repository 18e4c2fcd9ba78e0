import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly title: string;
  /** The first step to take. */
  readonly hint: string;
  readonly children?: ReactNode;
}

/** Replaces an empty list. */
export const EmptyState = ({ title, hint, children }: EmptyStateProps) => (
  <div className={styles.empty}>
    <h2>{title}</h2>
    <p>{hint}</p>
    {children}
  </div>
);
