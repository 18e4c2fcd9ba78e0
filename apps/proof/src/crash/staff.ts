import { type Api, newAgent } from '@tandem/server/testing';
import type { Accounts } from './context.ts';

const AGENTS = 6;

/** Creates a project, and agents with their own keys, using a person's key. */
export async function hireStaff(ada: Api, person: string): Promise<Accounts> {
  const { body: project } = await ada('POST', 'projects', { title: 'Load' });
  const agents = [];
  for (let i = 0; i < AGENTS; i++) {
    agents.push(await newAgent(ada, `scribe${i}`, 'agents:write', 'tasks:read', 'tasks:write'));
  }
  return { person, projectId: project.id, agents };
}
