import { type Caller, checkAdministers } from '../access/caller.ts';
import { hasNoKey, makerStillMay, unauthenticated } from '../access/callers.ts';
import { isAdmin } from '../members/member.ts';
import type { Stores } from '../ports.ts';

/**
 * Checks the caller again inside the unit of work, before a lasting change: units that ran after authentication may
 * have revoked its rights. Otherwise a demoted admin could promote themselves with a request that was already queued.
 * 401 when the key, its member or its creator is gone.
 */
export async function recheckCaller({ keys, sessions, members }: Stores, caller: Caller): Promise<void> {
  if (caller.memberId !== null && !(await members.byId(caller.memberId))) throw unauthenticated();
  if (hasNoKey(caller)) return;
  const key = await keys.byId(caller.key.id);
  if (!key && (await sessions.byId(caller.key.id))) return;
  if (!key) throw unauthenticated();
  const creator = key.createdBy === null ? null : await members.byId(key.createdBy);
  if (!makerStillMay({ key, creator })) throw unauthenticated();
}

/** Like `recheckCaller`, for admins: 403 when the caller is no longer one. */
export async function recheckAdmin(stores: Stores, caller: Caller): Promise<void> {
  await recheckCaller(stores, caller);
  const member = caller.memberId === null ? null : await stores.members.byId(caller.memberId);
  checkAdministers({ ...caller, admin: isAdmin(member) });
}
