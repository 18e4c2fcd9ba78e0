import { isAdmin, type Member } from '../members/member.ts';
import type { Ports } from '../ports.ts';
import { holds, SESSION_PREFIX } from '../sessions/session.ts';
import { OPERATOR } from '../shared/operator.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Caller } from './caller.ts';
import { KEY_PREFIX } from './issue.ts';
import { idInSecret, KINDS_OF_AN_ADMIN, KINDS_THAT_OUTLIVE, sameDigest } from './keys.ts';
import type { Keyholder } from './store.ts';

/** `lastUsedAt` has a resolution of one minute, so that not every request causes a write. */
const LAST_USED_RESOLUTION = 60_000;

/** Maximum remembered uses; clearing them costs one extra write per key. */
const MAX_NOTED = 10_000;

/** The same response for a missing, malformed, unknown, revoked or expired key (docs/rules.md, Keys). */
export const unauthenticated = () =>
  new Refusal('UNAUTHENTICATED', 'Send a valid API key in the header Authorization: Bearer <API_KEY>.');

/** Storages return the same keyholder object until something about it changes, so its caller can be cached. */
const callers = new WeakMap<Keyholder, Caller>();

function keptCallerOf(holder: Keyholder, now: number): Caller {
  if (!holds(holder, now)) throw unauthenticated();
  let caller = callers.get(holder);
  if (!caller) {
    caller = callerOf(holder);
    callers.set(holder, caller);
  }
  return caller;
}

/** Resolves the secret of a key to its caller; 401 UNAUTHENTICATED if it is not valid. */
export const authenticator = (ports: Ports) => authenticatorOf(KEY_PREFIX, ports);

/** Like `authenticator`, for the secret of a session. Keys and sessions do not accept each other's secrets. */
export const sessionAuthenticator = (ports: Ports) => authenticatorOf(SESSION_PREFIX, ports);

function authenticatorOf(prefix: string, ports: Ports) {
  const { storage, clock, secrets } = ports;
  /** The hash to compare with for an unknown key, so that it takes as long as a known one. */
  const unknownHash = secrets.sha256('');
  const noted = new Map<string, number>();

  const noteUse = (holder: Keyholder, now: number) => {
    if (noted.size >= MAX_NOTED) noted.clear();
    const { id, lastUsedAt } = holder.key;
    if (now - Math.max(lastUsedAt ?? 0, noted.get(id) ?? 0) < LAST_USED_RESOLUTION) return;
    noted.set(id, now);
    // Best effort: the request does not wait for it, and a later request retries after a failure.
    void storage
      .write(holder.workspace.id, ({ keys, sessions }) => (holder.session ? sessions : keys).touch(id, now))
      .catch(() => undefined);
  };

  return async (secret: string | undefined): Promise<Caller> => {
    const id = idInSecret(prefix, secret ?? '');
    const holder = id === null ? null : await storage.directory.keyholder(id);
    const matches = sameDigest(secrets.sha256(secret ?? ''), holder?.key.secretHash ?? unknownHash);
    if (!holder || !matches) throw unauthenticated();
    const now = clock();
    const caller = keptCallerOf(holder, now);
    noteUse(holder, now);
    return caller;
  };
}

/** Placeholder key ids for callers without a key: an embedding program, and the operator. */
export const NO_KEYS: readonly string[] = ['embedded', 'operator'];

export type Renew = (caller: Caller) => Promise<Caller>;

/**
 * Refreshes a caller that was authenticated a while ago, before a slow body or a wait. 401 UNAUTHENTICATED if its key
 * is no longer valid.
 */
export const renewer =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>): Renew =>
  async (caller) => {
    if (NO_KEYS.includes(caller.key.id)) return caller;
    const holder = await storage.directory.keyholder(caller.key.id);
    if (!holder) throw unauthenticated();
    return keptCallerOf(holder, clock());
  };

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
  return { ...own, ...speakingAs(member) };
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
      id: 'embedded',
      name: 'embedded',
      kind: member.type === 'agent' ? 'agent' : 'person',
      scopes: ['full', 'chat:read', 'chat:write'],
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
