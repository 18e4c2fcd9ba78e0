import type { Server } from 'node:http';
import {
  createTandem,
  type FileContents,
  type KeyKind,
  type Scope,
  type Storage,
  type Tandem,
} from '@tandem/core';
import { inMemoryContents } from '@tandem/core/in-memory';
import { nodePorts } from '@tandem/core/node';
import { createHttpServer, type HttpOptions } from '../server.ts';
import { type Api, apiOf } from './api.ts';
import { silentSender } from './silent-sender.ts';
import { testStorages } from './storages.ts';

export { type Api, type Body, outcome } from './api.ts';

const EVERYTHING: readonly Scope[] = ['full', 'chat:read', 'chat:write'];

/** A member with the API of one of its keys. */
export interface Holder extends Api {
  /** The member of the key; for a service or runtime, the key itself. */
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}

/** A workspace with a key of every kind, each with every scope that its kind can have. */
export interface Office {
  readonly id: string;
  /** Ada Lovelace, the admin, with her own key. */
  readonly admin: Holder;
  /** Bob Stone, not an admin, with his own key. */
  readonly person: Holder;
  /** A service key of Ada's, named CI. */
  readonly service: Holder;
  /** A process that hosts agents, named Host. */
  readonly runtime: Holder;
  /** The agent scout. */
  readonly agent: Holder;
  /** Keys of Ada's that act as Bob and as scout. */
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
  readonly contents: FileContents;
  /** Another workspace of the same service, with the same names. */
  readonly other: Office;
  /** The API without a key, or with any text as key. */
  as(secret?: string): Api;
  /** Errors that caused a 500. */
  readonly faults: readonly unknown[];
}

/** A clock that moves only on demand. */
export interface TestClock {
  now(): number;
  advance(ms: number): void;
}

/** The start time of every world. */
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

/** Servers that still listen. */
const servers = new Set<Server>();

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Ports = ReturnType<typeof nodePorts>;

interface Options {
  readonly rateLimit?: number;
  readonly storage?: Storage;
  readonly contents?: (ports: Ports) => FileContents;
  readonly http?: Partial<HttpOptions>;
}

/** A service with two workspaces, in the storage of this run by default. */
export async function world(options: Options = {}): Promise<World> {
  const service = await serviceOf(options);
  const home = await newOffice(service.tandem, 'Acme');
  const other = await newOffice(service.tandem, 'Globex');
  return worldOf(service, home, other);
}

/** A copy of a world, on a storage with the same content. */
export async function worldLike(world: World, options: Options): Promise<World> {
  const made = madeOf.get(world);
  if (!made) throw new Error('Only what world() has made can be made again.');
  return worldOf(await serviceOf(options), ...made);
}

/** The two offices of a world. */
const madeOf = new WeakMap<World, readonly [Made, Made]>();

type Service = Pick<World, 'tandem' | 'server' | 'clock' | 'faults' | 'contents'>;

async function serviceOf({
  rateLimit = 0,
  storage: given,
  contents: contentsOf = inMemoryContents,
  http = {},
}: Options): Promise<Service> {
  const storage = given ?? (await testStorages().empty());
  const clock = stoppedClock();
  const ports = { ...nodePorts(), clock: clock.now, steadyClock: clock.now };
  const contents = contentsOf(ports);
  const tandem = createTandem({ ...ports, storage, contents, webhooks: silentSender });
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
  return { tandem, server, clock, faults, contents };
}

function worldOf(service: Service, home: Made, other: Made): World {
  const { tandem, server } = service;
  const offices = { ...officeOf(tandem, server, home), other: officeOf(tandem, server, other) };
  const made = { ...offices, ...service, as: (secret?: string) => apiOf(server, secret) };
  madeOf.set(made, [home, other]);
  return made;
}

type Role = 'admin' | 'person' | 'service' | 'runtime' | 'agent' | 'actingAsPerson' | 'actingAsAgent';

/** A serialized office: its keys and their members. */
interface Made {
  readonly id: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<Role, Kept>>;
}

type Kept = Pick<Holder, 'id' | 'name' | 'secret'>;

async function newOffice(tandem: Tandem, name: string): Promise<Made> {
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
  const ids = { ada: member.id, bob: bob.member.id, scout: scout.id };
  const key = (of: string, kind: KeyKind, scopes: readonly Scope[]) =>
    newKey(tandem, workspace.id, ids, of, kind, scopes);
  return {
    id: workspace.id,
    ids,
    keys: {
      admin: { id: member.id, name: 'ada', secret },
      person: await key('bob', 'person', EVERYTHING),
      service: await key('ada', 'service', EVERYTHING),
      runtime: await key('ada', 'runtime', ['full']),
      agent: await key('scout', 'agent', ['full']),
      actingAsPerson: await actingKey(tandem, ada, bob.member),
      actingAsAgent: await actingKey(tandem, ada, scout),
    },
  };
}

function officeOf(tandem: Tandem, server: Server, { id, ids, keys }: Made): Office {
  const holder = (kept: Kept): Holder => ({ ...apiOf(server, kept.secret), ...kept });
  const keyFor: Office['keyFor'] = async (of, kind, scopes, expiresAt) =>
    holder(await newKey(tandem, id, ids, of, kind, scopes, expiresAt));
  return {
    id,
    admin: holder(keys.admin),
    person: holder(keys.person),
    service: holder(keys.service),
    runtime: holder(keys.runtime),
    agent: holder(keys.agent),
    actingAsPerson: holder(keys.actingAsPerson),
    actingAsAgent: holder(keys.actingAsAgent),
    adminWith: (...scopes) => keyFor('ada', 'person', scopes),
    keyFor,
  };
}

async function newKey(
  tandem: Tandem,
  workspaceId: string,
  ids: Made['ids'],
  of: string,
  kind: KeyKind,
  scopes: readonly Scope[],
  expiresAt?: number,
): Promise<Kept> {
  const title = { service: 'CI', runtime: 'Host' }[kind as string] ?? `${of}'s ${kind} key`;
  const issued = await tandem.operator.createKey(workspaceId, of, { name: title, kind, scopes, expiresAt });
  const service = kind === 'service' || kind === 'runtime';
  return {
    id: service ? issued.key.id : (ids[of] ?? ''),
    name: service ? title : of,
    secret: issued.secret,
  };
}

async function actingKey(
  tandem: Tandem,
  maker: Parameters<Tandem['keys']['create']>[0],
  member: { id: string; name: string },
): Promise<Kept> {
  const { secret } = await tandem.keys.create(maker, {
    name: `as ${member.name}`,
    kind: 'acting',
    memberId: member.id,
    scopes: ['full'],
  });
  return { id: member.id, name: member.name, secret };
}
