import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpServer, type HttpOptions } from '@tandem/adapter-express';
import {
  createTandem,
  type KeyKind,
  type Scope,
  type Tandem as Service,
  type WebhookSender,
} from '@tandem/core';
import { inMemoryContents, inMemoryStorage } from '@tandem/core/in-memory';
import { nodePorts } from '@tandem/core/node';
import { type ClientOptions, createClient, type Tandem } from '../src/index.ts';

/** A running service with a workspace: Ada, its admin; the agent scout; and a process that hosts agents. */
export interface Running {
  readonly url: string;
  readonly server: Server;
  readonly service: Service;
  readonly agentId: string;
  readonly keys: Readonly<Record<Role, string>>;
  /** A client with the key of a role. */
  as(role: Role, options?: Partial<ClientOptions>): Tandem;
  stop(): Promise<void>;
}

type Role = 'ada' | 'scout' | 'host';

/** Sends nothing, and accepts every address. */
const SILENT: WebhookSender = {
  send: async () => ({
    ok: false,
    code: null,
    durationMs: 0,
    answer: 'Nothing is sent.',
    retryAfterMs: null,
  }),
  checkUrl: () => undefined,
  newSecret: () => 'whsec_c2VjcmV0IG9mIGEgdGVzdCwgYW5kIG9mIG5vdGhpbmc=',
  close: async () => undefined,
};

const EVERYTHING: readonly Scope[] = ['full', 'chat:read', 'chat:write'];

/** Starts a service with in-memory storage on its own port. */
export async function running(http: Partial<HttpOptions> = {}): Promise<Running> {
  const ports = nodePorts();
  const service = createTandem({
    ...ports,
    storage: inMemoryStorage(),
    contents: inMemoryContents(ports),
    webhooks: SILENT,
  });
  const { workspace } = await service.operator.createWorkspace({
    name: 'Acme',
    admin: { name: 'ada', displayName: 'Ada Lovelace' },
  });
  const ada = await service.operator.callerFor(workspace.id, 'ada');
  const scout = await service.agents.create(ada, {
    name: 'scout',
    displayName: 'Scout',
    emoji: '🦉',
    model: 'any',
  });
  const newKey = async (of: string, kind: KeyKind, scopes: readonly Scope[]) => {
    const made = await service.operator.createKey(workspace.id, of, { name: kind, kind, scopes });
    return made.secret;
  };
  const keys = {
    ada: await newKey('ada', 'person', EVERYTHING),
    scout: await newKey('scout', 'agent', ['full']),
    host: await newKey('ada', 'runtime', ['full']),
  };
  const server = createHttpServer({ tandem: service, newId: ports.newId, rateLimit: 0, ...http });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    server,
    service,
    agentId: scout.id,
    keys,
    as: (role, options) => createClient({ url, key: keys[role], ...options }),
    stop: async () => {
      service.stopWaiting();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
}
