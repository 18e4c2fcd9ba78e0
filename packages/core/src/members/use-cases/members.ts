import { type Caller, checkAdministers } from '../../access/caller.ts';
import { checkLasting } from '../../access/lent-keys.ts';
import { pageByExternalId } from '../../lookup/external-ids.ts';
import { canSignIn, requireHuman } from '../../lookup/members.ts';
import type { Ports, Stores } from '../../ports.ts';
import { checkNotOfHost, wantedKey } from '../../shared/external-id.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { notFound, Refusal } from '../../shared/refusal.ts';
import { recheckAdmin } from '../../steps/recheck.ts';
import { recorder } from '../../steps/record.ts';
import { type InvitationCode, newInvitation } from '../invitations.ts';
import {
  type Human,
  type HumanChange,
  type Member,
  type MemberWithInvitation,
  memberEntity,
} from '../member.ts';
import { memberMerger } from './merge.ts';
import { memberRemover } from './remove.ts';
import { type NewHuman, personSaver } from './save-person.ts';
import { withInvitations } from './with-invitations.ts';

export interface MemberQuery extends PageRequest {
  readonly type?: Member['type'] | undefined;
  /** `<source>:<id>`. */
  readonly externalId?: string | undefined;
}

/** Fields that identify a person, especially to programs, or determine their rights. */
const IDENTITY: readonly string[] = ['name', 'email', 'role', 'externalId'];

/** The people of a workspace, and the directory of all members (docs/rules.md, Members). */
export function memberUseCases(ports: Ports) {
  const { storage, clock } = ports;
  const record = recorder(ports);
  const people = personSaver(ports);

  const invite = async (stores: Stores, caller: Caller, memberId: string): Promise<InvitationCode> => {
    const { stored, issued } = newInvitation({ memberId, createdBy: caller.id }, ports);
    await stores.members.putInvitation(stored);
    return issued;
  };

  const withInvitation = async <M extends Member>(stores: Stores, member: M) =>
    (await withInvitations(stores, [member], clock()))[0] as MemberWithInvitation<M>;

  return {
    /** People and agents, newest first. */
    list: (caller: Caller, query: MemberQuery): Promise<Page<MemberWithInvitation>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const { type } = query;
        const slice = pageSlice(query);
        const key = wantedKey(query.externalId);
        const page = await (key === undefined
          ? stores.members.list({ type }, slice)
          : pageByExternalId(
              stores.members,
              key,
              slice,
              (member): member is Member => type === undefined || member.type === type,
            ));
        return { ...page, items: await withInvitations(stores, page.items, clock()) };
      }),

    get: (caller: Caller, id: string): Promise<MemberWithInvitation> =>
      storage.read(caller.workspaceId, async (stores) => {
        const member = await stores.members.byId(id);
        if (!member) throw notFound('member');
        return withInvitation(stores, member);
      }),

    /** Adds a person, with a one-time invitation to get their first key. */
    create: (
      caller: Caller,
      input: NewHuman,
    ): Promise<{ member: MemberWithInvitation<Human>; invitation: InvitationCode }> =>
      storage.write(caller.workspaceId, async (stores) => {
        checkAdministers(caller);
        checkLasting(caller, 'people');
        checkNotOfHost(null, input.externalId);
        const member = await people.add(stores, caller, input, () => recheckAdmin(stores, caller));
        const invitation = await invite(stores, caller, member.id);
        return { member: { ...member, invitedUntil: invitation.expiresAt }, invitation };
      }),

    /** 409 LAST_ADMIN when it would leave the workspace without an admin. */
    update: (caller: Caller, id: string, change: HumanChange): Promise<MemberWithInvitation<Human>> =>
      storage.write(caller.workspaceId, async (stores) => {
        checkAdministers(caller);
        const before = await requireHuman(stores, id);
        checkNotOfHost(before.externalId, change.externalId);
        const after = await people.change(stores, caller, {
          before,
          change,
          allow: async (changes) => {
            if (changes.some(({ field }) => IDENTITY.includes(field))) checkLasting(caller, 'identity');
            await recheckAdmin(stores, caller);
          },
        });
        return withInvitation(stores, after);
      }),

    delete: memberRemover(ports),

    merge: memberMerger(ports),

    /**
     * A new invitation that replaces the last one; 403 while the person has a valid key of their own or is signed in.
     */
    invite: (caller: Caller, id: string): Promise<InvitationCode> =>
      storage.write(caller.workspaceId, async (stores) => {
        checkAdministers(caller);
        checkLasting(caller, 'people');
        const human = await requireHuman(stores, id);
        if (await canSignIn(stores, id, clock())) {
          throw new Refusal(
            'FORBIDDEN',
            'This person is signed in or has a valid key. They can create a sign-in link for another device themselves. If they lost access, revoke their sessions and their own keys, then invite them again.',
          );
        }
        await recheckAdmin(stores, caller);
        if (human.external) await stores.members.update({ ...human, external: false, updatedAt: clock() });
        await record(stores, caller, { entity: memberEntity(human), action: 'invited' });
        return invite(stores, caller, id);
      }),

    /** Revokes the person's invitation, if there is one. */
    uninvite: (caller: Caller, id: string): Promise<void> =>
      storage.write(caller.workspaceId, async (stores) => {
        checkAdministers(caller);
        const human = await requireHuman(stores, id);
        await recheckAdmin(stores, caller);
        await record(stores, caller, { entity: memberEntity(human), action: 'uninvited' });
        await stores.members.deleteInvitationOf(id);
      }),
  };
}
