import { type Segment, StackedBar, StackedBarLegend } from '../../ui/stacked-bar.tsx';
import styles from './plans.module.css';

interface ProgressProps {
  readonly text: string;
  readonly shares: readonly Segment[];
  /** Items that don't count, such as canceled tasks. If given, the numbers are listed too. */
  readonly rest?: Segment;
}

/** The progress as text and as a bar. */
export const Progress = ({ text, shares, rest }: ProgressProps) => (
  <div className={styles.progress}>
    <span>{text}</span>
    <StackedBar label={text} shares={shares} />
    {rest && <StackedBarLegend shares={[...shares, rest]} />}
  </div>
);
