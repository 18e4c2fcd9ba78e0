import type { Caller } from '../../access/caller.ts';
import { trustedCaller } from '../../access/callers.ts';
import { EVERY_SCOPE } from '../../access/scopes.ts';
import { invitationId } from '../../members/invitations.ts';
import type { Human } from '../../members/member.ts';
import type { Ports, Stores } from '../../ports.ts';
import { EMPTY_PAGE, pageSlice } from '../../shared/page.ts';
import { invalid, Refusal } from '../../shared/refusal.ts';
import { acceptedBy, closeChatsOf, invitedBy } from '../../steps/accept-invitation.ts';
import { authenticator } from '../../steps/authenticate.ts';
import { recheckCaller } from '../../steps/recheck.ts';
import { recorder } from '../../steps/record.ts';
import { linkId, opensLink } from '../links.ts';
import { type IssuedSession, issueSession, MAX_SESSIONS, notAPersons, sessionEntity } from '../session.ts';

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

/** Signs people in. */
export function signIns(ports: Ports) {
  const { storage } = ports;
  const record = recorder(ports);
  const authenticate = authenticator(ports);

  const keep = async (stores: Stores, caller: Caller, issued: IssuedSession): Promise<IssuedSession> => {
    const { session } = issued;
    const others = await stores.sessions.trim(session.memberId, MAX_SESSIONS - 1);
    for (const other of others)
      await record(stores, caller, { entity: sessionEntity(other), action: 'revoked' });
    await stores.sessions.insert(session);
    await record(stores, caller, { entity: sessionEntity(session), action: 'created' });
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
  const unlimited = (stores: Stores, workspaceId: string, person: Human, userAgent: string | undefined) =>
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
      const issued = await unlimited(stores, workspaceId, person, userAgent);
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
      return unlimited(stores, workspaceId, person, userAgent);
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
  };
}

const noSuchCode = () =>
  new Refusal(
    'NOT_FOUND',
    'This code is not valid: it may be used or expired, or its creator may no longer invite people. Ask an admin for a new invitation, or the operator for a new link.',
  );
