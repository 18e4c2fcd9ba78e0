import { Misused } from '../ending.ts';
import type { KeptClaim, KeptClaims } from '../kept/claims.ts';

/** The task and token that a worker has set for its command. */
const ofWorker = () => ({ task: process.env.TANDEM_TASK, token: process.env.TANDEM_CLAIM });

/** The token to show for a change of this task; undefined where this command line does not hold it. */
export function tokenFor(claims: KeptClaims, task: string): string | undefined {
  const worker = ofWorker();
  return worker.task === task && worker.token ? worker.token : claims.find(task)?.token;
}

/** What is held: a task, and the token of its claim. */
export interface Held {
  readonly task: string;
  readonly token: string;
  readonly kept: KeptClaim | null;
}

/**
 * The task that a command is about: the one that is named, else the one that the worker around it has set, else the only
 * one that is held. The token is what an option says, or what was kept with the claim.
 */
export function heldTask(claims: KeptClaims, named: string | undefined, token?: string): Held {
  const task = named ?? ofWorker().task ?? theOnly(claims.all());
  const known = token ?? tokenFor(claims, task);
  if (known === undefined) {
    throw new Misused(
      `Task ${task} is not held here by this key. tandem work held lists what is; --token takes the token of a claim.`,
    );
  }
  return { task, token: known, kept: claims.find(task) };
}

function theOnly(held: readonly KeptClaim[]): string {
  const [first, ...others] = held;
  if (first === undefined) throw new Misused('No task is held here by this key. tandem work next takes one.');
  if (others.length === 0) return String(first.taskNumber);
  const numbers = held.map(({ taskNumber }) => taskNumber).join(', ');
  throw new Misused(`Several tasks are held here by this key: say which of ${numbers}.`);
}
