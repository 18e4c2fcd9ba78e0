import type { ReactNode } from 'react';
import styles from './tag.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'quiet';

interface TagProps {
  readonly tone?: Tone | undefined;
  readonly children: ReactNode;
}

/** A state as a word; the color only helps to find it. */
export const Tag = ({ tone = 'quiet', children }: TagProps) => (
  <span className={styles.tag} data-tone={tone}>
    {children}
  </span>
);
