import type { Environment } from '../shared/environment.ts';
import { idInSecret, newSecret, sameDigest } from '../shared/secrets.ts';

/** A stored link that signs a person in once. */
export interface SignInLink {
  readonly id: string;
  readonly memberId: string;
  /** SHA-256 of the code, in hexadecimal. */
  readonly codeHash: string;
  readonly expiresAt: number;
}

/** The code of a link, shown once to the operator who created it. */
export interface LinkCode {
  readonly code: string;
  readonly expiresAt: number;
}

const PREFIX = 'tdl';
const VALID_FOR = 5 * 60_000;

/** Maximum links per person; a further one replaces the oldest. */
export const MAX_LINKS = 10;

export function newLink(
  memberId: string,
  { clock, newId, secrets }: Environment,
): { stored: SignInLink; issued: LinkCode } {
  const id = newId();
  const code = newSecret(PREFIX, id, secrets);
  const expiresAt = clock() + VALID_FOR;
  return { stored: { id, memberId, codeHash: secrets.sha256(code), expiresAt }, issued: { code, expiresAt } };
}

export const linkId = (code: string): string | null => idInSecret(PREFIX, code);

/** Whether the code belongs to this link and is valid now. */
export const opensLink = (code: string, link: SignInLink, { clock, secrets }: Environment): boolean =>
  sameDigest(secrets.sha256(code), link.codeHash) && link.expiresAt > clock();
