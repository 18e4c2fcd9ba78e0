import type { Initiative, InitiativeStatus } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import type { Segment } from '../../ui/stacked-bar.tsx';
import type { Tone } from '../../ui/tag.tsx';

type Statuses = Initiative['projectStatuses'];

/** Canceled projects don't count. */
const scopeOf = ({ projectCount, projectStatuses }: Initiative): number =>
  projectCount - (projectStatuses.canceled ?? 0);

/** The progress as text. */
export function progressOf(initiative: Initiative): string {
  const scope = scopeOf(initiative);
  return scope === 0
    ? strings().initiatives.nothing
    : strings().initiatives.completeOf(initiative.projectStatuses.complete ?? 0, scope);
}

export const sharesOf = (statuses: Statuses): Segment[] => {
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
  ];
};

export const TONES: Readonly<Record<InitiativeStatus, Tone>> = {
  planned: 'quiet',
  active: 'accent',
  paused: 'warn',
  completed: 'good',
  canceled: 'quiet',
};
