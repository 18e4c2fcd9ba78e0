import type { ReactNode } from 'react';
import styles from './tag.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'quiet';

interface TagProps {
  readonly tone?: Tone | undefined;
  readonly children: ReactNode;
}

/** A word about the state of something. The word says it; the tone only helps to find it. */
export const Tag = ({ tone = 'quiet', children }: TagProps) => (
  <span className={styles.tag} data-tone={tone}>
    {children}
  </span>
);
