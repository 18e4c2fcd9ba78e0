import { ChevronRight } from '../../../ui/icons.ts';
import { GroupTitle } from '../group-title.tsx';
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
      <ChevronRight className={styles.arrow} />
      <GroupTitle group={group} />
      {read?.data && (
        <span className="count">
          {tasks.length}
          {read.hasNextPage && '+'}
        </span>
      )}
    </button>
  </h2>
);
