import { monthOf } from '@tandem/core';
import type { Bulk } from './bulk.ts';

const DAY_MS = 24 * 60 * 60_000;
const FIRST = Date.parse('2024-01-02T00:00:00Z');
/** Days, neither of which ends a month: a range over all of them reads most days by themselves. */
const DAYS = 728;

/** As many numbers as a report may have. */
const USAGE = JSON.stringify(
  Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`number ${i}`, i + 0.5])),
);

/** Usage sums of two years for this many tasks on each day; returns the first and the last day. */
export function addUsage(bulk: Bulk, tasks: number): { readonly from: number; readonly to: number } {
  const days = Array.from({ length: DAYS }, (_, i) =>
    new Date(FIRST + i * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length),
  );
  bulk.run('DELETE FROM usage_sums WHERE workspace_id = ?', bulk.workspaceId);
  for (const period of new Set([...days, ...days.map(monthOf)])) {
    bulk.add('usage_sums', { kind: 'workspace', period, owner: '', usage: USAGE });
    for (let number = 1; number <= tasks; number++) {
      bulk.add('usage_sums', { kind: 'task', period, owner: String(number).padStart(16, '0'), usage: USAGE });
    }
  }
  return { from: FIRST, to: FIRST + (DAYS - 1) * DAY_MS };
}
