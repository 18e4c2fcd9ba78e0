import { futureDateProblem } from '../shared/date.ts';
import type { Clock, Secrets } from '../shared/environment.ts';
import { OPERATOR } from '../shared/operator.ts';
import { refuseProblems } from '../shared/refusal.ts';
import { nameProblem } from '../shared/text.ts';
import { visibleForm } from '../shared/visible-form.ts';
import { CHAT_SCOPES, SCOPES, type Scope } from './scopes.ts';

export const KEY_KINDS = ['person', 'service', 'agent', 'runtime', 'acting'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export interface Key {
  readonly id: string;
  readonly name: string;
  readonly kind: KeyKind;
  /** The member that the key speaks as; null for service and runtime keys. */
  readonly memberId: string | null;
  readonly scopes: readonly Scope[];
  /** The member who created it; null for the operator. */
  readonly createdBy: string | null;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly createdAt: number;
  /** SHA-256 of the secret, in hexadecimal. The secret itself is not stored. */
  readonly secretHash: string;
}

/** Whether the key has not expired. */
export const isInForce = ({ expiresAt }: Pick<Key, 'expiresAt'>, now: number): boolean =>
  expiresAt === null || expiresAt > now;

/** Kinds that speak as a member other than the creator, and so need `memberId`. */
export const KINDS_OF_A_MEMBER: readonly KeyKind[] = ['agent', 'acting'];
/** Kinds that a person can create for themselves; only admins create the others. */
export const KINDS_FOR_ONESELF: readonly KeyKind[] = ['person', 'service'];
/** Kinds that can carry chat scopes. */
export const KINDS_THAT_CHAT: readonly KeyKind[] = ['person', 'service'];

/** Kinds with no power beyond that of their member; these stay valid after their creator leaves. */
export const KINDS_THAT_OUTLIVE: readonly KeyKind[] = ['agent'];
/** Kinds that only an admin can create, valid only while their creator is an admin. */
export const KINDS_OF_AN_ADMIN: readonly KeyKind[] = ['runtime', 'acting'];

/** Maximum keys that speak as one member or were created by it; removing the member revokes them in one unit. */
export const MAX_KEYS = 1_000;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/**
 * 43 base62 digits hold 32 bytes. Only bytes under 248 = 4 × 62 yield a digit, so that all digits are equally likely.
 */
const RANDOM_DIGITS = 43;
const CHECKSUM_DIGITS = 6;

function base62(number: number, digits: number): string {
  let rest = number;
  let text = '';
  for (let i = 0; i < digits; i++) {
    text = BASE62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Random base62 digits. */
export function randomDigits(secrets: Secrets, count: number): string {
  let text = '';
  while (text.length < count) {
    for (const byte of secrets.randomBytes(count)) {
      if (byte < 248 && text.length < count) text += BASE62[byte % 62];
    }
  }
  return text;
}

const CRC_TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** Checksum of the first `length` characters. */
function crc32(text: string, length = text.length): number {
  let crc = 0xffffffff;
  for (let i = 0; i < length; i++) {
    crc = ((CRC_TABLE[(crc ^ text.charCodeAt(i)) & 0xff] as number) ^ (crc >>> 8)) >>> 0;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** `PREFIX_ID_RANDOM` plus a checksum: 43 random base62 digits, then 6 digits of CRC-32 over everything before. */
export function newSecret(prefix: string, id: string, secrets: Secrets): string {
  const body = `${prefix}_${id}_${randomDigits(secrets, RANDOM_DIGITS)}`;
  return body + base62(crc32(body), CHECKSUM_DIGITS);
}

/** The id in a secret with this prefix, or null if its format or checksum is wrong. */
export function idInSecret(prefix: string, secret: string): string | null {
  if (secret.length > 200 || !secret.startsWith(`${prefix}_`)) return null;
  const idAt = prefix.length + 1;
  const randomAt = secret.indexOf('_', idAt) + 1;
  const id = secret.slice(idAt, randomAt - 1);
  const wellFormed =
    randomAt > idAt + 1 &&
    secret.length - randomAt === RANDOM_DIGITS + CHECKSUM_DIGITS &&
    !secret.includes('_', randomAt);
  if (!wellFormed) return null;
  const bodyEnd = secret.length - CHECKSUM_DIGITS;
  return secret.endsWith(base62(crc32(secret, bodyEnd), CHECKSUM_DIGITS)) ? id : null;
}

/** Compares two hexadecimal digests in constant time. */
export function sameDigest(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % Math.max(1, b.length));
  return difference === 0;
}

export interface NewKey {
  readonly name: string;
  readonly kind: KeyKind;
  readonly memberId?: string | null | undefined;
  readonly scopes: readonly Scope[];
  /** Omitted, the key is valid until it is revoked. */
  readonly expiresAt?: number | null | undefined;
}

/** Whether a name looks like the operator's name in the log. */
const looksLikeOperator = (name: string): boolean => visibleForm(name) === OPERATOR;

/**
 * 400 for an invalid combination of kind, scopes, member and expiry, regardless of the caller (docs/rules.md, Keys).
 */
export function checkNewKey(input: NewKey, clock: Clock): void {
  const chats = input.scopes.some((scope) => CHAT_SCOPES.includes(scope));
  refuseProblems({
    name:
      nameProblem(input.name) ??
      (looksLikeOperator(input.name) ? "is the operator's name in the log; choose another" : undefined),
    scopes:
      input.scopes.length === 0
        ? `must name at least one of ${SCOPES.join(', ')}`
        : chats && !KINDS_THAT_CHAT.includes(input.kind)
          ? `must not include chat:read or chat:write: a key of kind ${input.kind} cannot access chats`
          : undefined,
    memberId:
      KINDS_OF_A_MEMBER.includes(input.kind) && (input.memberId ?? null) === null
        ? `is required for a key of kind ${input.kind}`
        : undefined,
    expiresAt: futureDateProblem(input.expiresAt, clock()),
  });
}
