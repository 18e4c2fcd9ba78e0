import { inMemoryContents, inMemoryStorage } from '../src/in-memory/index.ts';
import {
  type Caller,
  createTandem,
  type IssuedKind,
  type Ports,
  Refusal,
  type Schedule,
  type Scope,
  type Storage,
  type Tandem,
} from '../src/index.ts';
import { type Endpoints, endpoints } from './endpoints.ts';
import { countingIds, secrets } from './ports.ts';
import {
  EVERYTHING,
  type Holder,
  holderOf,
  invitePerson,
  newAgent,
  newTeam,
  operationsOf,
  scopesOf,
} from './team.ts';

export { accepts, answers, type Endpoints } from './endpoints.ts';
export { countingIds, secrets } from './ports.ts';
export * from './team.ts';

/** The starting time of every world. */
export const START = Date.parse('2026-03-01T09:00:00.000Z');

/** A clock that stands still until it is moved, with its timers. */
export interface Time {
  readonly now: () => number;
  /** The elapsed time, unaffected by setting the clock. */
  readonly steady: () => number;
  readonly schedule: Schedule;
  /** Advances the time, and runs due timers in order. */
  advance(ms: number): void;
  /** Sets the clock forward or, with a negative number, back, without advancing time. */
  set(ms: number): void;
  /** Number of pending timers. */
  timers(): number;
}

export function handMovedTime(start = START): Time {
  let now = start;
  let ahead = 0;
  const timers = new Set<{ readonly at: number; run(): void }>();
  return {
    now: () => now + ahead,
    steady: () => now,
    schedule: (afterMs, run) => {
      const timer = { at: now + afterMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (ms) => {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = end;
    },
    set: (ms) => {
      ahead += ms;
    },
    timers: () => timers.size,
  };
}

/** A workspace with a caller of every kind; each holds every scope that its kind of key can. */
export interface Office {
  readonly workspaceId: string;
  /** ada, Ada Lovelace, the only admin, with her own key. */
  readonly admin: Caller;
  /** bob, Bob Stone, not an admin, with his own key. */
  readonly member: Caller;
  /** The agent scout, with its own key. */
  readonly agent: Caller;
  /** A service key created by Ada, named CI. */
  readonly service: Caller;
  /** A runtime key for a process that hosts agents, named Host. */
  readonly runtime: Caller;
  /** A key created by Ada that acts as Bob. */
  readonly actingAsMember: Caller;
  /** A key created by Ada that acts as scout. */
  readonly actingAsAgent: Caller;
  /** The keys of these callers. */
  readonly keys: Readonly<Record<CallerName, Holder>>;
}

export type CallerName = Exclude<keyof Office, 'workspaceId' | 'keys'>;

export interface World extends Office {
  readonly tandem: Tandem;
  readonly storage: Storage;
  readonly time: Time;
  /** The endpoints of webhooks. */
  readonly endpoints: Endpoints;
  /** Another workspace of the same service, with the same names in it. */
  readonly other: Office;
  /** The caller of a new key that the operator created for a member. */
  caller(member: string, kind: IssuedKind, scopes?: readonly Scope[]): Promise<Caller>;
  /** A new agent, and the caller of its own key. */
  newAgent(name: string): Promise<Caller>;
  /** A new person who is not an admin, with a key of their own. */
  newPerson(name: string): Promise<Caller>;
  /** Resolves once this many requests are waiting. */
  held(count: number): Promise<void>;
}

interface Options {
  readonly storage?: Storage;
  readonly time?: Time;
  /** Replace the default ports. */
  readonly ports?: Partial<Ports>;
  /** A world whose storage has the same content. */
  readonly like?: World | undefined;
}

/** A Tandem on a storage, with two workspaces; deterministic, independent of the time of day. */
export async function world({
  storage = inMemoryStorage(),
  time = handMovedTime(),
  ports,
  like,
}: Options = {}): Promise<World> {
  const receiving = endpoints();
  const tandem = createTandem({
    storage,
    clock: time.now,
    steadyClock: time.steady,
    newId: countingIds(),
    secrets,
    schedule: time.schedule,
    contents: inMemoryContents({ clock: time.now, secrets }),
    webhooks: receiving.sender,
    ...ports,
  });
  const home = like ?? (await office(tandem, 'Acme'));
  const other = like?.other ?? (await office(tandem, 'Globex'));

  const caller: World['caller'] = async (member, kind, scopes = EVERYTHING) => {
    const key = { name: `${member}'s key`, kind, scopes };
    return tandem.authenticate((await tandem.operator.createKey(home.workspaceId, member, key)).secret);
  };

  return {
    ...home,
    tandem,
    storage,
    time,
    endpoints: receiving,
    other,
    caller,
    newAgent: async (name) => {
      await tandem.agents.create(home.admin, newAgent(name));
      return caller(name, 'agent', ['full']);
    },
    newPerson: async (name) => {
      const secret = await invitePerson(operationsOf(tandem, home.admin), name);
      return tandem.authenticate(secret);
    },
    held: async (count) => {
      for (let tries = 0; tandem.waiting() !== count; tries++) {
        if (tries > 1_000) throw new Error(`${tandem.waiting()} requests are waiting, not ${count}`);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

async function office(tandem: Tandem, name: string): Promise<Office> {
  const { members, keys } = tandem;
  const team = await newTeam(tandem, { name });
  const admin = await tandem.authenticate(team.founder.secret);
  const bob = await members.create(admin, { name: 'bob', displayName: 'Bob Stone' });
  const scout = await team.agent('scout', { displayName: 'Scout', emoji: '🦉' });

  const made = async (title: string, kind: IssuedKind, member = { id: '', name: 'ada' }): Promise<Holder> => {
    const key = { name: title, kind, scopes: scopesOf(kind), memberId: member.id || undefined };
    return holderOf(await keys.create(admin, key), member.name);
  };
  const holders: Office['keys'] = {
    admin: team.founder,
    member: holderOf(await keys.acceptInvitation(bob.invitation.code), 'bob'),
    agent: await made("scout's key", 'agent', scout),
    service: await made('CI', 'service'),
    runtime: await made('Host', 'runtime'),
    actingAsMember: await made('as bob', 'acting', bob.member),
    actingAsAgent: await made('as scout', 'acting', scout),
  };
  const callers = {} as Record<CallerName, Caller>;
  for (const [of, { secret }] of Object.entries(holders)) {
    callers[of as CallerName] = await tandem.authenticate(secret);
  }
  return { workspaceId: team.workspaceId, ...callers, keys: holders };
}

/** The refusal that the work throws; fails if it throws none. */
export async function refusal(work: () => unknown): Promise<Refusal> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('Nothing was refused');
}

/** The outcome of work: `ok`, or the code of its refusal. */
export async function outcome(work: () => unknown): Promise<string> {
  try {
    await work();
    return 'ok';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** The outcome of a rule: `ok`, or the code of its refusal. */
export function judged(rule: () => unknown): string {
  try {
    rule();
    return 'ok';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
