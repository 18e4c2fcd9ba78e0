import type { Author } from '../access/author.ts';
import { isInForce, type Key, KINDS_THAT_OUTLIVE } from '../access/keys.ts';
import { inviterStillMay } from '../members/invitations.ts';
import type { Agent, Member, MemberRef } from '../members/member.ts';
import type { Stores } from '../ports.ts';
import { externalKeyOf } from '../shared/external-id.ts';
import { fold } from '../shared/text.ts';
import { isOpen } from '../tasks/status.ts';
import { isPending } from '../turns/turn.ts';
import { releaseInboxOf } from './inbox.ts';
import type { Tables } from './tables.ts';

/** The id of the member, or of the person that it was merged into. */
export const currentId = ({ merged }: Tables, id: string): string => merged.get(id)?.into ?? id;

/** A member's current name, or its last one if removed. */
export const nameOf = (tables: Tables, id: string): string =>
  tables.members.get(currentId(tables, id))?.name ?? '';

/** A member that has not been removed, with its current name. */
export function livingRef(tables: Tables, id: string): MemberRef | null {
  const member = tables.members.get(currentId(tables, id));
  return member && !member.deleted ? { id: member.id, name: member.name } : null;
}

/** A row with its author's current name; services keep the name from the time of writing. */
export function withAuthor<Field extends string, Row extends { readonly [F in Field]: Author }>(
  tables: Tables,
  row: Row,
  field: Field,
): Row {
  const member = tables.members.get(currentId(tables, row[field].id));
  if (!member) return row;
  const { name, displayName } = member;
  return { ...row, [field]: { ...row[field], id: member.id, name, displayName } };
}

/** Gives the rows of a merged member to its person. */
function moveWork(tables: Tables, from: string, into: Member): void {
  const { tasks, questions, views, subscriptions, inbox } = tables;
  const ref = { id: into.id, name: into.name };
  for (const task of tasks.filter((row) => row.assignee?.id === from || row.creatorId === from))
    tasks.put(task.taskNumber, {
      ...task,
      assignee: task.assignee?.id === from ? ref : task.assignee,
      creatorId: task.creatorId === from ? into.id : task.creatorId,
    });
  for (const row of questions.filter(({ to }) => to?.id === from)) questions.put(row.id, { ...row, to: ref });
  for (const row of views.filter(({ createdBy }) => createdBy.id === from))
    views.put(row.id, { ...row, createdBy: ref });
  for (const row of subscriptions.filter(({ memberId }) => memberId === from)) {
    subscriptions.delete(`${row.taskNumber} ${from}`);
    subscriptions.put(`${row.taskNumber} ${into.id}`, { ...row, memberId: into.id });
  }
  for (const entry of inbox.filter(({ people }) => people?.includes(from) ?? false)) {
    const people = (entry.people ?? []).map((id) => (id === from ? into.id : id));
    inbox.put(`${entry.kind} ${entry.ref}`, { ...entry, people: [...new Set(people)] });
  }
}

