import type { Member } from '../members/member.ts';
import type { Stores } from '../ports.ts';
import { invalid } from '../shared/refusal.ts';
import { codePoints, LIMITS } from '../shared/text.ts';

/**
 * Resolves a member reference in a body: by exact id, then name, then display name, ignoring case for the last two.
 * 400 at `field` for an unknown name or an ambiguous display name (docs/rules.md, Requests).
 */
export async function resolveMember(
  { members }: Pick<Stores, 'members'>,
  reference: string,
  field: string,
): Promise<Member> {
  const given = reference.trim();
  const unknownMember = { [field]: 'must be the name, display name or id of a member of this workspace' };
  // No name is longer, and the time to compare names can grow with the square of their length.
  if (codePoints(given) > LIMITS.name) throw invalid(unknownMember);
  const known = (await members.byId(given)) ?? (await members.byName(given));
  if (known) return known;
  const [member, another] = await members.byDisplayName(given);
  if (!member) throw invalid(unknownMember);
  if (another) throw invalid({ [field]: 'is the display name of several members; give a name or id' });
  return member;
}

/** Whether a person can sign in by themselves: with a valid key of their own or in a signed-in browser. */
export const canSignIn = async (
  { keys, sessions }: Pick<Stores, 'keys' | 'sessions'>,
  personId: string,
  now: number,
): Promise<boolean> =>
  (await keys.personHasKey(personId, now)) || (await sessions.personHasSession(personId, now));
