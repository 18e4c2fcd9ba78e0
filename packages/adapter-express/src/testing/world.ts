import type { Server } from 'node:http';
import { createTandem, type FileContents, type KeyKind, type Scope, type Tandem } from '@tandem/core';
import { inMemoryContents, inMemoryStorage } from '@tandem/core/in-memory';
import { nodePorts } from '@tandem/core/node';
import { createHttpServer, type HttpOptions } from '../server.ts';
import { type Api, apiOf } from './api.ts';

export { type Api, type Body, outcome } from './api.ts';

const EVERYTHING: readonly Scope[] = ['full', 'chat:read', 'chat:write'];

/** A member, and the interface as one of its keys sees it. */
export interface Holder extends Api {
  /** The member who holds the key, or for a service and a runtime the key itself. */
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}

/** A workspace with a key of every kind. All of them hold every scope that their kind can. */
export interface Office {
  readonly id: string;
  /** Ada Lovelace, the admin, by her own key. */
  readonly admin: Holder;
  /** Bob Stone, no admin, by his own key. */
  readonly person: Holder;
  /** A service key that Ada made, called CI. */
  readonly service: Holder;
  /** A process that hosts agents, called Host. */
  readonly runtime: Holder;
  /** The agent scout. */
  readonly agent: Holder;
  /** Keys that Ada made to act as Bob and as scout. */
  readonly actingAsPerson: Holder;
  readonly actingAsAgent: Holder;
  /** Ada, with only these scopes. */
  adminWith(...scopes: Scope[]): Promise<Holder>;
  keyFor(member: string, kind: KeyKind, scopes: readonly Scope[], expiresAt?: number): Promise<Holder>;
}

export interface World extends Office {
  readonly tandem: Tandem;
  readonly server: Server;
  readonly clock: TestClock;
  /** Another workspace of the same service, with the same names in it. */
  readonly other: Office;
  /** The interface without a key, or with any text in place of one. */
  as(secret?: string): Api;
  /** What became a 500. */
  readonly faults: readonly unknown[];
}

/** A clock that stands still until it is moved. */
export interface TestClock {
  now(): number;
  advance(ms: number): void;
}

/** When every world begins. */
export const START = Date.parse('2026-03-01T09:00:00.000Z');

export function stoppedClock(): TestClock {
  let now = START;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}

/** Those that still listen. */
const servers = new Set<Server>();

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A service with two workspaces, in memory unless it is given a storage. */
export async function world({
  rateLimit = 0,
  storage = inMemoryStorage(),
  contents = inMemoryContents as (ports: ReturnType<typeof nodePorts>) => FileContents,
  http = {} as Partial<HttpOptions>,
} = {}): Promise<World> {
  const clock = stoppedClock();
  const ports = { ...nodePorts(), clock: clock.now, steadyClock: clock.now };
  const tandem = createTandem({ ...ports, storage, contents: contents(ports) });
  const faults: unknown[] = [];
  const server = createHttpServer({
    tandem,
    newId: ports.newId,
    rateLimit,
    onError: (error) => faults.push(error),
    ...http,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.add(server);
  server.once('close', () => servers.delete(server));
  const home = await office(tandem, server, 'Acme');
  const other = await office(tandem, server, 'Globex');
  return { ...home, tandem, server, clock, other, faults, as: (secret) => apiOf(server, secret) };
}

async function office(tandem: Tandem, server: Server, name: string): Promise<Office> {
  const { operator } = tandem;
  const { workspace, member, secret } = await operator.createWorkspace({
    name,
    admin: { name: 'ada', displayName: 'Ada Lovelace' },
  });
  const ada = await operator.callerFor(workspace.id, 'ada');
  const bob = await tandem.members.create(ada, { name: 'bob', displayName: 'Bob Stone' });
  const scout = await tandem.agents.create(ada, {
    name: 'scout',
    displayName: 'Scout',
    emoji: '🦉',
    model: 'owl-1',
  });

  const ids: Record<string, string> = { ada: member.id, bob: bob.member.id, scout: scout.id };
  const keyFor: Office['keyFor'] = async (of, kind, scopes, expiresAt) => {
    const title = { service: 'CI', runtime: 'Host' }[kind as string] ?? `${of}'s ${kind} key`;
    const issued = await operator.createKey(workspace.id, of, { name: title, kind, scopes, expiresAt });
    const service = kind === 'service' || kind === 'runtime';
    return {
      ...apiOf(server, issued.secret),
      id: service ? issued.key.id : (ids[of] ?? ''),
      name: service ? title : of,
      secret: issued.secret,
    };
  };

  return {
    id: workspace.id,
    admin: { ...apiOf(server, secret), id: member.id, name: 'ada', secret },
    person: await keyFor('bob', 'person', EVERYTHING),
    service: await keyFor('ada', 'service', EVERYTHING),
    runtime: await keyFor('ada', 'runtime', ['full']),
    agent: await keyFor('scout', 'agent', ['full']),
    actingAsPerson: await actingKey(tandem, server, ada, bob.member),
    actingAsAgent: await actingKey(tandem, server, ada, scout),
    adminWith: (...scopes) => keyFor('ada', 'person', scopes),
    keyFor,
  };
}

async function actingKey(
  tandem: Tandem,
  server: Server,
  maker: Parameters<Tandem['keys']['create']>[0],
  member: { id: string; name: string },
): Promise<Holder> {
  const { secret } = await tandem.keys.create(maker, {
    name: `as ${member.name}`,
    kind: 'acting',
    memberId: member.id,
    scopes: ['full'],
  });
  return { ...apiOf(server, secret), id: member.id, name: member.name, secret };
}
