/** What a client asked, what it was answered, and when: clients record this, checks read it. */
export type Recorded = Create | Move | Change | Message | Claim | End | Archive;

interface Timed {
  /** Milliseconds of the machine's monotonic clock, the same for all processes: when it was sent … */
  readonly started: number;
  /** … and when the whole answer was there. */
  readonly ended: number;
  readonly status: number;
}

export interface Create extends Timed {
  readonly kind: 'create';
  readonly title: string;
  /** Null where it was refused. */
  readonly number: number | null;
}

export type Mover = 'human' | 'agent' | 'service';

export interface Move extends Timed {
  readonly kind: 'move';
  readonly task: number;
  readonly to: string;
  readonly by: Mover;
  /** Unlike that of any other move. */
  readonly reason: string;
  /** What a refusal said that the caller may do instead. */
  readonly instead: readonly string[] | null;
}

export interface Change extends Timed {
  readonly kind: 'change';
  readonly task: number;
  readonly field: string;
  /** Unlike any other value of the field. */
  readonly value: string;
}

export interface Message extends Timed {
  readonly kind: 'message';
  readonly person: string;
  readonly key: string;
  readonly body: string;
  readonly replayed: boolean;
  /** The ids of chat, message and turn that the answer named. */
  readonly ids: readonly string[];
}

export interface Claim extends Timed {
  readonly kind: 'claim';
  readonly turn: string;
  readonly chat: string;
  readonly person: string;
  readonly token: string;
  /** Unix milliseconds: when the lease ends, and when the claimer heard of it. */
  readonly expiresAt: number;
  readonly heardAt: number;
}

export interface End extends Timed {
  readonly kind: 'reply' | 'fail' | 'release';
  readonly turn: string;
  readonly token: string;
  /** The body of a reply, the errorCode of a failure. */
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

/** Groups by what a function says of each. */
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
 * Whether an order that the service tells contradicts time: somebody had been answered before somebody
 * else, who stands earlier in the order, had even asked. Returns the first such pair.
 */
export function contradiction<T extends Timed>(inOrder: readonly T[]): [T, T] | null {
  let latest: T | undefined;
  for (const each of inOrder) {
    if (latest && each.ended < latest.started) return [latest, each];
    if (!latest || each.started > latest.started) latest = each;
  }
  return null;
}
