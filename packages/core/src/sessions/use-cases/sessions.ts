import { administers, type Caller, checkWrites } from '../../access/caller.ts';
import { trustedCaller } from '../../access/callers.ts';
import { EVERY_SCOPE } from '../../access/issue.ts';
import { checkLasting, checkRevocation } from '../../access/lent-keys.ts';
import { invitationId } from '../../members/invitations.ts';
import type { Human } from '../../members/member.ts';
import type { Ports, Stores } from '../../ports.ts';
import { EMPTY_PAGE, type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { invalid, notFound, Refusal } from '../../shared/refusal.ts';
import { acceptedBy, closeChatsOf, invitedBy } from '../../steps/accept-invitation.ts';
import { authenticator } from '../../steps/authenticate.ts';
import { recheckAdmin, recheckCaller } from '../../steps/recheck.ts';
import { recorder } from '../../steps/record.ts';
import { type LinkCode, linkId, MAX_LINKS, newLink, opensLink } from '../links.ts';
import {
  type IssuedSession,
  issueSession,
  keyOfSession,
  MAX_SESSIONS,
  renewedEnd,
  sessionEntity,
  type WebSession,
} from '../session.ts';

/** Maximum remembered renewals; clearing them costs one extra write per session. */
const MAX_RENEWED = 10_000;

/** Rows per unit of work. */
const FORGET_STEP = 500;

/** Credentials to sign in: a person's own key, or the code of an invitation or a link. */
export interface SignIn {
  readonly key?: string | undefined;
  readonly code?: string | undefined;
  /** The browser's user agent. */
  readonly userAgent?: string | undefined;
}

/** The person that a code signs in, and the code's effects. */
export interface SignInPreview {
  readonly member: Pick<Human, 'id' | 'name' | 'displayName'>;
  readonly workspace: { readonly name: string };
  /** Whether signing in closes the person's existing chats (docs/rules.md, Members). */
  readonly closesChats: boolean;
}

/** Sessions of signed-in people (docs/rules.md, Browser sessions). */
export function sessionUseCases(ports: Ports) {
  const { storage, clock } = ports;
  const record = recorder(ports);
  const authenticate = authenticator(ports);
  /** New expiry times of sessions renewed by this process, by id. Keyholders only show them after the write. */
  const renewals = new Map<string, number>();

  const keep = async (stores: Stores, caller: Caller, issued: IssuedSession): Promise<IssuedSession> => {
    const { session } = issued;
    const others = await stores.sessions.trim(session.memberId, MAX_SESSIONS - 1);
    for (const other of others) await record(stores, caller, sessionEntity(other), 'revoked');
    await stores.sessions.insert(session);
    await record(stores, caller, sessionEntity(session), 'created');
    return issued;
  };

  const withKey = async (secret: string, userAgent: string | undefined): Promise<IssuedSession> => {
    const caller = await authenticate(secret);
    if (caller.key.kind !== 'person') throw notAPersons();
    const { id: keyId, scopes, expiresAt: keyExpiresAt } = caller.key;
    return storage.write(caller.workspaceId, async (stores) => {
      await recheckCaller(stores, caller);
      return keep(
        stores,
        caller,
        issueSession({ memberId: caller.id, keyId, keyExpiresAt, scopes, userAgent }, ports),
      );
    });
  };

  /** A session from a code has the rights of a person's first key. */
  const whole = (stores: Stores, workspaceId: string, person: Human, userAgent: string | undefined) =>
    keep(
      stores,
      trustedCaller(workspaceId, person),
      issueSession(
        { memberId: person.id, keyId: null, keyExpiresAt: null, scopes: EVERY_SCOPE, userAgent },
        ports,
      ),
    );

  const withInvitation = async (code: string, userAgent: string | undefined): Promise<IssuedSession> => {
    const workspaceId = await storage.directory.workspaceOfInvitation(invitationId(code) ?? '');
    if (!workspaceId) throw noSuchCode();
    return storage.write(workspaceId, async (stores) => {
      const person = await acceptedBy(stores, code, ports);
      if (!person) throw noSuchCode();
      const issued = await whole(stores, workspaceId, person, userAgent);
      await closeChatsOf(stores, workspaceId, person, record);
      return issued;
    });
  };

  const withLink = async (code: string, userAgent: string | undefined): Promise<IssuedSession> => {
    const id = linkId(code) as string;
    const workspaceId = await storage.directory.workspaceOfLink(id);
    if (!workspaceId) throw noSuchCode();
    return storage.write(workspaceId, async (stores) => {
      const person = await linkedBy(stores, code);
      if (!person) throw noSuchCode();
      await stores.links.delete(id);
      return whole(stores, workspaceId, person, userAgent);
    });
  };

  /** The person of a link's code; null for a used, expired or unknown code. */
  const linkedBy = async (stores: Stores, code: string): Promise<Human | null> => {
    const link = await stores.links.byId(linkId(code) as string);
    if (!link || !opensLink(code, link, ports)) return null;
    const person = await stores.members.byId(link.memberId);
    return person?.type === 'human' ? person : null;
  };

  return {
    /**
     * Signs a person in. 401 for an invalid key, 403 for one that is not a person's own, 404 for an invalid code;
     * codes work once.
     */
    create: async ({ key, code, userAgent }: SignIn): Promise<IssuedSession> => {
      if ((key === undefined) === (code === undefined)) {
        throw invalid({ key: 'must be given, or else code, but not both' });
      }
      if (key !== undefined) return withKey(key, userAgent);
      const given = code as string;
      return linkId(given) === null ? withInvitation(given, userAgent) : withLink(given, userAgent);
    },

    /**
     * The person that a code would sign in, without consuming it, so that a signed-in browser can ask before
     * switching users. Reveals no more than signing in would. 404 for an invalid code.
     */
    preview: async (code: string): Promise<SignInPreview> => {
      const isLink = linkId(code) !== null;
      const workspaceId = isLink
        ? await storage.directory.workspaceOfLink(linkId(code) as string)
        : await storage.directory.workspaceOfInvitation(invitationId(code) ?? '');
      if (!workspaceId) throw noSuchCode();
      return storage.read(workspaceId, async (stores) => {
        const person = isLink ? await linkedBy(stores, code) : await invitedBy(stores, code, ports);
        const workspace = await stores.workspace.get();
        if (!person || !workspace) throw noSuchCode();
        const { id, name, displayName } = person;
        const chats = isLink ? EMPTY_PAGE : await stores.chats.list(id, undefined, pageSlice({ limit: 1 }));
        return {
          member: { id, name, displayName },
          workspace: { name: workspace.name },
          closesChats: chats.items.length > 0,
        };
      });
    },

    /**
     * A code that signs the caller in on another device, once and within five minutes. Such a session has every scope
     * and does not end with a key: 403 unless the caller is a person with a key or session of the same rights.
     */
    createLink: (caller: Caller): Promise<LinkCode> =>
      storage.write(caller.workspaceId, async (stores) => {
        checkMaySignInElsewhere(caller);
        await recheckCaller(stores, caller);
        const { kept, shown } = newLink(caller.id, ports);
        await stores.links.insert(kept, MAX_LINKS);
        return shown;
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
        await record(stores, caller, sessionEntity(session), 'revoked');
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

const notAPersons = () =>
  new Refusal(
    'FORBIDDEN',
    "Only a person's own key can sign in. Use a key of the kind person, or ask the operator for a link.",
  );

function checkMaySignInElsewhere(caller: Caller): void {
  if (caller.key.kind !== 'person') throw notAPersons();
  checkLasting(caller, 'sessions');
  if (EVERY_SCOPE.every((scope) => caller.key.scopes.includes(scope))) return;
  throw new Refusal(
    'FORBIDDEN',
    'A sign-in code gives access to everything that you may do, but this key or session has fewer rights. Use one with the scopes full, chat:read and chat:write.',
  );
}

const noSuchCode = () =>
  new Refusal(
    'NOT_FOUND',
    'This code is not valid: it may be used or expired, or its creator may no longer invite people. Ask an admin for a new invitation, or the operator for a new link.',
  );

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
