import type { Label } from '@tandem/client';
import { strings } from '../strings/index.ts';
import styles from './label-tag.module.css';

/** A label: its name, and its color as a dot to find it faster. */
export const LabelTag = ({ label: { name, color } }: { label: Pick<Label, 'name' | 'color'> }) => (
  <span className={styles.label}>
    <LabelDot color={color} />
    <span className="cut">{name}</span>
  </span>
);

export const LabelDot = ({ color }: Pick<Label, 'color'>) => (
  <span className={styles.dot} data-color={color} aria-hidden="true" />
);

/** Labels shown on a card or in a row. */
const MAX_LABELS = 3;

/** The first labels of a task, and the number of others. */
export const LabelTags = ({ labels }: { readonly labels: readonly Label[] }) => {
  const others = labels.length - MAX_LABELS;
  if (labels.length === 0) return null;
  return (
    <span className={styles.labels} title={labels.map(({ name }) => name).join(', ')}>
      {labels.slice(0, MAX_LABELS).map((label) => (
        <LabelTag key={label.id} label={label} />
      ))}
      {others > 0 && (
        <span className={`${styles.label} ${styles.more}`}>{strings().tasks.moreLabels(others)}</span>
      )}
    </span>
  );
};
