import { futureDateProblem } from '../shared/date.ts';
import type { Clock } from '../shared/environment.ts';
import { OPERATOR } from '../shared/operator.ts';
import { refuseProblems } from '../shared/refusal.ts';
import { nameProblem } from '../shared/text.ts';
import { visibleForm } from '../shared/visible-form.ts';
import { CHAT_SCOPES, SCOPES, type Scope } from './scopes.ts';

export const KEY_KINDS = ['person', 'service', 'agent', 'runtime', 'acting', 'run'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Kinds that people can create; a run key is issued with a claim (docs/rules.md, Run keys). */
export const ISSUED_KINDS = ['person', 'service', 'agent', 'runtime', 'acting'] as const;
export type IssuedKind = (typeof ISSUED_KINDS)[number];

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
  /** The task of a run key, whose id is that of its claim; null for every other key. */
  readonly taskNumber: number | null;
  /** The id of the key that a run key was issued to; null for every other key, and for embedding programs. */
  readonly issuedTo: string | null;
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

export interface NewKey {
  readonly name: string;
  readonly kind: IssuedKind;
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
