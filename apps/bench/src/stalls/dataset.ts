import type { Holder } from '@tandem/core/testing/world';

/** The number of resources of each kind. */
export interface Sizes {
  readonly tasks: number;
  readonly notifications: number;
  /** The size of a single large collection: the tasks of a project, the messages of a chat, the keys of a person. */
  readonly many: number;
  /** Tasks that each block all later ones: as many as a task may have relations. */
  readonly graph: number;
  /** Things with the longest texts that are allowed: a page of them, and one more. */
  readonly long: number;
  /** Bytes of the largest body, and of the largest file. */
  readonly body: number;
  readonly file: number;
}

/** Maximum numbers of relations, keys, levels of agents, and subscribers. */
export const MOST = 1_000;
export const MAX_SUBSCRIBERS = 5_000;
const MIB = 1024 * 1024;

/** The sizes that are promised for at a scale of 1; keyed messages are as many as `many`. */
export function sizesAt(scale: number): Sizes {
  /** Scale of entities that make a quick run slow but hardly enlarge the data set. */
  const atMostWhole = Math.min(1, 10 * scale);
  return {
    tasks: Math.round(1_000_000 * scale),
    notifications: Math.round(400_000 * scale),
    many: Math.round(100_000 * scale),
    graph: Math.round(MOST * Math.sqrt(scale)),
    long: Math.max(5, Math.round(101 * atMostWhole)),
    body: Math.round(MIB * atMostWhole),
    file: Math.round(25 * MIB * atMostWhole),
  };
}

/** The contents of a workspace of that size, as far as the cases use them. */
export interface Dataset {
  readonly sizes: Sizes;
  readonly workspaceId: string;
  /** Reads a large inbox, all of it unread. */
  readonly admin: Holder;
  /** Has `many` chats, each of a keyed message whose turn waits for `queued`. */
  readonly chatty: Holder;
  /** Has a chat of `many` messages, and one of very long ones. */
  readonly talker: Holder;
  /** Has notifications with very long reasons, and nothing else. */
  readonly listener: Holder;
  /** Has made `many` keys, as could be done before there was a limit. */
  readonly locksmith: Holder;
  /** A process that hosts the agents; a service. */
  readonly host: Holder;
  /** An agent with `many` turns in its queue. */
  readonly queued: Holder;
  /** Agents: with very much activity and telemetry; with very long entries in its log; with next to nothing. */
  readonly busy: string;
  readonly wordy: string;
  readonly idle: string;
  /** Agents that each report to the previous one, from the top down: more levels than are allowed today. */
  readonly chain: { readonly top: string; readonly lowestAllowed: string; readonly bottom: string };
  /** The name that `many` removed members had. */
  readonly formerName: string;
  /** Values that a fifth of the tasks have each, and only the oldest tasks two of them. */
  readonly apart: {
    readonly tag: string;
    readonly creator: string;
    readonly assignee: string;
    readonly project: string;
    readonly label: string;
  };
  /** Values that very many tasks have in pairs, and none has all three. */
  readonly pairwise: { readonly tag: string; readonly label: string; readonly effort: string };
  /** Tasks by their numbers. */
  readonly tasks: {
    /** Plain tasks in a chain; each blocks the next. */
    readonly spare: { readonly first: number; readonly last: number };
    /** Each blocks all that follow; their project. */
    readonly graph: { readonly first: number; readonly last: number; readonly project: string };
    /** The newest: with very long descriptions. */
    readonly long: { readonly first: number; readonly last: number };
    /** With `many` comments and subscribers, and notifications for everyone; more subscribers than allowed today. */
    readonly loaded: number;
    /** With the maximum number of subscribers. */
    readonly followed: number;
    readonly longComments: number;
    readonly longEvents: number;
    /** Blocked by `many` tasks, as could be made before there was a limit, and by as many as are allowed. */
    readonly overblocked: number;
    readonly blocked: number;
  };
  /** With `many` projects and goals; with very long projects. */
  readonly initiative: string;
  readonly longInitiative: string;
  /** With `many` projects and verifications; with very long evidence. */
  readonly goal: string;
  readonly longGoal: string;
  /** Of the talker. */
  readonly chats: { readonly many: string; readonly long: string };
  /** On every message of the chatty one's chats. */
  readonly file: string;
}
