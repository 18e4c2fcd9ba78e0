import { ChevronRight } from '../../../ui/icons.ts';
import { GroupCount } from '../group-count.tsx';
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
      <GroupCount group={group} loaded={read?.data && tasks.length} hasMore={read?.hasNextPage ?? false} />
    </button>
  </h2>
);
