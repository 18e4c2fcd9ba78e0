import type { Environment } from '../shared/environment.ts';
import { idInSecret, newSecret, sameDigest } from '../shared/secrets.ts';
import { isAdmin, type Member } from './member.ts';

/** A one-time invitation, shown once to its creator. */
export interface InvitationCode {
  readonly code: string;
  readonly expiresAt: number;
}

const PREFIX = 'tdi';
const VALID_FOR = 7 * 24 * 60 * 60 * 1000;

export function newInvitation(
  of: Pick<Invitation, 'memberId' | 'createdBy'>,
  { clock, newId, secrets }: Environment,
): { stored: Invitation; issued: InvitationCode } {
  const id = newId();
  const code = newSecret(PREFIX, id, secrets);
  const expiresAt = clock() + VALID_FOR;
  return { stored: { id, ...of, codeHash: secrets.sha256(code), expiresAt }, issued: { code, expiresAt } };
}

export const invitationId = (code: string): string | null => idInSecret(PREFIX, code);

/** Whether the code is valid for this invitation now. */
export const opens = (code: string, invitation: Invitation, { clock, secrets }: Environment): boolean =>
  sameDigest(secrets.sha256(code), invitation.codeHash) && invitation.expiresAt > clock();

/** Whether the creator of the invitation still exists and is an admin. The operator always may invite. */
export const inviterStillMay = (
  { createdBy }: Pick<Invitation, 'createdBy'>,
  creator: Member | null,
): boolean => createdBy === null || isAdmin(creator);

export interface Invitation {
  readonly id: string;
  readonly memberId: string;
  /** The admin who created it; null for the operator. */
  readonly createdBy: string | null;
  /** SHA-256 of the code, in hexadecimal. */
  readonly codeHash: string;
  readonly expiresAt: number;
}
