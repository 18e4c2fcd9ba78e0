import type { Caller } from '../access/caller.ts';
import type { Claim } from '../claims/claim.ts';
import type { Stores } from '../ports.ts';
import { Refusal } from '../shared/refusal.ts';
import { isOfAgents } from '../tasks/intake.ts';
import type { Task } from '../tasks/task.ts';

/** Open questions that one agent or service has at a time: more are a flood, and no person reads them. */
export const MAX_OPEN_OF_ASKER = 20;

/**
 * Whether agents may ask about a task: 403 unless it is theirs, 409 LIMIT_REACHED while they have too many open questions
 * (docs/rules.md, Questions). `by` is as whom the caller speaks, `claim` the one whose token it shows.
 */
export async function checkMayAsk(
  stores: Pick<Stores, 'questions' | 'members'>,
  by: Caller,
  task: Task,
  claim: Claim | null,
): Promise<void> {
  if (by.type === 'human') return;
  if (isOfAgents(by) && claim === null && !(await isTheirs(stores, by, task))) {
    throw new Refusal(
      'FORBIDDEN',
      'Agents ask only about tasks that they hold, are assigned to or have created. Comment on this one instead.',
    );
  }
  const open = await stores.questions.countOpenBy(by.id, MAX_OPEN_OF_ASKER);
  if (open < MAX_OPEN_OF_ASKER) return;
  throw new Refusal(
    'LIMIT_REACHED',
    `You have ${MAX_OPEN_OF_ASKER} open questions, which is the limit. Wait for an answer, or withdraw one.`,
    { details: { limit: MAX_OPEN_OF_ASKER } },
  );
}

/** A process that hosts agents counts as all of them. */
async function isTheirs(
  { members }: Pick<Stores, 'members'>,
  { type, id }: Caller,
  { creatorId, fromAgent, assignee }: Task,
): Promise<boolean> {
  if (creatorId === id || assignee?.id === id) return true;
  if (type === 'agent') return false;
  return fromAgent || (assignee !== null && (await members.byId(assignee.id))?.type === 'agent');
}
