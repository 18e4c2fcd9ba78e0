import { isAdmin } from '../members/member.ts';
import type { Stores } from '../ports.ts';
import { makerStillMay, NO_KEYS, unauthenticated } from './authenticate.ts';
import { type Caller, checkAdministers } from './caller.ts';

/**
 * Whoever is let in waits for the turn of their unit of work, and what the units before it have taken counts: else
 * an admin who asks often enough promotes themselves again just after they were demoted. Asked inside the unit,
 * before what would outlast the caller is written: 401 when the key, its member or its maker has gone.
 */
export async function checkStillStands({ keys, sessions, members }: Stores, caller: Caller): Promise<void> {
  if (caller.memberId !== null && !(await members.byId(caller.memberId))) throw unauthenticated();
  if (NO_KEYS.includes(caller.key.id)) return;
  const key = await keys.byId(caller.key.id);
  if (!key && (await sessions.byId(caller.key.id))) return;
  if (!key) throw unauthenticated();
  const creator = key.createdBy === null ? null : await members.byId(key.createdBy);
  if (!makerStillMay({ key, creator })) throw unauthenticated();
}

/** The same for what only an admin does: 403 when the caller is none any more. */
export async function checkStillAdministers(stores: Stores, caller: Caller): Promise<void> {
  await checkStillStands(stores, caller);
  const member = caller.memberId === null ? null : await stores.members.byId(caller.memberId);
  checkAdministers({ ...caller, admin: isAdmin(member) });
}
