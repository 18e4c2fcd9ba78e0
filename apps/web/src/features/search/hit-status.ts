import type { SearchHit } from '@tandem/client';
import { strings } from '../../strings/index.ts';

/** A hit's status in the words of its own pages. */
export function hitStatus({ type, status }: Pick<SearchHit, 'type' | 'status'>): string {
  const names: Readonly<Record<string, string>> =
    type === 'task' ? strings().status : strings()[`${type}s` as const].status;
  return names[status] ?? status;
}
