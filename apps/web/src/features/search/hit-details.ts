import type { SearchHit } from '@tandem/client';
import { linkOptions } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';

/** The address of a search hit. */
export function hitLink({ type, id, taskNumber }: SearchHit) {
  if (type === 'project') return linkOptions({ to: '/projects/$projectId', params: { projectId: id } });
  if (type === 'initiative') {
    return linkOptions({ to: '/initiatives/$initiativeId', params: { initiativeId: id } });
  }
  if (type === 'goal') return linkOptions({ to: '/goals/$goalId', params: { goalId: id } });
  return linkOptions({ to: '/tasks/$taskNumber', params: { taskNumber: String(taskNumber) } });
}

/** A hit's status in the words of its own pages. */
export function hitStatus({ type, status }: Pick<SearchHit, 'type' | 'status'>): string {
  const names: Readonly<Record<string, string>> =
    type === 'task' ? strings().status : strings()[`${type}s` as const].status;
  return names[status] ?? status;
}
