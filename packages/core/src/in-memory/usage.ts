import type { Stores } from '../ports.ts';
import { type Page, type PageSlice, pageOf } from '../shared/page.ts';
import { compareText } from '../shared/text.ts';
import { type Day, dayOf, monthOf } from '../usage/days.ts';
import { countedUsage, differingSources, NO_USAGE } from '../usage/measured.ts';
import type { UsageFilter, UsageGroup, UsageSum } from '../usage/store.ts';
import { plus, totalOf, type Usage } from '../usage/usage.ts';
import { nameOf } from './members.ts';
import type { StoredUsage, Tables } from './tables.ts';

/** The sort key of rows without an id, which come last. */
const NONE = '';

/** Sorts as the number does. */
const padded = (value: number): string => String(value).padStart(16, '0');

type SumGroup = Exclude<UsageGroup, 'attempt'>;

export function usageStore(tables: Tables): Stores['usage'] {
  const { claims, usage: rows, usageOfClaims, seenPoints, limitsReached, projects } = tables;
  const sumOf = (rows: readonly StoredUsage[]) => totalOf(rows.map(({ usage }) => usage));

  const keyOf: Record<SumGroup, (row: StoredUsage) => string> = {
    agent: ({ agentId }) => agentId ?? NONE,
    project: ({ projectId }) => projectId ?? NONE,
    task: ({ taskNumber }) => (taskNumber === null ? NONE : padded(taskNumber)),
    day: ({ day }) => day,
  };
  const sumOfGroup: Record<SumGroup, (key: string, usage: Usage) => UsageSum> = {
    agent: (id, usage) => ({ agent: id === NONE ? null : { id, name: nameOf(tables, id) }, usage }),
    project: (id, usage) => ({
      project: id === NONE ? null : { id, title: projects.get(id)?.title ?? null },
      usage,
    }),
    task: (number, usage) => ({ taskNumber: number === NONE ? null : Number(number), usage }),
    day: (day, usage) => ({ day, usage }),
  };

  const isWithin = ({ from, to }: UsageFilter, day: Day) =>
    (from === undefined || day >= from) && (to === undefined || day <= to);

  const sumsBy = (by: SumGroup, filter: UsageFilter, { limit, after }: PageSlice): Page<UsageSum> => {
    const within = rows.filter(
      ({ day, agentId }) =>
        isWithin(filter, day) && (filter.agentId === undefined || agentId === filter.agentId),
    );
    const keys = [...new Set(within.map(keyOf[by]))]
      .filter((key) => after === undefined || compareText(key, String(after)) < 0)
      .sort((a, b) => compareText(b, a));
    const page = pageOf(keys.slice(0, limit + 1), limit, (key) => key);
    return {
      ...page,
      items: page.items.map((key) =>
        sumOfGroup[by](key, sumOf(within.filter((row) => keyOf[by](row) === key))),
      ),
    };
  };

  const attempts = (filter: UsageFilter, { limit, after }: PageSlice): Page<UsageSum> => {
    const found = claims
      .entries(({ claimedAt, agent }) => {
        return (
          isWithin(filter, dayOf(claimedAt)) && (filter.agentId === undefined || agent.id === filter.agentId)
        );
      })
      .map(({ row, seq }) => ({ claim: row, key: `${padded(row.claimedAt)} ${padded(seq)}` }))
      .filter(({ key }) => after === undefined || compareText(key, String(after)) < 0)
      .sort((a, b) => compareText(b.key, a.key));
    const page = pageOf(found.slice(0, limit + 1), limit, ({ key }) => key);
    return {
      ...page,
      items: page.items.map(({ claim: { id, taskNumber, agent } }) => {
        const sources = usageOfClaims.get(id) ?? NO_USAGE;
        return {
          taskNumber,
          attempt: tables.attempts.get(id)?.ordinal ?? 1,
          agent: { id: agent.id, name: nameOf(tables, agent.id) },
          usage: countedUsage(sources),
          usageSources: differingSources(sources),
        };
      }),
    };
  };

  return {
    add: async (day, of, usage) => {
      const key = JSON.stringify([day, of.agentId, of.projectId, of.taskNumber]);
      rows.put(key, { day, ...of, usage: plus(rows.get(key)?.usage ?? {}, usage) });
    },
    inMonthOf: async (day) => sumOf(rows.filter((row) => monthOf(row.day) === monthOf(day))),
    ofAgent: async (agentId, day) => sumOf(rows.filter((row) => row.agentId === agentId && row.day === day)),
    ofClaim: async (claimId) => usageOfClaims.get(claimId) ?? NO_USAGE,
    keepOfClaim: async (claimId, usage) => usageOfClaims.put(claimId, usage),
    seenPoints: async (owner, keys) =>
      keys.flatMap((key) => {
        const seen = seenPoints.get(`${owner} ${key}`);
        return seen ? [{ key, time: seen.time, value: seen.value }] : [];
      }),
    seePoints: async (owner, points, at) => {
      for (const point of points) seenPoints.put(`${owner} ${point.key}`, { ...point, owner, at });
    },
    forgetPoints: async (before, atMost) => {
      const old = seenPoints.filter(({ at }) => at < before).slice(0, atMost);
      for (const { owner, key } of old) seenPoints.delete(`${owner} ${key}`);
      return old.length;
    },
    noteLimit: async (day, agentId, since) => {
      const key = `${day} ${agentId}`;
      if (limitsReached.get(key)) return false;
      limitsReached.put(key, { day, agentId, since });
      return true;
    },
    pastLimits: async (day) => limitsReached.filter((row) => row.day < day).slice(0, 100),
    forgetLimit: async (day, agentId) => limitsReached.delete(`${day} ${agentId}`),
    limitsReached: async (day) =>
      limitsReached
        .filter((row) => row.day === day)
        .sort((a, b) => a.since - b.since || compareText(a.agentId, b.agentId))
        .slice(0, 1_000)
        .map(({ agentId, since }) => ({ agentId, since })),
    sums: async (by, filter, page) => (by === 'attempt' ? attempts(filter, page) : sumsBy(by, filter, page)),
  };
}
