import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpServer, type HttpOptions } from '@tandem/adapter-express';
import { nodePorts } from '@tandem/adapter-node';
import type { Tandem as Service } from '@tandem/core';
import { world } from '@tandem/core/testing/world';
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

/** Starts a service with in-memory storage on its own port. */
export async function running(http: Partial<HttpOptions> = {}): Promise<Running> {
  const { secrets: _, ...ports } = nodePorts();
  const { tandem: service, keys: known } = await world({ ports });
  const keys = { ada: known.admin.secret, scout: known.agent.secret, host: known.runtime.secret };
  const server = createHttpServer({ tandem: service, newId: ports.newId, rateLimit: 0, ...http });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    server,
    service,
    agentId: known.agent.id,
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
