import type { Caller } from '../../access/caller.ts';
import type { SteadyPorts } from '../../ports.ts';
import { verificationEnder } from '../../steps/end-verification.ts';
import { claimExpiry } from '../../steps/expire-claims.ts';
import { type Release, taskReleaser } from '../../steps/release-task.ts';
import { taskViewer } from '../../tasks/seen.ts';
import type { TaskRef } from '../../tasks/task.ts';
import type { Waits } from '../../waits/waits.ts';
import { taskClaimer } from './claim.ts';
import { heartbeats } from './heartbeat.ts';
import { nextTaskClaimer } from './next.ts';
import { agentStopper } from './stop.ts';

/** Claims: agents take up tasks, one run of one agent per task (docs/rules.md, Claims). */
export function claimUseCases(ports: SteadyPorts, waits: Waits) {
  const { storage, clock, steadyClock } = ports;
  const { seen } = taskViewer(ports);
  const { expire, wake } = claimExpiry(ports);
  const release = taskReleaser(ports);
  const verifications = verificationEnder(ports);

  return {
    next: nextTaskClaimer(ports, waits),
    claim: taskClaimer(ports),
    heartbeat: heartbeats(ports),
    stop: agentStopper(ports),

    /** Gives the task back: to todo, with its previous assignee. */
    release: async (caller: Caller, ref: TaskRef, input: Release) => seen(await release(caller, ref, input)),

    /** Ends expired claims and verifications, and wakes tasks whose `notBefore` has passed, in all workspaces; called periodically. */
    tidy: async (): Promise<void> => {
      for (const id of await storage.directory.workspacesWithExpiredLeases(steadyClock())) {
        while ((await storage.write(id, (stores) => expire(stores, id))) > 0);
        while ((await storage.write(id, (stores) => verifications.expire(stores, id))) > 0);
      }
      for (const id of await storage.directory.workspacesWithRestedTasks(clock())) {
        while ((await storage.write(id, (stores) => wake(stores, id))) > 0);
      }
    },
  };
}
