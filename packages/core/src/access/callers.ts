import { isAdmin, type Member } from '../members/member.ts';
import { OPERATOR } from '../shared/operator.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Caller } from './caller.ts';
import type { Keyholder } from './keyholder.ts';
import { KINDS_OF_AN_ADMIN, KINDS_THAT_OUTLIVE } from './keys.ts';
import { EVERY_SCOPE } from './scopes.ts';

/** The same response for a missing, malformed, unknown, revoked or expired key (docs/rules.md, Keys). */
export const unauthenticated = () =>
  new Refusal('UNAUTHENTICATED', 'Send a valid API key in the header Authorization: Bearer <API_KEY>.');

/** Callers without a key, from an embedding program, have the id of their member after this prefix as that of a key. */
const EMBEDDED = 'embedded:';

/** Whether the caller has no key: those of an embedding program, and the operator. */
export const hasNoKey = ({ key }: Pick<Caller, 'key'>): boolean =>
  key.id === 'operator' || key.id.startsWith(EMBEDDED);

/** Whether the creator of the key still exists and may still create such a key. The operator always may. */
export function makerStillMay({ key, creator }: Pick<Keyholder, 'key' | 'creator'>): boolean {
  if (key.createdBy === null || KINDS_THAT_OUTLIVE.includes(key.kind)) return true;
  if (!creator || creator.deleted) return false;
  return !KINDS_OF_AN_ADMIN.includes(key.kind) || isAdmin(creator);
}

/** The caller that a key stands for (docs/rules.md, Keys). 401 if its member or its creator no longer may use it. */
export function callerOf(holder: Keyholder): Caller {
  const { key, member, creator, workspace } = holder;
  if (!makerStillMay(holder)) throw unauthenticated();
  const own = {
    workspaceId: workspace.id,
    chatInPlan: workspace.plan.chat,
    key: {
      id: key.id,
      name: key.name,
      kind: key.kind,
      scopes: key.scopes,
      expiresAt: key.expiresAt,
      ...(holder.session && {
        signedInWith: holder.session.keyId ?? undefined,
        sessionExpiresAt: holder.session.expiresAt,
      }),
      ownerName: creator?.name ?? null,
      ownerId: creator?.id ?? null,
    },
  };
  if (key.kind === 'service' || key.kind === 'runtime') {
    return {
      ...own,
      type: 'service',
      id: key.id,
      name: key.name,
      displayName: key.name,
      memberId: null,
      inboxId: key.kind === 'service' ? key.createdBy : null,
      admin: false,
    };
  }
  if (!member || member.deleted) throw unauthenticated();
  if (key.kind === 'agent')
    return { ...own, ...speakingAs(member), runsOnly: workspace.agentKeys === 'runs' };
  if (key.kind !== 'run') return { ...own, ...speakingAs(member) };
  if (key.taskNumber === null) throw unauthenticated();
  return { ...own, ...speakingAs(member), run: { claimId: key.id, taskNumber: key.taskNumber } };
}

const speakingAs = (member: Member): Omit<Caller, 'workspaceId' | 'chatInPlan' | 'key'> => ({
  type: member.type,
  id: member.id,
  name: member.name,
  displayName: member.displayName,
  memberId: member.id,
  inboxId: member.id,
  admin: member.type === 'human' && member.role === 'admin',
});

/** A caller for a program that embeds the core and authenticates users itself: the member itself, with every scope. */
export function trustedCaller(workspaceId: string, member: Member): Caller {
  return {
    workspaceId,
    chatInPlan: true,
    ...speakingAs(member),
    key: {
      id: EMBEDDED + member.id,
      name: 'embedded',
      kind: member.type === 'agent' ? 'agent' : 'person',
      scopes: EVERY_SCOPE,
      expiresAt: null,
      ownerName: null,
      ownerId: null,
    },
  };
}

/** The operator of the service as a caller, for changes made on the command line. */
export const operatorOf = (workspaceId: string): Caller => ({
  workspaceId,
  type: 'service',
  id: 'operator',
  name: OPERATOR,
  displayName: OPERATOR,
  memberId: null,
  inboxId: null,
  admin: false,
  chatInPlan: false,
  key: {
    id: 'operator',
    name: 'operator',
    kind: 'runtime',
    scopes: [],
    expiresAt: null,
    ownerName: null,
    ownerId: null,
  },
});
