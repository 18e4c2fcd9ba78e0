import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { task as taskQuery } from '../../../api/queries/task.ts';
import { isGone } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Page } from '../../../ui/page.tsx';
import { newestInLists } from '../task-cache.ts';
import { TaskView } from './task-view.tsx';
import { Unsent } from './unsent.tsx';

const route = getRouteApi('/shell/tasks/$taskNumber');

/** Heartbeats raise no events, so a task with a run is polled. */
const POLL_MS = 15_000;

/** The page of the task that the address names. */
export function TaskPage() {
  const param = route.useParams().taskNumber;
  return /^[1-9]\d{0,14}$/.test(param) ? (
    <TaskByNumber key={param} taskNumber={Number(param)} />
  ) : (
    <NoTask title={strings().task.badNumber(param)} hint={strings().task.badNumberHint} />
  );
}

/** A task with its loading, error and missing states. */
export function TaskByNumber({ taskNumber }: { taskNumber: number }) {
  const queries = useQueryClient();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...taskQuery(taskNumber),
    refetchInterval: ({ state }) => (state.data?.claim ? POLL_MS : false),
    // Show the data of the list immediately.
    placeholderData: () => {
      const task = newestInLists(queries, taskNumber);
      return task && { ...task, criteria: [], relations: [] };
    },
  });
  if (isGone(error)) {
    return (
      <NoTask title={strings().task.notFound(String(taskNumber))} hint={strings().task.notFoundHint}>
        <Unsent taskNumber={taskNumber} />
      </NoTask>
    );
  }
  if (error && !data) {
    return (
      <Page title={strings().task.number(taskNumber)}>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!data) {
    return (
      <Page title={strings().task.number(taskNumber)}>
        <p role="status">{strings().task.loading(taskNumber)}</p>
      </Page>
    );
  }
  return <TaskView task={data} isComplete={!isPlaceholderData} />;
}

interface NoTaskProps {
  readonly title: string;
  readonly hint: string;
  readonly children?: ReactNode;
}

const NoTask = ({ title, hint, children }: NoTaskProps) => (
  <Page title={strings().nav.tasks}>
    <EmptyState title={title} hint={hint}>
      <Link to="/tasks">{strings().task.toBoard}</Link>
    </EmptyState>
    {children}
  </Page>
);
