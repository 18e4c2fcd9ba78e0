import { TASK_STATUSES } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { taskCounts } from '../../api/queries/tasks.ts';
import { strings } from '../../strings/index.ts';
import { exact } from '../../ui/format.ts';
import type { Group } from './groups.ts';

interface GroupCountProps {
  readonly group: Group;
  /** The number of loaded tasks; undefined before they are read. */
  readonly loaded: number | undefined;
  readonly hasMore: boolean;
}

/** The number of tasks in a group: the loaded ones if these are all, otherwise the server's count. */
export function GroupCount({ group, loaded, hasMore }: GroupCountProps) {
  const { status, ...rest } = group.filter;
  // The groups of single statuses share one request.
  const filter = status?.length === 1 ? rest : group.filter;
  // The server can't count a group that the page filters itself.
  const counts = useQuery({
    ...taskCounts(filter),
    enabled: (loaded === undefined || hasMore) && !group.keeps,
  });
  const text = () => {
    if (loaded !== undefined && !hasMore) return exact(loaded);
    if (!counts.data) return loaded === undefined ? undefined : atLeast(loaded);
    const { byStatus, max, exact: isExact } = counts.data;
    const sum = (status ?? TASK_STATUSES).reduce((total, each) => total + byStatus[each], 0);
    if (sum > max) return atLeast(max);
    return isExact ? exact(sum) : atLeast(Math.max(sum, loaded ?? 0));
  };
  const shown = text();
  return shown === undefined ? null : <span className="count">{shown}</span>;
}

const atLeast = (count: number) => strings().tasks.moreThan(exact(count));
