import { type Share, Shares, SharesList } from '../../ui/shares.tsx';
import styles from './plans.module.css';

interface ProgressProps {
  readonly says: string;
  readonly shares: readonly Share[];
  /** Items that don't count, such as canceled tasks. If given, the numbers are listed too. */
  readonly rest?: Share;
}

/** The progress as text and as a bar. */
export const Progress = ({ says, shares, rest }: ProgressProps) => (
  <div className={styles.progress}>
    <span>{says}</span>
    <Shares label={says} shares={shares} />
    {rest && <SharesList shares={[...shares, rest]} />}
  </div>
);
