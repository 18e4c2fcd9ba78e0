import type { Label } from '@tandem/client';
import styles from './label-tag.module.css';

/** A label: its word, and its colour as a dot, which only helps to find it. */
export const LabelTag = ({ label: { name, color } }: { label: Pick<Label, 'name' | 'color'> }) => (
  <span className={styles.label}>
    <span className={styles.dot} data-color={color} aria-hidden="true" />
    <span className="cut">{name}</span>
  </span>
);
