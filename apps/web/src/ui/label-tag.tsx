import type { Label } from '@tandem/client';
import styles from './label-tag.module.css';

/** A label: its name, and its color as a dot to find it faster. */
export const LabelTag = ({ label: { name, color } }: { label: Pick<Label, 'name' | 'color'> }) => (
  <span className={styles.label}>
    <span className={styles.dot} data-color={color} aria-hidden="true" />
    <span className="cut">{name}</span>
  </span>
);
