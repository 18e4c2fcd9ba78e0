import type { Caller } from '../../access/caller.ts';
import { requireTask } from '../../lookup/tasks.ts';
import { requireVerification } from '../../lookup/verifications.ts';
import { humansOnly } from '../../members/member.ts';
import type { SteadyPorts } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { verificationRetrier } from '../../steps/retry-verification.ts';
import type { TaskRef } from '../../tasks/task.ts';
import type { Waits } from '../../waits/waits.ts';
import { checkState } from '../moves.ts';
import { type SeenVerification, seenVerification } from '../seen.ts';
import type { TaskVerification, VerificationState } from '../verification.ts';
import { verificationClaimer } from './claim.ts';
import { verificationRuns } from './run.ts';

/** Verifications: others than the author run the checks of a result (docs/rules.md, Verifications). */
export function verificationUseCases(ports: SteadyPorts, waits: Waits) {
  const { storage } = ports;
  const retry = verificationRetrier(ports);

  return {
    ...verificationClaimer(ports, waits),
    ...verificationRuns(ports),

    /** Those of a task, newest first. */
    ofTask: (caller: Caller, ref: TaskRef, page: PageRequest): Promise<Page<SeenVerification>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const { taskNumber } = await requireTask(stores, ref);
        return seenPage(await stores.verifications.ofTask(taskNumber, pageSlice(page)));
      }),

    /** Those in a state, newest first. */
    list: (
      caller: Caller,
      { state, ...page }: PageRequest & { readonly state: VerificationState },
    ): Promise<Page<SeenVerification>> =>
      storage.read(caller.workspaceId, async ({ verifications }) =>
        seenPage(await verifications.inState(state, pageSlice(page))),
      ),

    get: (caller: Caller, id: string): Promise<SeenVerification> =>
      storage.read(caller.workspaceId, async (stores) =>
        seenVerification(await requireVerification(stores, id)),
      ),

    /** Requests a failed verification again, or one that could not be run; people only. One that passes then is flaky. */
    retry: (caller: Caller, id: string): Promise<SeenVerification> =>
      storage.write(caller.workspaceId, async (stores) => {
        if (caller.type !== 'human') throw humansOnly('request a verification again');
        const before = await requireVerification(stores, id);
        checkState(before, 'retry');
        const task = await requireTask(stores, before.taskNumber);
        return seenVerification(await retry(stores, caller, task, before));
      }),
  };
}

const seenPage = (page: Page<TaskVerification>): Page<SeenVerification> => ({
  ...page,
  items: page.items.map(seenVerification),
});
