import type { Project, ProjectStatus } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import type { Tone } from '../../ui/tag.tsx';
import type { Completion } from '../plans/progress.tsx';
import type { Segment } from '../plans/status-mix.tsx';

type Counts = Project['taskCounts'];

/** Canceled tasks don't count. */
export const scopeOf = ({ total, canceled }: Counts): number => total - canceled;

export function completionOf(counts: Counts): Completion {
  const { done } = counts;
  const scope = scopeOf(counts);
  const { nothing, doneOf } = strings().projects;
  return { text: scope === 0 ? nothing : doneOf(done, scope), done, scope };
}

/** Task counts by progress, from done to not started. */
export const mixOf = (counts: Counts): Segment[] => [
  { text: strings().status.done, count: counts.done, tone: 'full' },
  { text: strings().status.in_progress, count: counts.in_progress, tone: 'half' },
  { text: strings().status.waiting, count: counts.waiting, tone: 'warn' },
  { text: strings().status.todo, count: counts.todo },
  { text: strings().status.backlog, count: counts.backlog },
  { text: strings().status.canceled, count: counts.canceled },
];

export const TONES: Readonly<Record<ProjectStatus, Tone>> = {
  not_started: 'quiet',
  planning: 'quiet',
  in_progress: 'accent',
  blocked: 'bad',
  complete: 'good',
  canceled: 'quiet',
};
