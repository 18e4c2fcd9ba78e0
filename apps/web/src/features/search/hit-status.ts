import type { SearchHit } from '@tandem/client';
import { strings } from '../../strings/index.ts';

const STATUSES = {
  task: strings.status,
  project: strings.projects.status,
  initiative: strings.initiatives.status,
  goal: strings.goals.status,
} as const satisfies Record<SearchHit['type'], Readonly<Record<string, string>>>;

/** The status of a hit as its own pages say it. */
export function hitStatus({ type, status }: Pick<SearchHit, 'type' | 'status'>): string {
  const strings: Readonly<Record<string, string>> = STATUSES[type];
  return strings[status] ?? status;
}
