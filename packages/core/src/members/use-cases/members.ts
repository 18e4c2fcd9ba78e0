import { type Caller, checkAdministers } from '../../access/caller.ts';
import { checkLasting } from '../../access/lent-keys.ts';
import { changedFields, type FieldTexts } from '../../events/event.ts';
import { canSignIn, checkLeavesAnAdmin, requireHuman } from '../../lookup/members.ts';
import type { Ports, Stores } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { notFound, Refusal, refuseProblems } from '../../shared/refusal.ts';
import { checkNameFree } from '../../steps/member-names.ts';
import { recheckAdmin } from '../../steps/recheck.ts';
import { recorder } from '../../steps/record.ts';
import { type InvitationCode, newInvitation } from '../invitations.ts';
import {
  DEFAULT_ROLE,
  type Human,
  type HumanChange,
  humanProblems,
  type Member,
  type MemberWithInvitation,
  memberEntity,
  type Role,
} from '../member.ts';
import { memberRemover } from './remove.ts';

export interface NewHuman {
  readonly name: string;
  readonly displayName: string;
  readonly email?: string | null | undefined;
  readonly role?: Role | undefined;
}

const HUMAN_TEXTS: FieldTexts<Human, HumanChange> = {
  name: (human) => human.name,
  displayName: (human) => human.displayName,
  email: (human) => human.email,
  role: (human) => human.role,
};

/** Fields that identify a person, especially to programs, or determine their rights. */
const IDENTITY: readonly string[] = ['name', 'email', 'role'];

/** The people of a workspace, and the directory of all members (docs/rules.md, Members). */
export function memberUseCases(ports: Ports) {
  const { storage, clock, newId } = ports;
  const record = recorder(ports);

  const invite = async (stores: Stores, caller: Caller, memberId: string): Promise<InvitationCode> => {
    const { stored, issued } = newInvitation({ memberId, createdBy: caller.id }, ports);
    await stores.members.putInvitation(stored);
    return issued;
  };

  const withInvitation = async <M extends Member>(stores: Stores, member: M) =>
    (await withInvitations(stores, [member], clock()))[0] as MemberWithInvitation<M>;

  return {
    /** People and agents, newest first. */
    list: (
      caller: Caller,
      query: PageRequest & { type?: Member['type'] | undefined },
    ): Promise<Page<MemberWithInvitation>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const page = await stores.members.list({ type: query.type }, pageSlice(query));
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
        refuseProblems(humanProblems(input));
        await checkNameFree(stores, input.name);
        const now = clock();
        const member: Human = {
          id: newId(),
          type: 'human',
          name: input.name,
          displayName: input.displayName.trim(),
          email: input.email ?? null,
          role: input.role ?? DEFAULT_ROLE,
          createdAt: now,
          updatedAt: now,
          deleted: false,
        };
        await recheckAdmin(stores, caller);
        await stores.members.insert(member);
        await record(stores, caller, { entity: memberEntity(member), action: 'created' });
        const invitation = await invite(stores, caller, member.id);
        return { member: { ...member, invitedUntil: invitation.expiresAt }, invitation };
      }),

    /** 409 LAST_ADMIN when it would leave the workspace without an admin. */
    update: (caller: Caller, id: string, change: HumanChange): Promise<MemberWithInvitation<Human>> =>
      storage.write(caller.workspaceId, async (stores) => {
        checkAdministers(caller);
        const before = await requireHuman(stores, id);
        refuseProblems(humanProblems(change));
        const after: Human = {
          ...before,
          name: change.name ?? before.name,
          displayName: change.displayName?.trim() ?? before.displayName,
          email: change.email === undefined ? before.email : change.email,
          role: change.role ?? before.role,
          updatedAt: clock(),
        };
        const changes = changedFields(HUMAN_TEXTS, before, after);
        if (changes.length === 0) return withInvitation(stores, before);
        if (changes.some(({ field }) => IDENTITY.includes(field))) checkLasting(caller, 'identity');
        await checkNameFree(stores, after.name, id);
        if (before.role === 'admin' && after.role !== 'admin') await checkLeavesAnAdmin(stores);
        await recheckAdmin(stores, caller);
        await stores.members.update(after);
        await record(stores, caller, { entity: memberEntity(after), action: 'updated', changes });
        return withInvitation(stores, after);
      }),

    delete: memberRemover(ports),

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
        await record(stores, caller, { entity: memberEntity(human), action: 'invited' });
        return invite(stores, caller, id);
      }),
  };
}

/** Adds to each member the expiry of its open invitation (docs/rules.md, Members). */
export async function withInvitations<M extends Member>(
  stores: Pick<Stores, 'members'>,
  members: readonly M[],
  now: number,
): Promise<readonly MemberWithInvitation<M>[]> {
  const people = members.filter(({ type }) => type === 'human').map(({ id }) => id);
  const open = people.length > 0 ? await stores.members.openInvitations(people, now) : null;
  return members.map((member) => ({ ...member, invitedUntil: open?.get(member.id) ?? null }));
}
