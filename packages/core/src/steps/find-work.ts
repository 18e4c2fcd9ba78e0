import type { Caller } from '../access/caller.ts';
import { readyFilter, type WantedTasks } from '../lookup/ready-filter.ts';
import { requireTask } from '../lookup/tasks.ts';
import type { Agent } from '../members/member.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { isReady, type ReadyTask } from '../ready/ready.ts';
import { all } from '../shared/all.ts';
import type { Briefing } from './briefing.ts';
import { checkCapacity, livingClaims } from './claim-capacity.ts';
import { claimChecker } from './claimable.ts';
import { claimExpiry } from './expire-claims.ts';
import { taskGiver } from './give-task.ts';
import { loopBreaker } from './loop-breaker.ts';
import { checkUsageLimit } from './usage-limits.ts';

/** A search for a task that is ready for an agent. */
export interface Search {
  readonly agent: Agent;
  readonly wanted: WantedTasks;
  /** Of the lease. */
  readonly seconds: number;
  /** An agent at its limit resumes its oldest task instead of getting 409 CLAIM_LIMIT. */
  readonly resume?: boolean | undefined;
  /** Whether the lease gets a run key. */
  readonly runKey?: boolean | undefined;
  /** The position to continue from; null begins with the first ready task. */
  readonly after: string | null;
  /** The task in the signal that caused the search. */
  readonly about?: ReadyTask | undefined;
}

interface Found {
  readonly briefing: Briefing | null;
  /** Where the next search continues; null when this one ends the look. */
  readonly next: Pick<Search, 'after'> | null;
}

/** The outcome of one search. */
export interface Look extends Found {
  /** True if the task in the signal needs no further search by other waiters. */
  readonly settled: boolean;
}

const NOTHING: Found = { briefing: null, next: null };
const AGAIN: Found = { briefing: null, next: { after: null } };

/** Finds tasks that an agent may claim, and grants the first (docs/rules.md, Claims). */
export function workFinder(ports: SteadyPorts) {
  const { clock, steadyClock } = ports;
  const { catchUp } = claimExpiry(ports);
  const give = taskGiver(ports);
  const claimable = claimChecker(ports);
  const breakLoop = loopBreaker(ports);

  /** Replaces the oldest claim of an agent at its limit with a new one, whose old token stops working. */
  const resumed = async (stores: Stores, caller: Caller, search: Search): Promise<Found | null> => {
    const { agent, seconds, runKey } = search;
    const living = await livingClaims(stores, agent, steadyClock());
    const [oldest] = living;
    if (!oldest || living.length < agent.maxClaims) return null;
    const before = await requireTask(stores, oldest.taskNumber);
    const found = await claimable(stores, caller, { agent, task: before, takeOver: true });
    if (await breakLoop(stores, caller.workspaceId, found.task)) return AGAIN;
    return { briefing: await give(stores, caller, { agent, seconds, runKey, ...found }), next: null };
  };

  const find = async (stores: Stores, caller: Caller, search: Search): Promise<Found> => {
    const { agent, wanted, seconds, runKey, resume, after } = search;
    if (agent.paused || agent.verifier) return NOTHING;
    await checkUsageLimit(stores, agent, clock());
    const held = resume ? await resumed(stores, caller, search) : null;
    if (held) return held;
    const filter = await readyFilter(stores, wanted);
    const [, ready] = await all(
      checkCapacity(stores, agent, steadyClock()),
      filter && stores.ready.next(agent.id, filter, after),
    );
    if (!ready) return NOTHING;
    const { task } = ready;
    if (!task) return { briefing: null, next: ready.after === null ? null : { after: ready.after } };
    if (await breakLoop(stores, caller.workspaceId, task))
      return { briefing: null, next: { after: ready.after } };
    return { briefing: await give(stores, caller, { agent, task, seconds, runKey }), next: null };
  };

  /** Whether the task in the signal is no longer ready, so that other waiters need not look at it. */
  const isSettled = async (stores: Stores, about: ReadyTask | undefined): Promise<boolean> => {
    const hinted = about && (await stores.tasks.byNumber(about.number));
    return !hinted || !isReady(hinted, clock());
  };

  return {
    /** One search, in a unit that is already open: the first ready task, or where to continue. */
    search: async (stores: Stores, caller: Caller, search: Search): Promise<Look> => {
      await catchUp(stores, caller.workspaceId);
      const found = await find(stores, caller, search);
      const isHinted = found.briefing?.task.taskNumber === search.about?.number;
      return { ...found, settled: isHinted || (await isSettled(stores, search.about)) };
    },
    isSettled,
  };
}

/** Searches on until a search ends the look. */
export async function searchThrough<L extends Pick<Look, 'next'>>(
  search: (after: string | null) => Promise<L>,
): Promise<L> {
  for (let after: string | null = null; ; ) {
    const found = await search(after);
    if (found.next === null) return found;
    after = found.next.after;
  }
}
