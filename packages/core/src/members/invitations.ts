import { idInSecret, newSecret, sameDigest } from '../access/keys.ts';
import type { Ports, Stores } from '../ports.ts';
import { isAdmin, type Member, type MemberWithInvitation } from './member.ts';
import type { Invitation } from './store.ts';

/** A one-time invitation, shown once to its creator. */
export interface InvitationCode {
  readonly code: string;
  readonly expiresAt: number;
}

const PREFIX = 'tdi';
const VALID_FOR = 7 * 24 * 60 * 60 * 1000;

export function newInvitation(
  of: Pick<Invitation, 'memberId' | 'createdBy'>,
  { clock, newId, secrets }: Ports,
): { kept: Invitation; shown: InvitationCode } {
  const id = newId();
  const code = newSecret(PREFIX, id, secrets);
  const expiresAt = clock() + VALID_FOR;
  return { kept: { id, ...of, codeHash: secrets.sha256(code), expiresAt }, shown: { code, expiresAt } };
}

export const invitationId = (code: string): string | null => idInSecret(PREFIX, code);

/** Whether the code is valid for this invitation now. */
export const opens = (code: string, invitation: Invitation, { clock, secrets }: Ports): boolean =>
  sameDigest(secrets.sha256(code), invitation.codeHash) && invitation.expiresAt > clock();

/** Whether the creator of the invitation still exists and is an admin. The operator always may invite. */
export const inviterStillMay = (
  { createdBy }: Pick<Invitation, 'createdBy'>,
  creator: Member | null,
): boolean => createdBy === null || isAdmin(creator);

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
