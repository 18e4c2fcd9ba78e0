import type { Stores } from '../../ports.ts';
import type { Member, MemberWithInvitation } from '../member.ts';

/** Adds to each member the expiry of its open invitation (docs/rules.md, Members). */
export async function withInvitations<M extends Member>(
  stores: Pick<Stores, 'members'>,
  members: readonly M[],
  now: number,
): Promise<readonly MemberWithInvitation<M>[]> {
  const people = members.filter(({ type }) => type === 'human').map(({ id }) => id);
  const open = people.length > 0 ? await stores.members.openInvitations(people, now) : null;
  return members.map((member) => ({ ...member, invitedUntil: open?.get(member.id) ?? null }));
}
