import type { Initiative, InitiativeStatus } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import type { Tone } from '../../ui/tag.tsx';
import type { Completion } from '../plans/progress.tsx';
import type { Segment } from '../plans/status-mix.tsx';

type Statuses = Initiative['projectStatuses'];

/** Canceled projects don't count. */
export function completionOf({ projectCount, projectStatuses }: Initiative): Completion {
  const scope = projectCount - (projectStatuses.canceled ?? 0);
  const done = projectStatuses.complete ?? 0;
  const { nothing, completeOf } = strings().initiatives;
  return { text: scope === 0 ? nothing : completeOf(done, scope), done, scope };
}

export const mixOf = (statuses: Statuses): Segment[] => {
  const share = (status: keyof Statuses, tone?: Segment['tone']): Segment => ({
    text: strings().projects.status[status],
    count: statuses[status] ?? 0,
    tone,
  });
  return [
    share('complete', 'full'),
    share('in_progress', 'half'),
    share('blocked', 'bad'),
    share('planning'),
    share('not_started'),
    share('canceled'),
  ];
};

export const TONES: Readonly<Record<InitiativeStatus, Tone>> = {
  planned: 'quiet',
  active: 'accent',
  paused: 'warn',
  completed: 'good',
  canceled: 'quiet',
};
