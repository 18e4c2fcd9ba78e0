import { trustedCaller } from '../access/callers.ts';
import { canSignIn } from '../lookup/members.ts';
import { invitationId, inviterStillMay, opens } from '../members/invitations.ts';
import { CHATS, type Human, memberEntity } from '../members/member.ts';
import type { Ports, Stores } from '../ports.ts';
import type { Record } from './record.ts';

/**
 * The person that an invitation code admits; null for a used, expired or unknown code, if its creator is no longer an
 * admin, or if the person already has a key or a session.
 */
export async function invitedBy(stores: Stores, code: string, ports: Ports): Promise<Human | null> {
  const invitation = await stores.members.invitation(invitationId(code) ?? '');
  if (!invitation || !opens(code, invitation, ports)) return null;
  const { createdBy } = invitation;
  const creator = createdBy === null ? null : await stores.members.byId(createdBy);
  if (!inviterStillMay(invitation, creator)) return null;
  const person = await stores.members.byId(invitation.memberId);
  if (person?.type !== 'human' || (await canSignIn(stores, person.id, ports.clock()))) return null;
  return person;
}

/** Like `invitedBy`, and consumes the invitation. */
export async function acceptedBy(stores: Stores, code: string, ports: Ports): Promise<Human | null> {
  const person = await invitedBy(stores, code, ports);
  if (person) await stores.members.deleteInvitation(invitationId(code) as string);
  return person;
}

/** Closes the existing chats of a person: the user who accepts the invitation may not be the one who wrote them. */
export async function closeChatsOf(
  stores: Stores,
  workspaceId: string,
  person: Human,
  record: Record,
): Promise<void> {
  if (!(await stores.chats.closeAll(person.id))) return;
  await record(stores, trustedCaller(workspaceId, person), {
    entity: memberEntity(person),
    action: 'updated',
    changes: [CHATS.closed],
  });
}
