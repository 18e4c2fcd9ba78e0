import { type Caller, checkAdministers } from '../../access/caller.ts';
import { isInForce, type Key } from '../../access/keys.ts';
import { checkLasting } from '../../access/lent-keys.ts';
import { systemCaller } from '../../access/system.ts';
import { workTopic } from '../../claims/ready.ts';
import { changedFields, type FieldTexts } from '../../events/event.ts';
import { canSignIn } from '../../lookup/members.ts';
import type { Ports, Stores } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { notFound, Refusal, refuseProblems } from '../../shared/refusal.ts';
import { turnEnder } from '../../steps/end-turns.ts';
import { revokeKeysOf } from '../../steps/keys.ts';
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

export interface NewHuman {
  readonly name: string;
  readonly displayName: string;
  readonly email?: string | null | undefined;
  readonly role?: Role | undefined;
}

/** The keys of a removed person. */
export interface KeysOfRemoved {
  /** Keys revoked with the person. */
  readonly keys: readonly Key[];
  /** Keys that the person created and that stay valid for anyone who knows the secret. */
  readonly remaining: readonly Key[];
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
  const endTurnsOf = turnEnder(ports);

  const invite = async (stores: Stores, caller: Caller, memberId: string): Promise<InvitationCode> => {
    const { kept, shown } = newInvitation({ memberId, createdBy: caller.id }, ports);
    await stores.members.putInvitation(kept);
    return shown;
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
        await record(stores, caller, memberEntity(member), 'created');
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
        await record(stores, caller, memberEntity(after), 'updated', { changes });
        return withInvitation(stores, after);
      }),

    /**
     * Removes a person and revokes their keys; returns those, and the keys they created that stay valid. Their open
     * tasks become unassigned and their open turns are canceled; history keeps the name.
     */
    delete: (caller: Caller, id: string): Promise<KeysOfRemoved> =>
      storage.write(caller.workspaceId, async (stores) => {
        checkAdministers(caller);
        checkLasting(caller, 'people');
        const human = await requireHuman(stores, id);
        if (human.role === 'admin') await checkLeavesAnAdmin(stores);
        await recheckAdmin(stores, caller);
        const keys = await revokeKeysOf(stores, caller, id, record);
        const now = clock();
        const remaining = (await stores.keys.outliving(id)).filter((key) => isInForce(key, now));
        await endTurnsOf(stores, systemCaller(caller.workspaceId), { id, at: now });
        await stores.members.remove(human, now);
        // Their tasks are unassigned now, so agents may claim them.
        stores.signals.raise({ topic: workTopic(caller.workspaceId), toOne: false });
        await record(stores, caller, memberEntity(human), 'deleted');
        return { keys, remaining };
      }),

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
        await record(stores, caller, memberEntity(human), 'invited');
        return invite(stores, caller, id);
      }),
  };
}

async function checkLeavesAnAdmin({ members }: Stores): Promise<void> {
  if ((await members.countAdmins()) > 1) return;
  throw new Refusal(
    'LAST_ADMIN',
    'This is the last admin of the workspace. Make another person an admin first.',
  );
}

async function requireHuman({ members }: Stores, id: string): Promise<Human> {
  const member = await members.byId(id);
  if (member?.type !== 'human') throw notFound('person');
  return member;
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
