import type { UsageListQuery, UsageSum } from '@tandem/client';
import { queryOptions } from '@tanstack/react-query';
import { serverNow } from '../clock.ts';
import { tandem } from '../tandem.ts';
import { REPORTED_EVERY_MS } from './agents.ts';

const DAY_MS = 86_400_000;

/** Days are counted in UTC: `2026-03-01`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The last days up to today, oldest first. */
export const lastDays = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => dayOf(serverNow() - (count - 1 - i) * DAY_MS));

type UsageByAgent = ReadonlyMap<string, Readonly<Record<string, number>>>;

/**
 * The usage of each agent on a day. One query per day serves the pages of all agents, and past days are read once.
 * Only agents that worked on that day have entries.
 */
export const usageOfDay = (day: string) => {
  const isOver = day < dayOf(serverNow());
  return queryOptions({
    queryKey: ['usage', 'by-agent', day],
    queryFn: async ({ signal }): Promise<UsageByAgent> => {
      const at = Date.parse(day);
      const used = new Map<string, Readonly<Record<string, number>>>();
      const sums = tandem.usage.list({ groupBy: 'agent', from: at, to: at, limit: 100 }, { signal });
      for await (const { agent, usage } of sums) if (agent) used.set(agent.id, usage);
      return used;
    },
    ...(isOver ? { staleTime: Number.POSITIVE_INFINITY } : { refetchInterval: REPORTED_EVERY_MS }),
  });
};

/** The range in days, including today. */
export type Days = '7' | '30' | '90';

/** The maximum number of table rows, above the number of days in any range. */
const MAX_ROWS = 300;

/** Usage in the last days, by agent and by day. */
export const usageOf = (days: Days) =>
  queryOptions({
    queryKey: ['usage', 'sums', days],
    queryFn: async ({ signal }) => {
      const from = serverNow() - (Number(days) - 1) * DAY_MS;
      const [byAgent, byDay] = await Promise.all([
        all({ groupBy: 'agent', from }, signal),
        all({ groupBy: 'day', from }, signal),
      ]);
      return { byAgent, byDay };
    },
  });

async function all(query: UsageListQuery, signal: AbortSignal): Promise<UsageSum[]> {
  const sums: UsageSum[] = [];
  for await (const sum of tandem.usage.list({ ...query, limit: 100 }, { signal })) {
    sums.push(sum);
    if (sums.length >= MAX_ROWS) break;
  }
  return sums;
}
