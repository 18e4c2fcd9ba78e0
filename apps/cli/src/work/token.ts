import { Misused } from '../ending.ts';
import type { SavedClaim, SavedClaims } from '../kept/claims.ts';

/** The task and token that a worker passes to its command. */
const ofWorker = () => ({ task: process.env.TANDEM_TASK, token: process.env.TANDEM_CLAIM });

/** The claim token for a change to this task; undefined if this machine has no claim on it. */
export function tokenFor(claims: SavedClaims, task: string): string | undefined {
  const worker = ofWorker();
  return worker.task === task && worker.token ? worker.token : claims.find(task)?.token;
}

/** A claimed task and its token. */
export interface Held {
  readonly task: string;
  readonly token: string;
  readonly saved: SavedClaim | null;
}

/**
 * The task for a command: the one named, or else the one set by the surrounding worker, or else the only claimed task.
 * The token is that of the option, or the saved one.
 */
export function heldTask(claims: SavedClaims, named: string | undefined, token?: string): Held {
  const task = named ?? ofWorker().task ?? theOnly(claims.all());
  const known = token ?? tokenFor(claims, task);
  if (known === undefined) {
    throw new Misused(
      `This key has no claim on task ${task} here. tandem work held lists claimed tasks; --token takes the token of a claim.`,
    );
  }
  return { task, token: known, saved: claims.find(task) };
}

function theOnly(held: readonly SavedClaim[]): string {
  const [first, ...others] = held;
  if (first === undefined)
    throw new Misused('This key has no claimed task here. Claim one with tandem work next.');
  if (others.length === 0) return String(first.taskNumber);
  const numbers = held.map(({ taskNumber }) => taskNumber).join(', ');
  throw new Misused(`This key has claimed several tasks here. Specify one of ${numbers}.`);
}
