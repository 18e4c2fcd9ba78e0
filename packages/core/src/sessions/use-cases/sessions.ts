import { administers, type Caller, checkWrites } from '../../access/caller.ts';
import { checkLasting, checkRevocation } from '../../access/lent-keys.ts';
import { EVERY_SCOPE } from '../../access/scopes.ts';
import type { Ports, Stores } from '../../ports.ts';
import { EMPTY_PAGE, type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { notFound, Refusal } from '../../shared/refusal.ts';
import { recheckAdmin, recheckCaller } from '../../steps/recheck.ts';
import { recorder } from '../../steps/record.ts';
import { type LinkCode, MAX_LINKS, newLink } from '../links.ts';
import { keyOfSession, notAPersons, renewedEnd, sessionEntity, type WebSession } from '../session.ts';
import { signIns } from './sign-in.ts';

/** Maximum remembered renewals; clearing them costs one extra write per session. */
const MAX_RENEWED = 10_000;

/** Rows per unit of work. */
const FORGET_STEP = 500;

/** Sessions of signed-in people (docs/rules.md, Browser sessions). */
export function sessionUseCases(ports: Ports) {
  const { storage, clock } = ports;
  const record = recorder(ports);
  /** New expiry times of sessions renewed by this process, by id. Keyholders only show them after the write. */
  const renewals = new Map<string, number>();

  return {
    ...signIns(ports),

    /**
     * A code that signs the caller in on another device, once and within five minutes. Such a session has every scope
     * and does not end with a key: 403 unless the caller is a person with a key or session of the same rights.
     */
    createLink: (caller: Caller): Promise<LinkCode> =>
      storage.write(caller.workspaceId, async (stores) => {
        checkMaySignInElsewhere(caller);
        await recheckCaller(stores, caller);
        const { stored, issued } = newLink(caller.id, ports);
        await stores.links.insert(stored, MAX_LINKS);
        return issued;
      }),

    /**
     * Extends the caller's session, which was just used, at most once a day. Returns its remaining time in
     * milliseconds; null if no renewal is due, and for keys. Does not wait for the write: if that fails, the session
     * ends earlier than its cookie.
     */
    renew: ({ workspaceId, key }: Caller): { readonly lastsMs: number } | null => {
      if (key.sessionExpiresAt === undefined) return null;
      const now = clock();
      const expiresAt = Math.max(key.sessionExpiresAt, renewals.get(key.id) ?? 0);
      const end = renewedEnd({ expiresAt, keyExpiresAt: key.expiresAt }, now);
      if (end === null) return null;
      if (renewals.size >= MAX_RENEWED) renewals.clear();
      renewals.set(key.id, end);
      void storage.write(workspaceId, ({ sessions }) => sessions.renew(key.id, end)).catch(() => undefined);
      return { lastsMs: end - now };
    },

    /** Newest first: all for an admin with `full`, their own for a person; none for others. */
    list: (caller: Caller, page: PageRequest): Promise<Page<WebSession>> => {
      const of = visibleTo(caller);
      if (of === null) return Promise.resolve(EMPTY_PAGE);
      return storage.read(caller.workspaceId, ({ sessions }) => sessions.list(of, pageSlice(page)));
    },

    /** 404 for a session that the caller may not see. */
    get: (caller: Caller, id: string): Promise<WebSession> =>
      storage.read(caller.workspaceId, (stores) => requireVisible(stores, caller, id)),

    /**
     * Signs out, effective with the next request. For sessions other than the caller's own, the rules of keys apply.
     */
    revoke: (caller: Caller, id: string): Promise<void> =>
      storage.write(caller.workspaceId, async (stores) => {
        if (id !== caller.key.id) checkWrites(caller);
        const session = await requireVisible(stores, caller, id);
        checkRevocation(caller, { ...keyOfSession(session), expiresAt: session.expiresAt });
        if (administers(caller)) await recheckAdmin(stores, caller);
        else await recheckCaller(stores, caller);
        await stores.sessions.delete(id);
        await record(stores, caller, { entity: sessionEntity(session), action: 'revoked' });
      }),

    /** Deletes expired sessions and links, in batches; returns how many. */
    forget: async (): Promise<number> => {
      let forgotten = 0;
      for (const { id } of await storage.directory.workspaces()) {
        for (let step = FORGET_STEP; step === FORGET_STEP; forgotten += step) {
          step = await storage.write(id, ({ sessions }) => sessions.forget(clock(), FORGET_STEP));
        }
        for (let step = FORGET_STEP; step === FORGET_STEP; forgotten += step) {
          step = await storage.write(id, ({ links }) => links.forget(clock(), FORGET_STEP));
        }
      }
      return forgotten;
    },
  };
}

function checkMaySignInElsewhere(caller: Caller): void {
  if (caller.key.kind !== 'person') throw notAPersons();
  checkLasting(caller, 'sessions');
  if (EVERY_SCOPE.every((scope) => caller.key.scopes.includes(scope))) return;
  throw new Refusal(
    'FORBIDDEN',
    'A sign-in code gives access to everything that you may do, but this key or session has fewer rights. Use one with the scopes full, chat:read and chat:write.',
  );
}

/** The sessions that a caller may see; null for none. */
function visibleTo(caller: Caller): { memberId?: string } | null {
  if (administers(caller)) return {};
  return caller.key.kind === 'person' ? { memberId: caller.id } : null;
}

async function requireVisible({ sessions }: Stores, caller: Caller, id: string): Promise<WebSession> {
  const of = visibleTo(caller);
  const session = of && (await sessions.byId(id));
  if (!session || (of.memberId !== undefined && session.memberId !== of.memberId)) throw notFound('session');
  return session;
}
