import type { Caller } from '../../access/caller.ts';
import type { Claim } from '../../claims/claim.ts';
import type { Stores } from '../../ports.ts';
import { Refusal } from '../../shared/refusal.ts';
import { isOfAgents } from '../../tasks/intake.ts';
import type { Task } from '../../tasks/task.ts';

/** Maximum open questions per agent or service: people would not read more. */
export const MAX_OPEN_OF_ASKER = 20;

/**
 * Whether an agent or service may ask about a task: 403 unless the task is theirs, 409 LIMIT_REACHED with too many
 * open questions (docs/rules.md, Questions). `by` is the acting agent, `claim` the one whose token the caller sent.
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
      'Agents can only ask about tasks that they hold, are assigned to or have created. Comment on this one instead.',
    );
  }
  const open = await stores.questions.countOpenBy(by.id, MAX_OPEN_OF_ASKER);
  if (open < MAX_OPEN_OF_ASKER) return;
  throw new Refusal(
    'LIMIT_REACHED',
    `You have reached the limit of ${MAX_OPEN_OF_ASKER} open questions. Wait for an answer, or withdraw one.`,
    { details: { limit: MAX_OPEN_OF_ASKER } },
  );
}

/** A runtime key counts as all agents that it hosts. */
async function isTheirs(
  { members }: Pick<Stores, 'members'>,
  { type, id }: Caller,
  { creatorId, fromAgent, assignee }: Task,
): Promise<boolean> {
  if (creatorId === id || assignee?.id === id) return true;
  if (type === 'agent') return false;
  return fromAgent || (assignee !== null && (await members.byId(assignee.id))?.type === 'agent');
}
