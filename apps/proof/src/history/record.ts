/** A client's request, its response, and the times of both. Clients record them; checks read them. */
export type Recorded = Create | Move | Change | Message | Claim | End | Archive;

interface Timed {
  /** When the request was sent, in milliseconds of the machine's monotonic clock, which all processes share. */
  readonly started: number;
  /** When the complete response had arrived, by the same clock. */
  readonly ended: number;
  readonly status: number;
}

export interface Create extends Timed {
  readonly kind: 'create';
  readonly title: string;
  /** `null` if it was refused. */
  readonly number: number | null;
}

export type Mover = 'human' | 'agent' | 'service';

export interface Move extends Timed {
  readonly kind: 'move';
  readonly task: number;
  readonly to: string;
  readonly by: Mover;
  /** Unique among the moves. */
  readonly reason: string;
  /** The alternatives that a refusal named. */
  readonly instead: readonly string[] | null;
}

export interface Change extends Timed {
  readonly kind: 'change';
  readonly task: number;
  readonly field: string;
  /** Unique among the values of the field. */
  readonly value: string;
}

export interface Message extends Timed {
  readonly kind: 'message';
  readonly person: string;
  readonly key: string;
  readonly body: string;
  readonly replayed: boolean;
  /** The ids of chat, message and turn in the response. */
  readonly ids: readonly string[];
}

export interface Claim extends Timed {
  readonly kind: 'claim';
  readonly turn: string;
  readonly chat: string;
  readonly person: string;
  readonly token: string;
  /** When the lease ends, and when the claimer received it, in Unix milliseconds. */
  readonly expiresAt: number;
  readonly heardAt: number;
}

export interface End extends Timed {
  readonly kind: 'reply' | 'fail' | 'release';
  readonly turn: string;
  readonly token: string;
  /** The body of a reply, or the errorCode of a failure. */
  readonly text: string;
}

export interface Archive extends Timed {
  readonly kind: 'archive';
  readonly chat: string;
}

/** The recorded requests of some kinds. */
export const only = <K extends Recorded['kind']>(
  history: readonly Recorded[],
  ...kinds: K[]
): Extract<Recorded, { kind: K }>[] =>
  history.filter((each): each is Extract<Recorded, { kind: K }> => kinds.includes(each.kind as K));

/** Groups by the result of a function. */
export function groupedBy<T, K>(all: Iterable<T>, key: (each: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const each of all) {
    const group = groups.get(key(each));
    if (group) group.push(each);
    else groups.set(key(each), [each]);
  }
  return groups;
}

/**
 * The first pair whose order, as the service reports it, contradicts real time: the later one was answered before the
 * earlier one was sent.
 */
export function contradiction<T extends Timed>(inOrder: readonly T[]): [T, T] | null {
  let latest: T | undefined;
  for (const each of inOrder) {
    if (latest && each.ended < latest.started) return [latest, each];
    if (!latest || each.started > latest.started) latest = each;
  }
  return null;
}
