import { invitationId } from '../../members/invitations.ts';
import type { Ports, Stores } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { notFound, Refusal } from '../../shared/refusal.ts';
import { acceptedBy, closeChatsOf } from '../../steps/accept-invitation.ts';
import { endSessionsOfKey } from '../../steps/end-sessions.ts';
import { keepKey } from '../../steps/keys.ts';
import { recheckAdmin, recheckCaller } from '../../steps/recheck.ts';
import { recorder } from '../../steps/record.ts';
import { administers, type Caller, checkAdministers, checkOwnKey, checkWrites } from '../caller.ts';
import { trustedCaller } from '../callers.ts';
import { checkGrant } from '../grant.ts';
import { checkFits, firstKeyOf, type IssuedKey, issueKey, keyEntity } from '../issue.ts';
import { checkNewKey, type Key, KINDS_FOR_ONESELF, type NewKey } from '../keys.ts';
import { checkRevocation } from '../lent-keys.ts';
import { REPORTS_FOR_MS } from '../run-keys.ts';

/** Run keys deleted per unit of work. */
const FORGET_STEP = 500;

/** Keys, and invitations for new people (docs/rules.md, Keys). */
export function keyUseCases(ports: Ports) {
  const { storage, clock } = ports;
  const record = recorder(ports);

  return {
    /**
     * A person can create `person` and `service` keys for themselves; an admin with `full` can create all kinds. A
     * key cannot grant scopes that it lacks, or outlive its creating key.
     */
    create: (caller: Caller, input: NewKey): Promise<IssuedKey> =>
      storage.write(caller.workspaceId, async (stores) => {
        checkOwnKey(caller);
        checkWrites(caller);
        if (!KINDS_FOR_ONESELF.includes(input.kind)) checkAdministers(caller);
        checkNewKey(input, clock);
        checkGrant(caller.key, input);
        const issued = issueKey(
          { ...input, memberId: await speaksAs(stores, caller.id, input), createdBy: caller.id },
          ports,
        );
        if (KINDS_FOR_ONESELF.includes(input.kind)) await recheckCaller(stores, caller);
        else await recheckAdmin(stores, caller);
        await keepKey(stores, issued.key);
        await record(stores, caller, { entity: keyEntity(issued.key), action: 'created' });
        return issued;
      }),

    /** Newest first: all keys for an admin with `full`, their own for others. Never includes secrets. */
    list: (caller: Caller, page: PageRequest): Promise<Page<Key>> =>
      storage.read(caller.workspaceId, ({ keys }) => keys.list(visibleTo(caller), pageSlice(page))),

    /** 404 for a key that the caller may not see. */
    get: (caller: Caller, id: string): Promise<Key> =>
      storage.read(caller.workspaceId, (stores) => requireVisible(stores, caller, id)),

    /**
     * Takes effect with the next request. Any key can revoke itself. A read-only key gets 403 for any other; so does
     * a lent key, except for keys that expire before it. 404 for a key that the caller may not see.
     */
    revoke: (caller: Caller, id: string): Promise<void> =>
      storage.write(caller.workspaceId, async (stores) => {
        if (id !== caller.key.id) checkWrites(caller);
        const key = await requireVisible(stores, caller, id);
        checkRevocation(caller, key);
        if (administers(caller)) await recheckAdmin(stores, caller);
        else await recheckCaller(stores, caller);
        await endSessionsOfKey(stores, caller, id, record);
        await stores.keys.delete(id);
        await record(stores, caller, { entity: keyEntity(key), action: 'revoked' });
      }),

    /** Deletes run keys that can no longer report anything, in batches; returns how many. */
    forgetRuns: async (): Promise<number> => {
      let forgotten = 0;
      for (const { id } of await storage.directory.workspaces()) {
        for (let step = FORGET_STEP; step === FORGET_STEP; forgotten += step)
          step = await storage.write(id, ({ keys }) =>
            keys.forgetRuns(clock() - REPORTS_FOR_MS, FORGET_STEP),
          );
      }
      return forgotten;
    },

    /**
     * Gives the invited person their first key, once. 404 for a used, expired or unknown code, if its creator is no
     * longer an admin, and if the person has meanwhile received a key another way. Closes the existing chats of the
     * person, because the accepting user may not be the one who wrote them.
     */
    acceptInvitation: async (code: string): Promise<IssuedKey> => {
      const id = invitationId(code);
      const workspaceId = id && (await storage.directory.workspaceOfInvitation(id));
      if (!id || !workspaceId) throw noSuchInvitation();
      return storage.write(workspaceId, async (stores) => {
        const person = await acceptedBy(stores, code, ports);
        if (!person) throw noSuchInvitation();
        const issued = firstKeyOf(person, ports);
        await keepKey(stores, issued.key);
        await record(stores, trustedCaller(workspaceId, person), {
          entity: keyEntity(issued.key),
          action: 'created',
        });
        await closeChatsOf(stores, workspaceId, person, record);
        return issued;
      });
    },
  };
}

const noSuchInvitation = () =>
  new Refusal(
    'NOT_FOUND',
    'This invitation code is not valid; it may be used or expired, or its creator may no longer be an admin. Ask an admin for a new one.',
  );

async function requireVisible({ keys }: Stores, caller: Caller, id: string): Promise<Key> {
  const key = await keys.byId(id);
  if (!key || key.kind === 'run' || !isWithin(visibleTo(caller), key)) throw notFound('key');
  return key;
}

/** The keys that a caller may see and revoke. */
type KeyVisibility = { memberId?: string; keyId?: string };

/** An acting key, or one without a member, sees only itself. */
function visibleTo(caller: Caller): KeyVisibility {
  if (administers(caller)) return {};
  const isItsOwn = caller.key.kind === 'person' || caller.key.kind === 'agent';
  return isItsOwn ? { memberId: caller.id } : { keyId: caller.key.id };
}

function isWithin({ memberId, keyId }: KeyVisibility, key: Key): boolean {
  if (keyId !== undefined) return key.id === keyId;
  return memberId === undefined || key.memberId === memberId || key.createdBy === memberId;
}

/** The member that a new key will speak as. */
async function speaksAs(
  { members }: Stores,
  makerId: string,
  { kind, memberId }: NewKey,
): Promise<string | null> {
  if (kind === 'person') return makerId;
  if (kind === 'service' || kind === 'runtime') return null;
  return checkFits(kind, await members.byId(memberId ?? '')).id;
}
