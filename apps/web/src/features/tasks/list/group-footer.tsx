import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import styles from './list.module.css';
import type { Section } from './use-sections.ts';

/** The footer of a group: more tasks, none, or an error. */
export function GroupFooter({ section: { group, tasks, read } }: { section: Section }) {
  if (read?.error) return <LoadError error={read.error} onRetry={() => void read.refetch()} />;
  if (read?.hasNextPage && !read.isFetching) {
    return (
      <Button quiet onClick={() => void read.fetchNextPage()}>
        {strings().more}
      </Button>
    );
  }
  const isRead = read?.isSuccess && tasks.length === 0 && !read.hasNextPage;
  return (
    <p className={styles.note}>
      {isRead
        ? strings().tasks.noTasksIn(group.title)
        : tasks.length > 0
          ? strings().tasks.loadingMore
          : strings().tasks.loading}
    </p>
  );
}
