import type { Caller } from '../../access/caller.ts';
import { requireClaimer } from '../../lookup/agents.ts';
import { type WantedTasks, wakingFilter } from '../../lookup/ready-filter.ts';
import type { SteadyPorts } from '../../ports.ts';
import { type ReadyTask, wakes, workTopic } from '../../ready/ready.ts';
import type { Briefing } from '../../steps/briefing.ts';
import { type Look, type Position, searchThrough, workFinder } from '../../steps/find-work.ts';
import { taskOffer } from '../../steps/offer-task.ts';
import { taskReleaser } from '../../steps/release-task.ts';
import type { Waits } from '../../waits/waits.ts';
import { CLAIM_SECONDS, checkSeconds } from '../claim.ts';

export interface ClaimQuery extends WantedTasks {
  /** Required for a runtime key, which can host any agent; other keys may omit it. */
  readonly agentId?: string | undefined;
  readonly leaseSeconds?: number | undefined;
  /** Whether the lease gets a run key. */
  readonly runKey?: boolean | undefined;
  /** In seconds. */
  readonly wait?: number | undefined;
  /** An agent at its limit resumes its oldest task instead of getting 409 CLAIM_LIMIT. */
  readonly resume?: boolean | undefined;
}

/**
 * Claims the next task that is ready for the agent; exactly one claimer gets it. Waits up to `wait` seconds for one,
 * then returns null. 409 CLAIM_LIMIT when the agent is at its limit. If the client has disconnected by then, the task
 * is released.
 */
export function nextTaskClaimer(ports: SteadyPorts, waits: Waits) {
  const { storage } = ports;
  const { search } = workFinder(ports);
  const { taken } = taskOffer(ports);
  const release = taskReleaser(ports);

  /** One search in its own unit of work. */
  const searchOnce = (
    caller: Caller,
    { agentId, resume, runKey, ...wanted }: ClaimQuery,
    seconds: number,
    at: { readonly from: Position; readonly about: ReadyTask | undefined },
  ): Promise<Look> =>
    storage.write(caller.workspaceId, async (stores) => {
      const agent = await requireClaimer(stores, caller, agentId);
      return search(stores, caller, { agent, wanted, seconds, resume, runKey, ...at });
    });

  const resolve = (caller: Caller, query: ClaimQuery) =>
    storage.read(caller.workspaceId, async (stores) => ({
      agentId: (await requireClaimer(stores, caller, query.agentId)).id,
      filter: await wakingFilter(stores, query),
    }));

  return async (caller: Caller, query: ClaimQuery, gone?: AbortSignal): Promise<Briefing | null> => {
    const { leaseSeconds = CLAIM_SECONDS.default, wait = 0 } = query;
    checkSeconds(leaseSeconds);
    // Resolved once: signals carry ids, not names. A request that doesn't wait hears no signals.
    const waitsFor = wait > 0 || query.projectId || query.labels ? await resolve(caller, query) : null;
    const { briefing } = await waits.hold<Look>({
      caller,
      topics: [workTopic(caller.workspaceId)],
      seconds: wait,
      gone,
      concerns: (about) => waitsFor !== null && wakes(waitsFor.agentId, waitsFor.filter, about),
      look: (given) => {
        const about = given as ReadyTask | undefined;
        return searchThrough((from) => searchOnce(caller, query, leaseSeconds, { from, about }));
      },
      isOver: (found) => found.briefing !== null,
      settles: ({ settled }) => settled,
    });
    if (!gone?.aborted) {
      if (briefing) await taken(caller, briefing, { leaseSeconds, runKey: query.runKey });
      return briefing;
    }
    if (briefing) await release(caller, briefing.task.taskNumber, { token: briefing.lease.token }, true);
    return null;
  };
}
