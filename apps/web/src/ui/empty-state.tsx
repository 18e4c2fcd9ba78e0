import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly title: string;
  /** The first step to take. */
  readonly hint: string;
  readonly children?: ReactNode;
}

/** Replaces an empty list: a drawing, what the screen is for, and the first action. */
export const EmptyState = ({ title, hint, children }: EmptyStateProps) => (
  <div className={styles.empty}>
    <svg className={styles.drawing} viewBox="0 0 120 72" aria-hidden="true">
      <rect x="26" y="6" width="68" height="18" rx="5" />
      <rect x="18" y="27" width="84" height="18" rx="5" data-front />
      <rect x="26" y="48" width="68" height="18" rx="5" />
      <circle cx="31" cy="36" r="4" data-sign />
      <path d="M42 36h38" />
    </svg>
    <h2>{title}</h2>
    <p>{hint}</p>
    {children}
  </div>
);
