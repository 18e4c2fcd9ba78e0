import type { Server } from 'node:http';
import { nodePorts } from '@tandem/adapter-node';
import type { FileContents, IssuedKind, Ports, Scope, Storage, Tandem } from '@tandem/core';
import { inMemoryContents } from '@tandem/core/in-memory';
import {
  type World as CoreWorld,
  world as coreWorld,
  type Endpoints,
  type Holder as Held,
  handMovedTime,
  holderOf,
  type Office as Offices,
  type Time,
} from '@tandem/core/testing/world';
import { createHttpServer, type HttpOptions } from '../server.ts';
import { type Api, apiOf } from './api.ts';
import { testStorages } from './storages.ts';

export { START } from '@tandem/core/testing/world';
export { type Api, type Body, outcome } from './api.ts';

/** A member or, for a service or runtime key, the key itself; with the API of the key. */
export interface Holder extends Api, Held {}

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
  /** The API without a key, or with any text as key. */
  as(secret?: string): Api;
  /** A new key created by the operator. */
  keyFor(member: string, kind: IssuedKind, scopes: readonly Scope[], expiresAt?: number): Promise<Holder>;
}

export interface World extends Office {
  readonly tandem: Tandem;
  readonly server: Server;
  /** Moves only on demand; timers run in real time. */
  readonly clock: Time;
  readonly contents: FileContents;
  readonly endpoints: Endpoints;
  /** Another workspace of the same service, with the same names. */
  readonly other: Office;
  /** Errors that caused a 500. */
  readonly faults: readonly unknown[];
}

/** Worlds with a running server. */
const worlds = new Set<World>();

/** Closes a world early, because each holds some megabytes; the others close at the end of the test file. */
export async function endWorld(w: World): Promise<void> {
  worlds.delete(w);
  w.server.closeAllConnections();
  await new Promise((resolve) => w.server.close(resolve));
  await w.tandem.close();
}

afterAll(async () => {
  for (const w of worlds) await endWorld(w);
});

interface Options {
  readonly rateLimit?: number;
  readonly storage?: Storage;
  readonly contents?: (ports: Pick<Ports, 'clock' | 'secrets'>) => FileContents;
  readonly http?: Partial<HttpOptions>;
}

/** A service with two workspaces, in the storage of this run by default. */
export const world = (options: Options = {}): Promise<World> => serve(options);

/** A copy of a world, on a storage with the same content. */
export async function worldLike(world: World, options: Options): Promise<World> {
  const like = cores.get(world);
  if (!like) throw new Error('Only a world can be copied.');
  return serve(options, like);
}

const cores = new WeakMap<World, CoreWorld>();

async function serve(
  { rateLimit = 0, storage, contents: contentsOf = inMemoryContents, http }: Options,
  like?: CoreWorld,
): Promise<World> {
  const { newId, schedule, secrets } = nodePorts();
  const time = handMovedTime();
  const contents = contentsOf({ clock: time.now, secrets });
  const core = await coreWorld({
    storage: storage ?? (await testStorages().empty()),
    time,
    ports: { newId, schedule, contents },
    like,
  });
  const { tandem, endpoints } = core;
  const faults: unknown[] = [];
  const server = createHttpServer({
    tandem,
    newId,
    rateLimit,
    onError: (error) => faults.push(error),
    ...http,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const made: World = {
    ...officeOf(tandem, server, core),
    other: officeOf(tandem, server, core.other),
    tandem,
    server,
    clock: time,
    contents,
    endpoints,
    faults,
  };
  cores.set(made, core);
  worlds.add(made);
  return made;
}

function officeOf(tandem: Tandem, server: Server, { workspaceId, keys }: Offices): Office {
  const holder = (held: Held): Holder => ({ ...apiOf(server, held.secret), ...held });
  const { admin, member, service, runtime, agent, actingAsMember, actingAsAgent } = keys;
  const keyFor: Office['keyFor'] = async (of, kind, scopes, expiresAt) => {
    const key = { name: `${of}'s ${kind} key`, kind, scopes, expiresAt };
    return holder(holderOf(await tandem.operator.createKey(workspaceId, of, key), of));
  };
  return {
    id: workspaceId,
    admin: holder(admin),
    person: holder(member),
    service: holder(service),
    runtime: holder(runtime),
    agent: holder(agent),
    actingAsPerson: holder(actingAsMember),
    actingAsAgent: holder(actingAsAgent),
    adminWith: (...scopes) => keyFor('ada', 'person', scopes),
    keyFor,
    as: (secret) => apiOf(server, secret),
  };
}
