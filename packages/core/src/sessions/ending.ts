import type { Caller } from '../access/caller.ts';
import type { Record } from '../events/record.ts';
import type { Stores } from '../ports.ts';
import { SESSION_NAME, type WebSession } from './session.ts';

/** How the record calls a session: it is a key, of a browser. */
export const sessionEntity = ({ id }: Pick<WebSession, 'id'>) =>
  ({ type: 'key', id, title: SESSION_NAME }) as const;

/** Ends the sessions that were made from a key, which is about to go. */
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

/** Ends all sessions of a member, who is about to go. */
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

/** Whether a person comes in by themselves: by a key of their own, or a browser that is signed in. */
export const comesIn = async (
  { keys, sessions }: Pick<Stores, 'keys' | 'sessions'>,
  personId: string,
  now: number,
): Promise<boolean> =>
  (await keys.personHasKey(personId, now)) || (await sessions.personHasSession(personId, now));
