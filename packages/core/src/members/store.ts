import type { ExternalKey } from '../shared/external-id.ts';
import type { Page, PageSlice } from '../shared/page.ts';
import type { Invitation } from './invitations.ts';
import type { Agent, AgentStatus, Member, MemberRef } from './member.ts';

/** People and agents share one directory, because names are unique across both. */
export interface MemberStore {
  insert(member: Member): Promise<void>;
  /** Saves a changed member. References show its new name. */
  update(member: Member): Promise<void>;
  /**
   * Removes a member: frees its name and external id, unassigns its open tasks, clears reports to it, and deletes its
   * subscriptions, invitations and sign-in links. Its history and closed tasks keep its name. The caller ends its turns in progress;
   * while any remain, `removals` lists it as of `now`.
   */
  remove(member: Member, now: number): Promise<void>;
  /**
   * Removes an external member and gives its work to `into`. Authors are replaced at once; assignees, creators,
   * addressees, subscriptions and views in batches, as for a removed member.
   */
  merge(external: Member, into: Member, now: number): Promise<void>;
  /** The person that the removed member was merged into. */
  mergedInto(id: string): Promise<string | null>;
  /** Maps the id of each merged member to that of its person. */
  merged(): Promise<ReadonlyMap<string, string>>;
  /** Leaves a removed member out of exports: nothing refers to it any more. */
  forget(id: string): Promise<void>;
  /** A member that has not been removed, by id, name, external id or display name. Names are compared by `fold`. */
  byId(id: string): Promise<Member | null>;
  byName(name: string): Promise<Member | null>;
  /** The members with any of these folded names. */
  byNames(names: readonly string[]): Promise<readonly MemberRef[]>;
  byExternalId(key: ExternalKey): Promise<Member | null>;
  /** At most two: enough to detect an ambiguous name. */
  byDisplayName(displayName: string): Promise<readonly Member[]>;
  /**
   * The id of the member with this id and of those merged into it, or else those of all members with this name, including
   * removed ones: for filters over history. At most 1,000, the newest.
   */
  idsMatching(nameOrId: string): Promise<readonly string[]>;
  /** Newest first. */
  list(filter: { type?: Member['type'] | undefined }, page: PageSlice): Promise<Page<Member>>;
  /** Newest first, with the total. */
  agents(filter: { status?: AgentStatus | undefined }, page: PageSlice): Promise<Page<Agent>>;
  countAdmins(): Promise<number>;
  /** Of members that have not been removed. */
  adminIds(): Promise<readonly string[]>;
  /** Replaces the person's invitation. */
  putInvitation(invitation: Invitation): Promise<void>;
  invitation(id: string): Promise<Invitation | null>;
  /**
   * The expiry, by member, of invitations that let their person in at `now`: not expired, created by the operator or by
   * a present admin, for a person without a session or key of their own in force.
   */
  openInvitations(memberIds: readonly string[], now: number): Promise<ReadonlyMap<string, number>>;
  deleteInvitation(id: string): Promise<void>;
  /** Deletes the person's invitation, if there is one. */
  deleteInvitationOf(memberId: string): Promise<void>;
}
