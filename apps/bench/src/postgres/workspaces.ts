import { nodePorts } from '@tandem/adapter-node';
import { type Caller, createTandem, type Storage, type Tandem } from '@tandem/core';
import { seedIn } from '../seed.ts';

/** A workspace that is loaded: its tasks, and who asks for them. */
export interface Loaded {
  readonly workspaceId: string;
  readonly tasks: number;
  /** The key of an admin. */
  readonly secret: string;
  /** The key of a process that hosts the agents. */
  readonly hostSecret: string;
  readonly agentIds: readonly string[];
}

/** The first workspace is a large one that many ask at a time; the others are as many small ones. */
export interface Sizes {
  readonly workspaces: number;
  readonly large: number;
  readonly small: number;
  readonly connections: number;
}

/** Makes all workspaces in an empty storage, which it closes. */
export async function seedWorkspaces(storage: Storage, sizes: Sizes): Promise<Loaded[]> {
  const tandem = createTandem({ ...nodePorts(), storage });
  try {
    const loaded: Loaded[] = [];
    for (let i = 0; i < sizes.workspaces; i++) {
      const tasks = i === 0 ? sizes.large : sizes.small;
      const { workspaceId, secret, admin } = await seedIn(tandem, storage, tasks);
      const caller = await tandem.operator.callerFor(workspaceId, admin);
      const host = { name: 'host', kind: 'runtime', scopes: ['tasks:write'] } as const;
      const { secret: hostSecret } = await tandem.operator.createKey(workspaceId, admin, host);
      const agents = i === 0 ? sizes.connections : Math.ceil(sizes.connections / sizes.workspaces);
      loaded.push({
        workspaceId,
        tasks,
        secret,
        hostSecret,
        agentIds: await makeClaimers(tandem, caller, agents),
      });
    }
    return loaded;
  } finally {
    await tandem.close();
  }
}

const makeClaimers = (tandem: Tandem, caller: Caller, count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const names = { name: `claimer-${i}`, displayName: `Claimer ${i}` };
      return (await tandem.agents.create(caller, { ...names, emoji: '🤖', model: 'any' })).id;
    }),
  );
