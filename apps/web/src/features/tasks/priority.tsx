import type { Priority as Value } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import styles from './priority.module.css';

interface PriorityProps {
  readonly value: Value;
  /** Only the sign; screen readers read the word. */
  readonly bare?: boolean;
}

/** A task's priority as a sign and a word; omitted for the default. */
export const Priority = ({ value, bare }: PriorityProps) =>
  value === 'p2' ? null : (
    <span
      className={styles.priority}
      data-priority={value}
      title={bare ? strings().priority[value] : undefined}
    >
      <PriorityIcon value={value} />
      <span className={bare ? 'visually-hidden' : undefined}>{strings().priority[value]}</span>
    </span>
  );

/** The sign of a priority, next to its name: bars, or a filled square for the highest. */
export const PriorityIcon = ({ value }: { readonly value: Value }) => (
  <svg className={styles.sign} viewBox="0 0 16 16" data-priority={value} aria-hidden="true">
    {value === 'p0' ? (
      <path d="M4 1h8a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3Zm3 3v5h2V4Zm0 6v2h2v-2Z" />
    ) : (
      [4, 8, 12].map((height, i) => (
        <rect
          key={height}
          x={1.5 + i * 5}
          y={14 - height}
          width="3"
          height={height}
          rx="1"
          data-off={i >= BARS[value] || undefined}
        />
      ))
    )}
  </svg>
);

const BARS: Readonly<Record<Exclude<Value, 'p0'>, number>> = { p1: 3, p2: 2, p3: 1 };
