import type { SearchHit } from '@tandem/client';
import { strings } from '../../strings/index.ts';

const STATUSES = {
  task: strings.status,
  project: strings.projects.status,
  initiative: strings.initiatives.status,
  goal: strings.goals.status,
} as const satisfies Record<SearchHit['type'], Readonly<Record<string, string>>>;

/** A hit's status in the words of its own pages. */
export function hitStatus({ type, status }: Pick<SearchHit, 'type' | 'status'>): string {
  const strings: Readonly<Record<string, string>> = STATUSES[type];
  return strings[status] ?? status;
}
