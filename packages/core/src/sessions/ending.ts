import type { Caller } from '../access/caller.ts';
import type { Record } from '../events/record.ts';
import type { Stores } from '../ports.ts';
import { SESSION_NAME, type WebSession } from './session.ts';

/** A session in the log: it appears as the key of a browser. */
export const sessionEntity = ({ id }: Pick<WebSession, 'id'>) =>
  ({ type: 'key', id, title: SESSION_NAME }) as const;

/** Ends the sessions made from a key, before the key is revoked. */
export async function endSessionsOfKey(
  stores: Stores,
  caller: Caller,
  keyId: string,
  record: Record,
): Promise<void> {
  for (const session of await stores.sessions.ofKey(keyId)) {
    await stores.sessions.delete(session.id);
    await record(stores, caller, sessionEntity(session), 'revoked');
  }
}

/** Ends all sessions of a member, before the member is removed. */
export async function endSessionsOfMember(
  stores: Stores,
  caller: Caller,
  memberId: string,
  record: Record,
): Promise<void> {
  for (const session of await stores.sessions.trim(memberId, 0)) {
    await record(stores, caller, sessionEntity(session), 'revoked');
  }
}

/** Whether a person can sign in by themselves: with a valid key of their own or in a signed-in browser. */
export const canSignIn = async (
  { keys, sessions }: Pick<Stores, 'keys' | 'sessions'>,
  personId: string,
  now: number,
): Promise<boolean> =>
  (await keys.personHasKey(personId, now)) || (await sessions.personHasSession(personId, now));
