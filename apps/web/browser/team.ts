import { type Agent, createClient, type Scope, type Tandem } from '@tandem/client';
import { hireAgent, invitePerson } from '@tandem/core/testing/world';

/** An agent with its own client. */
export interface Worker {
  readonly agent: Agent;
  readonly client: Tandem;
}

const SCOPES: Scope[] = ['tasks:read', 'tasks:write', 'agents:read', 'agents:write'];

export async function newWorker(
  tandem: Tandem,
  url: string,
  name: string,
  displayName = name,
): Promise<Worker> {
  const { agent, secret } = await hireAgent(tandem, name, { displayName, scopes: SCOPES });
  return { agent, client: createClient({ url, key: secret }) };
}

/** A second person, with a client of theirs. */
export async function newPerson(
  tandem: Tandem,
  url: string,
  name: string,
): Promise<Tandem & { key: string }> {
  const key = await invitePerson(tandem, name);
  return Object.assign(createClient({ url, key }), { key });
}
