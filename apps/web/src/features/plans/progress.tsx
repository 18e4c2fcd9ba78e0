import { type Share, Shares, SharesList } from '../../ui/shares.tsx';
import styles from './plans.module.css';

interface ProgressProps {
  readonly says: string;
  readonly shares: readonly Share[];
  /** What doesn't count, such as canceled tasks. */
  readonly rest: Share;
}

/** The progress as a bar and as numbers. */
export const Progress = ({ says, shares, rest }: ProgressProps) => (
  <div className={styles.progress}>
    <span>{says}</span>
    <Shares label={says} shares={shares} />
    <SharesList shares={[...shares, rest]} />
  </div>
);
