import type { Caller } from '../../access/caller.ts';
import type { SteadyPorts } from '../../ports.ts';
import { dateProblem } from '../../shared/date.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { forgetLimit, noteLimit } from '../../steps/usage-limits.ts';
import { dayOf } from '../days.ts';
import type { UsageGroup, UsageSum } from '../store.ts';
import { FORGET_STEP, POINTS_KEPT_MS, usageMeter } from './measure.ts';

export interface UsageQuery extends PageRequest {
  readonly groupBy: UsageGroup;
  /** A time on the first day, in milliseconds since 1970. */
  readonly from?: number | undefined;
  /** A time on the last day. */
  readonly to?: number | undefined;
  /** Only usage by this agent. */
  readonly agentId?: string | undefined;
}

/** Reported and measured usage (docs/rules.md, Usage). */
export function usageUseCases(ports: SteadyPorts) {
  const { storage, clock } = ports;
  return {
    /** Counts measured usage; see `usageMeter`. */
    measure: usageMeter(ports),

    /** Sums from the day of `from` to the day of `to`. */
    sums: (caller: Caller, query: UsageQuery): Promise<Page<UsageSum>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const { groupBy, from, to, agentId } = query;
        const backwards = from !== undefined && to !== undefined && to < from;
        refuseProblems({
          from: dateProblem(from),
          to: dateProblem(to) ?? (backwards ? 'must not be before from' : undefined),
        });
        const filter = {
          agentId,
          from: from === undefined ? undefined : dayOf(from),
          to: to === undefined ? undefined : dayOf(to),
        };
        return stores.usage.sums(groupBy, filter, pageSlice(query));
      }),

    /**
     * Removes inbox items of agents whose limits were on a past day, and data points that are too old to be repeated, in
     * all workspaces; called periodically.
     */
    tidy: async (): Promise<void> => {
      const today = dayOf(clock());
      for (const { id } of await storage.directory.workspaces()) {
        const clearBatch = () =>
          storage.write(id, async (stores) => {
            const past = await stores.usage.pastLimits(today);
            for (const { day, agentId } of past) {
              await stores.usage.forgetLimit(day, agentId);
              const agent = await stores.members.byId(agentId);
              if (agent?.type === 'agent') await noteLimit(stores, agent, clock());
              else await forgetLimit(stores, agentId, today);
            }
            return past.length;
          });
        while ((await clearBatch()) > 0);
        const forgetBatch = () =>
          storage.write(id, ({ usage }) => usage.forgetPoints(clock() - POINTS_KEPT_MS, FORGET_STEP));
        while ((await forgetBatch()) === FORGET_STEP);
      }
    },
  };
}
