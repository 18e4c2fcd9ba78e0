import type { Caller } from '../access/caller.ts';
import type { Ports, Stores } from '../ports.ts';
import type { Task } from '../tasks/task.ts';

/**
 * Brings the verifications of a task in line with its criteria and its latest succeeded result: requests those that are
 * missing, and voids those of another commit, of a changed check, or by a verifier that is no longer independent. Runs
 * after every change of these.
 */
export type RequestVerifications = (stores: Stores, by: Caller, task: Task) => Promise<void>;

export const verificationRequester =
  (_ports: Pick<Ports, 'clock' | 'newId'>): RequestVerifications =>
  async () =>
    undefined;
