import type { Page, PageSlice } from '../shared/page.ts';
import type { Agent, AgentStatus, Member } from './member.ts';

export interface Invitation {
  readonly id: string;
  readonly memberId: string;
  /** The admin who made it; null when the operator did. */
  readonly createdBy: string | null;
  /** SHA-256 of the code, in hexadecimal. */
  readonly codeHash: string;
  readonly expiresAt: number;
}

/** Humans and agents: one directory, because a name is unique over both. */
export interface MemberStore {
  insert(member: Member): Promise<void>;
  /** Saves a changed member. Its new name shows wherever it is mentioned. */
  update(member: Member): Promise<void>;
  /**
   * Removes a member: its name becomes free, its open tasks unassigned, nobody reports to it, its
   * subscriptions, invitations and links to sign in go. What it did, and closed tasks, keep its name. The turns that it has in
   * progress are for the caller to end; as long as there are any, `removals` has it at `now`.
   */
  remove(member: Member, now: number): Promise<void>;
  /** A living member, by any of these. Names are compared by `fold`. */
  byId(id: string): Promise<Member | null>;
  byName(name: string): Promise<Member | null>;
  /** At most two: enough to tell one from several. */
  byDisplayName(displayName: string): Promise<readonly Member[]>;
  /**
   * The id of the member with this id, or else those of all with this name, removed ones too: for filters over
   * history. At most 1,000, the newest.
   */
  idsMatching(nameOrId: string): Promise<readonly string[]>;
  /** Newest first. */
  list(filter: { type?: Member['type'] | undefined }, page: PageSlice): Promise<Page<Member>>;
  /** Newest first, with the total. */
  agents(filter: { status?: AgentStatus | undefined }, page: PageSlice): Promise<Page<Agent>>;
  countAdmins(): Promise<number>;
  /** Of all who are there. */
  adminIds(): Promise<readonly string[]>;
  /** Replaces the person's invitation. */
  putInvitation(invitation: Invitation): Promise<void>;
  invitation(id: string): Promise<Invitation | null>;
  deleteInvitation(id: string): Promise<void>;
}
