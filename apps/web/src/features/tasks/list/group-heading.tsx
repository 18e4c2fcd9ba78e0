import { Name } from '../../../ui/name.tsx';
import styles from './list.module.css';
import type { Section } from './use-sections.ts';

interface GroupHeadingProps {
  readonly section: Section;
  readonly isClosed: boolean;
  readonly onFold: (key: string) => void;
}

/** The heading of a group; folds it. */
export const GroupHeading = ({ section: { group, tasks, read }, isClosed, onFold }: GroupHeadingProps) => (
  <h2 className={styles.heading}>
    <button type="button" aria-expanded={!isClosed} onClick={() => onFold(group.key)}>
      <span className={styles.arrow} aria-hidden="true" />
      {group.person ? <Name name={group.title} agent={group.person.agent} /> : group.title}
      {read?.data && (
        <span className={styles.count}>
          {tasks.length}
          {read.hasNextPage && '+'}
        </span>
      )}
    </button>
  </h2>
);
