import type { Stores } from '../ports.ts';
import { type Page, pageOf } from '../shared/page.ts';
import { compareText } from '../shared/text.ts';
import { monthOf } from '../usage/days.ts';
import type { UsageGroup, UsageSum } from '../usage/store.ts';
import { plus, totalOf, type Usage } from '../usage/usage.ts';
import { nameOf } from './members.ts';
import type { StoredUsage, Tables } from './tables.ts';

/** The sort key of rows without an id, which come last. */
const NONE = '';

export function usageStore(tables: Tables): Stores['usage'] {
  const { usage: rows, usageOfClaims, limitsReached, projects } = tables;
  const sumOf = (rows: readonly StoredUsage[]) => totalOf(rows.map(({ usage }) => usage));

  const keyOf: Record<UsageGroup, (row: StoredUsage) => string> = {
    agent: ({ agentId }) => agentId ?? NONE,
    project: ({ projectId }) => projectId ?? NONE,
    task: ({ taskNumber }) => (taskNumber === null ? NONE : String(taskNumber).padStart(16, '0')),
    day: ({ day }) => day,
  };
  const sumOfGroup: Record<UsageGroup, (key: string, usage: Usage) => UsageSum> = {
    agent: (id, usage) => ({ agent: id === NONE ? null : { id, name: nameOf(tables, id) }, usage }),
    project: (id, usage) => ({
      project: id === NONE ? null : { id, title: projects.get(id)?.title ?? null },
      usage,
    }),
    task: (number, usage) => ({ taskNumber: number === NONE ? null : Number(number), usage }),
    day: (day, usage) => ({ day, usage }),
  };

  return {
    add: async (day, of, usage) => {
      const key = JSON.stringify([day, of.agentId, of.projectId, of.taskNumber]);
      rows.put(key, { day, ...of, usage: plus(rows.get(key)?.usage ?? {}, usage) });
    },
    inMonthOf: async (day) => sumOf(rows.filter((row) => monthOf(row.day) === monthOf(day))),
    ofAgent: async (agentId, day) => sumOf(rows.filter((row) => row.agentId === agentId && row.day === day)),
    ofClaim: async (claimId) => usageOfClaims.get(claimId) ?? [],
    keepOfClaim: async (claimId, counted) => usageOfClaims.put(claimId, counted),
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
    sums: async (by, { from, to }, { limit, after }): Promise<Page<UsageSum>> => {
      const within = rows.filter(
        ({ day }) => (from === undefined || day >= from) && (to === undefined || day <= to),
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
    },
  };
}
