import type { Project } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { serverNow } from '../../api/clock.ts';
import { strings } from '../../strings/index.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { timeText } from '../../ui/chart/series.ts';
import { Section } from '../../ui/section.tsx';
import { burnUp } from './burn-up.ts';
import { burnUpTasks, MAX_TASKS } from './burn-up-query.ts';
import { scopeOf } from './progress.ts';

/** Tasks in total and tasks done, per day. */
export function BurnUpChart({ project: { id, taskCounts } }: { project: Project }) {
  const { data: tasks } = useQuery(burnUpTasks(id));
  const { projects } = strings();
  const isAll = tasks !== undefined && taskCounts.total <= MAX_TASKS;
  const now = { scope: scopeOf(taskCounts), done: taskCounts.done };
  const drawn = useMemo(() => {
    const { times, scope, done } = burnUp(tasks ?? [], serverNow());
    return {
      times,
      series: [
        {
          label: projects.scope,
          values: isAll ? [...scope.slice(0, -1), now.scope] : scope,
          tone: 'quiet',
          shape: 'step',
        },
        {
          label: projects.done,
          values: isAll ? [...done.slice(0, -1), now.done] : done,
          shape: 'step',
          filled: true,
        },
      ],
    } as const;
  }, [tasks, isAll, now.scope, now.done, projects]);
  // A single day shows no more than the counts above.
  if (!tasks || drawn.times.length < 2) return null;
  const last = (index: 0 | 1) => drawn.series[index].values.at(-1) ?? 0;
  const summary = projects.burnUpSummary(last(1), last(0), timeText(drawn.times[0] ?? serverNow(), true));
  return (
    <Section title={projects.burnUp}>
      <Chart
        label={projects.burnUp}
        summary={isAll ? summary : `${projects.burnUpOf(tasks.length)} ${summary}`}
        daily
        {...drawn}
      />
    </Section>
  );
}
