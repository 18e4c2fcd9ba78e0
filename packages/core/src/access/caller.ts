import { Refusal } from '../shared/refusal.ts';
import type { KeyKind } from './keys.ts';
import { grants, type Scope, WRITING_SCOPES } from './scopes.ts';

export const CALLER_TYPES = ['human', 'agent', 'service'] as const;
export type CallerType = (typeof CALLER_TYPES)[number];

/** The key of a caller; the log stores the owner of an acting key with its actions. */
export interface CallerKey {
  readonly id: string;
  readonly name: string;
  readonly kind: KeyKind;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number | null;
  /** The id of the key that a session was signed in with; its requests count against that key's limits. */
  readonly signedInWith?: string | undefined;
  /** When the session expires unless it is used; undefined for a key. */
  readonly sessionExpiresAt?: number | undefined;
  /** The name of the member who created the key; null for the operator. */
  readonly ownerName: string | null;
  /** That member's id. */
  readonly ownerId: string | null;
}

/** The claim that a run key belongs to. */
export interface Run {
  readonly claimId: string;
  readonly taskNumber: number;
}

/** The authenticated caller of a request, resolved once from the key (docs/rules.md, Keys). */
export interface Caller {
  readonly workspaceId: string;
  readonly type: CallerType;
  /** The member's id; for a service, the id of its key. */
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  /** The member that the caller speaks as; null for services. */
  readonly memberId: string | null;
  /** The member whose inbox is notified about the caller's work: the member itself, or the person behind a service. */
  readonly inboxId: string | null;
  readonly admin: boolean;
  /** From the workspace's plan. */
  readonly chatInPlan: boolean;
  readonly key: CallerKey;
  /** For a run key: the only claim whose task it reaches (docs/rules.md, Run keys). */
  readonly run?: Run | undefined;
  /** Whether the workspace lets agents' own keys only ask for work (`agentKeys`). */
  readonly runsOnly?: boolean | undefined;
  /** The claim token sent with the request (docs/rules.md, Claims). */
  readonly claimToken?: string | undefined;
}

/**
 * The member behind the caller, who cannot review its work: the creator of an acting key, the person of a service, or
 * the member itself; null without one.
 */
export const memberBehind = ({ key, inboxId }: Caller): string | null =>
  key.kind === 'acting' ? key.ownerId : inboxId;

/** True for an admin with the scope `full`. */
export const administers = (caller: Caller): boolean =>
  caller.type === 'human' && caller.admin && grants(caller.key.scopes, 'full');

/** 403 unless the caller is an admin with the scope `full` (docs/rules.md, Keys). */
export function checkAdministers(caller: Caller): void {
  if (administers(caller)) return;
  throw new Refusal(
    'FORBIDDEN',
    'Only a workspace admin whose key has the scope full may do this. Ask an admin of the workspace.',
  );
}

/** 403 for a read-only key: creating or revoking keys is a write. */
export function checkWrites(caller: Caller): void {
  if (caller.key.scopes.some((scope) => WRITING_SCOPES.includes(scope))) return;
  throw new Refusal(
    'INSUFFICIENT_SCOPE',
    `A read-only key cannot create keys, and can revoke only itself. Use a key with one of ${WRITING_SCOPES.join(', ')}.`,
  );
}

/** 403 unless the caller uses a person's own key. */
export function checkOwnKey(caller: Caller): void {
  if (caller.key.kind === 'person') return;
  throw new Refusal('FORBIDDEN', "Only a person's own key may do this. Send the request with such a key.");
}
