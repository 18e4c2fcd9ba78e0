import {
  type Clock,
  createTandem,
  type EntityType,
  entriesOf,
  type KeyKind,
  type Schedule,
  type Tandem,
} from '@tandem/core';
import { inMemoryContents, inMemoryStorage } from '@tandem/core/in-memory';
import { nodePorts } from '@tandem/core/node';
import { createHttpServer } from '../server.ts';
import { type Api, apiOf } from './api.ts';
import { silentSender } from './silent-sender.ts';
import { START, type TestClock } from './world.ts';

/** A member or service with the API of its key. */
export interface Party extends Api {
  readonly id: string;
  readonly name: string;
}

/** An in-memory service with one workspace, a manual clock and timers, and a readable activity log. */
export interface Clockwork {
  readonly tandem: Tandem;
  /** Advancing it also runs the timers that are due. */
  readonly clock: SettableClock;
  /** Ada, the admin. */
  readonly admin: Party;
  /** Bob, not an admin. */
  readonly person: Party;
  /** CI, a service key of Ada's. */
  readonly service: Party;
  /** Host, a runtime key of Ada's. */
  readonly runtime: Party;
  /** The agent scout. */
  readonly agent: Party;
  /** Keys of Ada's that act as Bob and as scout. */
  readonly actingAsPerson: Party;
  readonly actingAsAgent: Party;
  /** The log entries of an entity, oldest first, including kinds that no list shows. */
  logOf(type: EntityType, id: string): Promise<readonly Entry[]>;
}

/** A log entry without its id and time. */
export interface Entry {
  readonly actor: { type: string; id: string; name: string; keyOwner: string | null };
  readonly action: string;
  readonly title: string;
  readonly field: string | null;
  readonly oldValue: string | null;
  readonly newValue: string | null;
}

const closers: (() => void)[] = [];
afterAll(() => {
  for (const close of closers.splice(0)) close();
});

export async function clockwork(): Promise<Clockwork> {
  const { clock, steadyClock, schedule } = handMoved();
  const ports = { ...nodePorts(), clock: clock.now, steadyClock, schedule };
  const storage = inMemoryStorage();
  const tandem = createTandem({
    ...ports,
    storage,
    contents: inMemoryContents(ports),
    webhooks: silentSender,
  });
  const server = createHttpServer({ tandem, newId: ports.newId, rateLimit: 0 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });

  const founded = await tandem.operator.createWorkspace({
    name: 'Acme',
    admin: { name: 'ada', displayName: 'Ada Lovelace' },
  });
  const ada = apiOf(server, founded.secret);
  const bob = await ada.creates('/members', { name: 'bob', displayName: 'Bob Stone' });
  const scout = await ada.creates('/agents', {
    name: 'scout',
    displayName: 'Scout',
    emoji: '🦉',
    model: 'owl-1',
  });
  const { code } = bob.invitation;
  const bobs = await apiOf(server, undefined).creates('/invitations/accept', { code });
  const keyed = async (
    kind: KeyKind,
    name: string,
    member?: { id: string; name: string },
  ): Promise<Party> => {
    const scopes = kind === 'service' ? ['full', 'chat:read', 'chat:write'] : ['full'];
    const key = await ada.creates('/keys', { name, kind, scopes, ...(member && { memberId: member.id }) });
    return { ...apiOf(server, key.secret), id: member?.id ?? key.id, name: member?.name ?? name };
  };

  return {
    tandem,
    clock,
    admin: { ...ada, id: founded.member.id, name: 'ada' },
    person: { ...apiOf(server, bobs.secret), id: bob.id, name: 'bob' },
    service: await keyed('service', 'CI'),
    runtime: await keyed('runtime', 'Host'),
    agent: await keyed('agent', 'of scout', scout),
    actingAsPerson: await keyed('acting', 'as bob', bob),
    actingAsAgent: await keyed('acting', 'as scout', scout),
    logOf: async (type, id) => {
      const { items } = await storage.read(founded.workspace.id, ({ events }) =>
        events.ofEntity(type, id, { limit: 100, after: undefined }),
      );
      return [...items]
        .reverse()
        .flatMap(entriesOf)
        .map(({ actor, entity, action, field, oldValue, newValue }) => ({
          actor,
          action,
          title: entity.title,
          field,
          oldValue,
          newValue,
        }));
    },
  };
}

export interface SettableClock extends TestClock {
  /** Sets the clock forward or, with a negative number, back, without elapsed time. */
  set(ms: number): void;
}

/** A clock that moves only on demand, and timers that follow elapsed time. */
function handMoved(): { clock: SettableClock; steadyClock: Clock; schedule: Schedule } {
  let now = START;
  let ahead = 0;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    clock: {
      now: () => now + ahead,
      set: (ms) => {
        ahead += ms;
      },
      advance: (ms) => {
        now += ms;
        for (const timer of [...timers]) {
          if (timer.at > now || !timers.delete(timer)) continue;
          timer.run();
        }
      },
    },
    steadyClock: () => now,
    schedule: (afterMs, run) => {
      const timer = { at: now + afterMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
}
