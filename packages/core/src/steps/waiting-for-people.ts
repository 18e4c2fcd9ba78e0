import { memberRef } from '../members/member.ts';
import type { Stores } from '../ports.ts';
import { firstLine, type Result } from '../results/result.ts';
import type { Task, WaitingFor } from '../tasks/task.ts';

/** The `waitingFor` for a result: attention if it failed, otherwise a review. */
export async function waitingForPeople(
  { members }: Stores,
  { creatorId }: Task,
  result: Result,
): Promise<Omit<WaitingFor, 'since'>> {
  const what = firstLine(result);
  if (result.outcome === 'failed') return { kind: 'attention', who: null, what, resultId: result.id };
  const creator = await members.byId(creatorId);
  const who = creator?.type === 'human' && creator.id !== result.behind ? memberRef(creator) : null;
  return { kind: 'review', who, what, resultId: result.id };
}
