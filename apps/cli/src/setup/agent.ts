import { hostname } from 'node:os';
import { type Tandem, TandemError } from '@tandem/client';
import { clientOf, connect } from '../connection.ts';
import { CannotDo } from '../ending.ts';
import { agentKey, agentKeysFile, keepAgentKey } from '../kept/agent-keys.ts';
import { note } from '../output/print.ts';
import type { SetupAgent } from './tool.ts';

/** Enough for tasks, and nothing else: no chats, and no keys. */
const SCOPES = ['tasks:read', 'tasks:write'] as const;

/** Creates the agent and its key, with the person's own login, if this machine has no valid key of it. */
export async function ensureAgent({ name, url }: SetupAgent, model: string): Promise<void> {
  const saved = agentKey(url, name);
  if (saved !== undefined && (await isKeyOf(name, clientOf(url, saved)))) return;
  const { tandem } = connect({ person: true });
  try {
    const agent = (await found(tandem, name)) ?? (await created(tandem, name, model));
    const key = await tandem.keys.create({
      name: `${name} on ${hostname()}`.slice(0, 100),
      kind: 'agent',
      memberId: agent.id,
      scopes: [...SCOPES],
    });
    keepAgentKey(url, name, key.secret);
    note(`The key of ${name} is saved in ${agentKeysFile()}.`);
  } catch (error) {
    if (!(error instanceof TandemError) || !['FORBIDDEN', 'INSUFFICIENT_SCOPE'].includes(error.code))
      throw error;
    throw new CannotDo(
      error.message,
      'Only admins create agents and their keys. Log in as one: tandem login.',
    );
  }
}

async function isKeyOf(name: string, tandem: Tandem): Promise<boolean> {
  try {
    const { caller } = await tandem.workspace.me();
    return caller.type === 'agent' && sameName(caller.name, name);
  } catch (error) {
    if (error instanceof TandemError && error.code === 'UNAUTHENTICATED') return false;
    throw error;
  }
}

async function found(tandem: Tandem, name: string): Promise<{ readonly id: string } | null> {
  for await (const agent of tandem.agents.list({ limit: 100 })) if (sameName(agent.name, name)) return agent;
  return null;
}

async function created(tandem: Tandem, name: string, model: string): Promise<{ readonly id: string }> {
  const agent = await tandem.agents.create({ name, displayName: name, emoji: '🤖', model });
  note(`The agent ${name} is created.`);
  return agent;
}

const sameName = (a: string, b: string): boolean =>
  a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();
