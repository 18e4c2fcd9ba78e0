import type { Priority as Value } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import styles from './priority.module.css';

/** A task's priority as bars and a word; omitted for the default. */
export const Priority = ({ value }: { value: Value }) =>
  value === 'p2' ? null : (
    <span className={styles.priority} data-priority={value}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        {[3, 6, 9].map((height, i) => (
          <rect
            key={height}
            x={1 + i * 4}
            y={11 - height}
            width="2.5"
            height={height}
            data-off={i >= BARS[value] || undefined}
          />
        ))}
      </svg>
      {strings().priority[value]}
    </span>
  );

const BARS: Readonly<Record<Value, number>> = { p0: 3, p1: 3, p2: 2, p3: 1 };
