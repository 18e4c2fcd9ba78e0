import type { Caller } from '../access/caller.ts';
import { callerOf, hasNoKey, trustedCaller, unauthenticated } from '../access/callers.ts';
import { KEY_PREFIX } from '../access/issue.ts';
import { holds, type Keyholder } from '../access/keyholder.ts';
import { REPORTS_FOR_MS } from '../access/run-keys.ts';
import type { Ports, Storage } from '../ports.ts';
import { SESSION_PREFIX } from '../sessions/session.ts';
import { idInSecret, sameDigest } from '../shared/secrets.ts';

/** `lastUsedAt` has a resolution of one minute, so that not every request causes a write. */
const LAST_USED_RESOLUTION = 60_000;

/** Maximum remembered uses; clearing them costs one extra write per key. */
const MAX_NOTED = 10_000;

/** Storages return the same keyholder object until something about it changes, so its caller can be cached. */
const callers = new WeakMap<Keyholder, Caller>();

function cachedCallerOf(holder: Keyholder, now: number): Caller {
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

/**
 * Like `authenticator`, also for a run key that ended less than `REPORTS_FOR_MS` ago: only for reports of measured usage,
 * which may arrive late. Every other operation refuses such a caller.
 */
export const reporterAuthenticator = (ports: Ports) => authenticatorOf(KEY_PREFIX, ports, REPORTS_FOR_MS);

function authenticatorOf(prefix: string, ports: Ports, runsAfterwards = 0) {
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
    const caller = cachedCallerOf(holder, holder.key.kind === 'run' ? now - runsAfterwards : now);
    noteUse(holder, now);
    return caller;
  };
}

export type Renew = (caller: Caller) => Promise<Caller>;

/**
 * Refreshes a caller that was authenticated a while ago, before a slow body or a wait. 401 UNAUTHENTICATED if its key
 * is no longer valid.
 */
export const renewer =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>): Renew =>
  async (caller) => {
    if (hasNoKey(caller)) return renewedWithoutKey(storage, caller);
    const holder = await storage.directory.keyholder(caller.key.id);
    if (!holder) throw unauthenticated();
    return cachedCallerOf(holder, clock());
  };

/** The same member of an embedding program; 401 if it has been removed. The operator stays. */
async function renewedWithoutKey(storage: Storage, caller: Caller): Promise<Caller> {
  const { workspaceId, memberId } = caller;
  if (memberId === null) return caller;
  const member = await storage.read(workspaceId, ({ members }) => members.byId(memberId));
  if (!member) throw unauthenticated();
  return trustedCaller(workspaceId, member);
}
