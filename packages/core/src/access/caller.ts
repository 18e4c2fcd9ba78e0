import { Refusal } from '../shared/refusal.ts';
import type { KeyKind } from './keys.ts';
import { grants, type Scope, WRITING_SCOPES } from './scopes.ts';

export const CALLER_TYPES = ['human', 'agent', 'service'] as const;
export type CallerType = (typeof CALLER_TYPES)[number];

/** The key a caller came with; the record of what an acting key does keeps whose key it was. */
export interface CallerKey {
  readonly id: string;
  readonly name: string;
  readonly kind: KeyKind;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number | null;
  /** The id of the key that a session was signed in with; its requests count against that key's limits. */
  readonly signedInWith?: string | undefined;
  /** When the session ends by itself, unless it is used; undefined for a key. */
  readonly sessionExpiresAt?: number | undefined;
  /** The name of the member who made the key; null when the operator did. */
  readonly ownerName: string | null;
  /** That member's id. */
  readonly ownerId: string | null;
}

/** Who is asking: decided once for a request, from the key (docs/rules.md, Keys). */
export interface Caller {
  readonly workspaceId: string;
  readonly type: CallerType;
  /** The member's id; a service's is its key's. */
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  /** The member that the caller speaks as; null for services. */
  readonly memberId: string | null;
  /** The member whose inbox hears of what the caller does: the member itself, or the person behind a service. */
  readonly inboxId: string | null;
  readonly admin: boolean;
  /** Whether the workspace's plan includes chat. */
  readonly chatInPlan: boolean;
  readonly key: CallerKey;
  /** The token of a claim that the request shows (docs/rules.md, Claims). */
  readonly claimToken?: string | undefined;
}

/**
 * The member who stands behind what the caller does, and can be no judge of it: the maker of a key that acts as
 * somebody, the person of a service, else the member itself; null where it is nobody's.
 */
export const memberBehind = ({ key, inboxId }: Caller): string | null =>
  key.kind === 'acting' ? key.ownerId : inboxId;

/** Whether the caller is an admin with `full`. */
export const administers = (caller: Caller): boolean =>
  caller.type === 'human' && caller.admin && grants(caller.key.scopes, 'full');

/** 403 unless the caller is an admin with `full` (docs/rules.md, Keys). */
export function checkAdministers(caller: Caller): void {
  if (administers(caller)) return;
  throw new Refusal(
    'FORBIDDEN',
    'Only a workspace admin whose key has the scope full may do this. Ask an admin of the workspace.',
  );
}

/** 403 for a key that only reads: what it would make or take away is more than reading. */
export function checkWrites(caller: Caller): void {
  if (caller.key.scopes.some((scope) => WRITING_SCOPES.includes(scope))) return;
  throw new Refusal(
    'INSUFFICIENT_SCOPE',
    `A key that only reads makes no keys, and revokes itself alone. Use a key with one of ${WRITING_SCOPES.join(', ')}.`,
  );
}

/** 403 unless the caller uses a person's own key. */
export function checkOwnKey(caller: Caller): void {
  if (caller.key.kind === 'person') return;
  throw new Refusal('FORBIDDEN', "Only a person's own key may do this. Send the request with such a key.");
}
