import { type Api, newKey } from '@tandem/server/testing';
import type { Accounts } from './context.ts';

const AGENTS = 6;

/** Creates a project, and agents with their own keys, using a person's key. */
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
