import { nodePorts } from '@tandem/adapter-node';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import { createTandem } from '@tandem/core';
import { newTeam } from '@tandem/core/testing/world';
import { databaseIn } from '../seed.ts';
import { WAITS_OF_A_KEY } from '../waits/fixture.ts';

const AGENTS = 50;
const PROJECTS = 25;
const LABELS = 25;

/** The filter of some claimers, and the matching fields of a task. */
export interface Filter {
  readonly claim: { readonly projectId: string } | { readonly labels: readonly string[] };
  readonly task: { readonly projectId: string } | { readonly labels: readonly string[] };
}

/** A workspace in which claimers wait for tasks. */
export interface ClaimersFixture {
  readonly folder: string;
  /** The key of a person who creates tasks. */
  readonly secret: string;
  /** Keys of processes that host all agents: enough for all held requests. */
  readonly hostSecrets: readonly string[];
  readonly agentIds: readonly string[];
  readonly filters: readonly Filter[];
}

/** Creates agents that may hold many tasks each, and the targets of claim filters, in an existing folder. */
export async function seedClaimers(folder: string, claimers: number): Promise<ClaimersFixture> {
  const tandem = createTandem({ ...nodePorts(), storage: sqliteStorage({ file: databaseIn(folder) }) });
  try {
    const team = await newTeam(tandem);
    const { admin } = team;
    const hostSecrets: string[] = [];
    for (let i = 0; i * WAITS_OF_A_KEY < claimers; i++) {
      hostSecrets.push((await team.key('ada', 'runtime', { scopes: ['tasks:write'] })).secret);
    }
    const agentIds: string[] = [];
    for (let i = 0; i < AGENTS; i++) {
      const { id } = await team.agent(`agent-${i}`);
      await tandem.agents.update(admin, id, { maxClaims: 100 });
      agentIds.push(id);
    }
    const filters: Filter[] = [];
    for (let i = 0; i < PROJECTS; i++) {
      const { id } = await tandem.projects.create(admin, { title: `Project ${i}` });
      filters.push({ claim: { projectId: id }, task: { projectId: id } });
    }
    for (let i = 0; i < LABELS; i++) {
      const { name } = await tandem.labels.create(admin, { name: `Label ${i}` });
      filters.push({ claim: { labels: [name] }, task: { labels: [name] } });
    }
    return { folder, secret: team.founder.secret, hostSecrets, agentIds, filters };
  } finally {
    await tandem.close();
  }
}
