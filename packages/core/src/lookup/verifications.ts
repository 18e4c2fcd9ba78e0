import type { Caller } from '../access/caller.ts';
import type { Agent } from '../members/member.ts';
import type { Stores } from '../ports.ts';
import { notFound, Refusal } from '../shared/refusal.ts';
import type { TaskVerification } from '../verifications/verification.ts';

export async function requireVerification(
  { verifications }: Pick<Stores, 'verifications'>,
  id: string,
): Promise<TaskVerification> {
  const verification = await verifications.byId(id);
  if (!verification) throw notFound('verification');
  return verification;
}

/**
 * The verifier that the caller is. 403 for any key but the own key of an agent with `verifier`: runtime and acting keys
 * could speak as one that has worked on the task.
 */
export async function requireVerifier(
  { members }: Pick<Stores, 'members'>,
  { key, memberId }: Caller,
): Promise<Agent> {
  const member = key.kind === 'agent' && memberId !== null ? await members.byId(memberId) : null;
  if (member?.type === 'agent' && member.verifier) return member;
  throw new Refusal(
    'FORBIDDEN',
    "Only a verifier may do this. Use the verifier's own key, or ask an admin to make the agent a verifier.",
  );
}
