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
import { taskOffer } from './offer-task.ts';
import { checkUsageLimit } from './usage-limits.ts';

/** Tasks that the host may refuse in one look; it then ends as if nothing were ready. */
const MAX_REFUSED = 100;

/** Where a search continues. */
export interface Position {
  /** Null begins with the first ready task. */
  readonly after: string | null;
  /** Numbers of the tasks that the host has refused. */
  readonly refused: readonly number[];
}

const START: Position = { after: null, refused: [] };

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
  readonly from: Position;
  /** The task in the signal that caused the search. */
  readonly about?: ReadyTask | undefined;
}

interface Found {
  readonly briefing: Briefing | null;
  /** Null when this search ends the look. */
  readonly next: Position | null;
}

/** The outcome of one search. */
export interface Look extends Found {
  /** True if the task in the signal needs no further search by other waiters. */
  readonly settled: boolean;
}

const NOTHING: Found = { briefing: null, next: null };
const onwards = (next: Position | null): Found => ({ briefing: null, next });

/** Finds tasks that an agent may claim, and grants the first (docs/rules.md, Claims). */
export function workFinder(ports: SteadyPorts) {
  const { clock, steadyClock } = ports;
  const { catchUp } = claimExpiry(ports);
  const give = taskGiver(ports);
  const claimable = claimChecker(ports);
  const { isAllowed } = taskOffer(ports);
  const breakLoop = loopBreaker(ports);

  /** Replaces the oldest claim of an agent at its limit with a new one, whose old token stops working. */
  const resumed = async (stores: Stores, caller: Caller, search: Search): Promise<Found | null> => {
    const { agent, seconds, runKey, from } = search;
    const living = await livingClaims(stores, agent, steadyClock());
    const [oldest] = living;
    if (!oldest || living.length < agent.maxClaims) return null;
    const before = await requireTask(stores, oldest.taskNumber);
    if (!(await isAllowed(stores, caller, { agent, task: before, leaseSeconds: seconds, runKey })))
      return null;
    const found = await claimable(stores, caller, { agent, task: before, takeOver: true });
    if (await breakLoop(stores, caller.workspaceId, found.task)) return onwards({ ...from, after: null });
    return { briefing: await give(stores, caller, { agent, seconds, runKey, ...found }), next: null };
  };

  const find = async (stores: Stores, caller: Caller, search: Search): Promise<Found> => {
    const { agent, wanted, seconds, runKey, resume, from } = search;
    if (agent.paused || agent.verifier) return NOTHING;
    await checkUsageLimit(stores, agent, clock());
    const held = resume ? await resumed(stores, caller, search) : null;
    if (held) return held;
    const filter = await readyFilter(stores, wanted);
    const [, ready] = await all(
      checkCapacity(stores, agent, steadyClock()),
      filter && stores.ready.next(agent.id, filter, from.after),
    );
    if (!ready) return NOTHING;
    const { task, after } = ready;
    if (!task) return onwards(after === null ? null : { ...from, after });
    const { refused } = from;
    if (refused.includes(task.taskNumber)) return onwards({ after, refused });
    if (!(await isAllowed(stores, caller, { agent, task, leaseSeconds: seconds, runKey }))) {
      if (refused.length + 1 === MAX_REFUSED) return NOTHING;
      return onwards({ after, refused: [...refused, task.taskNumber] });
    }
    if (await breakLoop(stores, caller.workspaceId, task)) return onwards({ ...from, after });
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
  search: (from: Position) => Promise<L>,
): Promise<L> {
  for (let from = START; ; ) {
    const found = await search(from);
    if (found.next === null) return found;
    from = found.next;
  }
}
