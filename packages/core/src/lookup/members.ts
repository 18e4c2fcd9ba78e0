import type { Human, Member } from '../members/member.ts';
import type { Stores } from '../ports.ts';
import { invalid, notFound, Refusal } from '../shared/refusal.ts';
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

export async function requireHuman({ members }: Stores, id: string): Promise<Human> {
  const member = await members.byId(id);
  if (member?.type !== 'human') throw notFound('person');
  return member;
}

export async function checkLeavesAnAdmin({ members }: Stores): Promise<void> {
  if ((await members.countAdmins()) > 1) return;
  throw new Refusal(
    'LAST_ADMIN',
    'This is the last admin of the workspace. Make another person an admin first.',
  );
}

export async function requireMember({ members }: Stores, nameOrId: string): Promise<Member> {
  const member = (await members.byId(nameOrId)) ?? (await members.byName(nameOrId));
  if (!member) throw invalid({ member: 'must be the name or id of a member of this workspace' });
  return member;
}
