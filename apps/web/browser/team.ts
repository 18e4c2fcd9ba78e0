import { type Agent, createClient, type Scope, type Tandem } from '@tandem/client';

/** An agent with its own client. */
export interface Worker {
  readonly agent: Agent;
  readonly client: Tandem;
}

export async function newWorker(
  tandem: Tandem,
  url: string,
  name: string,
  displayName = name,
): Promise<Worker> {
  const agent = await tandem.agents.create({ name, displayName, emoji: '🤖', model: 'any' });
  const scopes: Scope[] = ['tasks:read', 'tasks:write', 'agents:read', 'agents:write'];
  const { secret } = await tandem.keys.create({ name, kind: 'agent', memberId: agent.id, scopes });
  return { agent, client: createClient({ url, key: secret }) };
}

/** A second person, with a client of theirs. */
export async function newPerson(
  tandem: Tandem,
  url: string,
  name: string,
): Promise<Tandem & { key: string }> {
  const { invitation } = await tandem.members.create({ name, displayName: name });
  const key = await createClient({ url }).members.acceptInvitation({ code: invitation.code });
  return Object.assign(createClient({ url, key: key.secret }), { key: key.secret });
}
