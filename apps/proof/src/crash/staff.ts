import { type Api, newKey } from '@tandem/server/testing';
import type { Accounts } from './context.ts';

const AGENTS = 6;

/** Makes a project, and agents that have keys of their own, by the key of a person. */
export async function hireStaff(ada: Api, person: string): Promise<Accounts> {
  const { body: project } = await ada('POST', 'projects', { title: 'Load' });
  const agents = [];
  for (let i = 0; i < AGENTS; i++) {
    const name = `scribe${i}`;
    const { body: agent } = await ada('POST', 'agents', {
      name,
      displayName: name,
      emoji: '🪶',
      model: 'any',
    });
    const scopes = ['agents:write', 'tasks:read', 'tasks:write'];
    agents.push({ id: agent.id, key: await newKey(ada, { kind: 'agent', memberId: agent.id, scopes }) });
  }
  return { person, projectId: project.id, agents };
}