export function memberStores(tables: Tables): Pick<Stores, 'members' | 'keys'> {
  const { members, merged, invitations, links, keys, sessions, tasks, subscriptions, turns, removals } =
    tables;

  const view = <M extends Member>(member: M): M =>
    member.type === 'agent' && member.reportsTo
      ? { ...member, reportsTo: { id: member.reportsTo.id, name: nameOf(tables, member.reportsTo.id) } }
      : member;
  const living = (test: (member: Member) => boolean) =>
    members.filter((member) => !member.deleted && test(member));
  const oneLiving = (test: (member: Member) => boolean) => {
    const [member] = living(test);
    return member ? view(member) : null;
  };

  const clearInvitations = (of: string) => {
    for (const { id } of invitations.filter(({ memberId }) => memberId === of)) invitations.delete(id);
  };

  return {
    members: {
      insert: async (member) => members.put(member.id, member),
      update: async (member) => members.put(member.id, member),
      remove: async (member, now) => {
        members.put(member.id, { ...member, deleted: true });
        const hasOpenTurns = turns.find(
          (turn) => isPending(turn) && (turn.agentId === member.id || turn.personId === member.id),
        );
        if (hasOpenTurns) removals.put(member.id, { kind: 'member', id: member.id, at: now });
        for (const task of tasks.filter((row) => row.assignee?.id === member.id && isOpen(row.status))) {
          tasks.put(task.taskNumber, { ...task, assignee: null });
        }
        for (const agent of members.filter(
          (row) => row.type === 'agent' && row.reportsTo?.id === member.id,
        )) {
          members.put(agent.id, { ...(agent as Agent), reportsTo: null });
        }
        for (const row of subscriptions.filter(({ memberId }) => memberId === member.id)) {
          subscriptions.delete(`${row.taskNumber} ${row.memberId}`);
        }
        releaseInboxOf(tables, member.id);
        clearInvitations(member.id);
        for (const row of links.filter(({ memberId }) => memberId === member.id)) links.delete(row.id);
      },
      merge: async ({ id }, into) => {
        members.delete(id);
        merged.put(id, { id, into: into.id });
        clearInvitations(id);
        for (const row of links.filter(({ memberId }) => memberId === id)) links.delete(row.id);
        moveWork(tables, id, into);
      },
      mergedInto: async (id) => merged.get(id)?.into ?? null,
      merged: async () => new Map(merged.filter(() => true).map((row) => [row.id, row.into])),
      forget: async (id) => {
        if (members.get(id)?.deleted) members.delete(id);
      },
      byId: async (id) => oneLiving((member) => member.id === id),
      byName: async (name) => oneLiving((member) => fold(member.name) === fold(name)),
      byNames: async (names) =>
        living((member) => names.includes(fold(member.name))).map(({ id, name }) => ({ id, name })),
      byExternalId: async (key) => oneLiving((member) => externalKeyOf(member) === key),
      byDisplayName: async (displayName) =>
        living((member) => fold(member.displayName) === fold(displayName))
          .slice(0, 2)
          .map(view),
      idsMatching: async (nameOrId) => {
        const mergedWith = (person: string) =>
          merged.filter(({ into }) => into === person).map(({ id }) => id);
        const into = merged.get(nameOrId)?.into;
        if (into !== undefined) return [nameOrId, into];
        if (members.get(nameOrId)) return [nameOrId, ...mergedWith(nameOrId)];
        const namesakes = members.filter((member) => fold(member.name) === fold(nameOrId));
        return namesakes.flatMap(({ id }) => [id, ...mergedWith(id)]).slice(-1_000);
      },
      list: async ({ type }, slice) => {
        const page = members.page((row) => !row.deleted && (!type || row.type === type), slice, 'newest');
        return { ...page, items: page.items.map(view) };
      },
      agents: async ({ status }, slice) => {
        const wanted = (row: Member): row is Agent =>
          !row.deleted && row.type === 'agent' && (!status || row.status === status);
        const page = members.page(wanted, slice, 'newest');
        return { ...page, items: page.items.filter(wanted).map(view), total: members.filter(wanted).length };
      },
      adminIds: async () => living((row) => row.type === 'human' && row.role === 'admin').map(({ id }) => id),
      countAdmins: async () => living((row) => row.type === 'human' && row.role === 'admin').length,
      putInvitation: async (invitation) => {
        clearInvitations(invitation.memberId);
        invitations.put(invitation.id, invitation);
      },
      invitation: async (id) => invitations.get(id) ?? null,
      openInvitations: async (memberIds, now) => {
        const comesIn = (id: string) =>
          keys.find((key) => key.kind === 'person' && key.memberId === id && isInForce(key, now)) ??
          sessions.find((session) => session.memberId === id && isInForce(session, now));
        const open = invitations.filter(
          ({ memberId, createdBy, expiresAt }) =>
            memberIds.includes(memberId) &&
            expiresAt > now &&
            inviterStillMay({ createdBy }, members.get(createdBy ?? '') ?? null) &&
            comesIn(memberId) === undefined,
        );
        return new Map(open.map(({ memberId, expiresAt }) => [memberId, expiresAt]));
      },
      deleteInvitation: async (id) => invitations.delete(id),
      deleteInvitationOf: async (memberId) => clearInvitations(memberId),
    },
    keys: {
      insert: async (key) => keys.put(key.id, key),
      delete: async (id) => keys.delete(id),
      byId: async (id) => keys.get(id) ?? null,
      list: async ({ memberId, keyId }, slice) =>
        keys.page(
          (key) =>
            key.kind !== 'run' &&
            (keyId === undefined || key.id === keyId) &&
            (memberId === undefined || isOf(memberId)(key)),
          slice,
          'newest',
        ),
      personHasKey: async (id, now) =>
        keys.find((key) => key.kind === 'person' && key.memberId === id && isInForce(key, now)) !== undefined,
      countOfMember: async (id, atMost) => Math.min(keys.filter(isOf(id)).length, atMost),
      deleteOfMember: async (id) => {
        const goesWith = (key: Key) =>
          key.memberId === id || (key.createdBy === id && !KINDS_THAT_OUTLIVE.includes(key.kind));
        const taken = keys.filter(goesWith).reverse();
        for (const key of taken) keys.delete(key.id);
        return taken;
      },
      outliving: async (id) =>
        keys.filter((key) => key.createdBy === id && KINDS_THAT_OUTLIVE.includes(key.kind)).reverse(),
      endRun: async (claimId, at) => {
        const key = keys.get(claimId);
        if (key?.kind === 'run' && key.expiresAt === null) keys.put(claimId, { ...key, expiresAt: at });
      },
      forgetRuns: async (before, atMost) => {
        const over = keys
          .filter(({ kind, expiresAt }) => kind === 'run' && expiresAt !== null && expiresAt < before)
          .slice(0, atMost);
        for (const { id } of over) keys.delete(id);
        return over.length;
      },
      touch: async (id, usedAt) => {
        const key = keys.get(id);
        if (key) keys.put(id, { ...key, lastUsedAt: usedAt });
      },
    },
  };
}

const isOf = (memberId: string) => (key: Key) => key.memberId === memberId || key.createdBy === memberId;
