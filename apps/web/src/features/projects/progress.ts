import type { Project, ProjectStatus } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import type { Segment } from '../../ui/stacked-bar.tsx';
import type { Tone } from '../../ui/tag.tsx';

type Counts = Project['taskCounts'];

/** Canceled tasks don't count. */
export const scopeOf = ({ total, canceled }: Counts): number => total - canceled;

/** The progress as text. */
export const progressOf = (counts: Counts): string =>
  scopeOf(counts) === 0
    ? strings().projects.nothing
    : strings().projects.doneOf(counts.done, scopeOf(counts));

/** Task counts by progress, from done to not started. */
export const sharesOf = (counts: Counts): Segment[] => [
  { text: strings().status.done, count: counts.done, tone: 'full' },
  { text: strings().status.in_progress, count: counts.in_progress, tone: 'half' },
  { text: strings().status.waiting, count: counts.waiting, tone: 'warn' },
  { text: strings().status.todo, count: counts.todo },
  { text: strings().status.backlog, count: counts.backlog },
];

export const TONES: Readonly<Record<ProjectStatus, Tone>> = {
  not_started: 'quiet',
  planning: 'quiet',
  in_progress: 'accent',
  blocked: 'bad',
  complete: 'good',
  canceled: 'quiet',
};
