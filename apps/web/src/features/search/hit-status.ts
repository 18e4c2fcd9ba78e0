import type { SearchHit } from '@tandem/client';
import { texts } from '../../app/texts/index.ts';

const STATUSES = {
  task: texts.status,
  project: texts.projects.status,
  initiative: texts.initiatives.status,
  goal: texts.goals.status,
} as const satisfies Record<SearchHit['type'], Readonly<Record<string, string>>>;

/** The status of a hit as its own pages say it. */
export function hitStatus({ type, status }: Pick<SearchHit, 'type' | 'status'>): string {
  const texts: Readonly<Record<string, string>> = STATUSES[type];
  return texts[status] ?? status;
}
