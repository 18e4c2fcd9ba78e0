import { join } from 'node:path';
import { CannotDo } from '../ending.ts';
import { folders } from './folders.ts';
import { readPrivate, writePrivate } from './private-file.ts';

/** Keys of agents by the URL of their service and the agent's name in lowercase. */
type AgentKeys = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const agentKeysFile = (): string => join(folders().config, 'agents.json');

function agentKeys(): AgentKeys {
  const text = readPrivate(agentKeysFile());
  try {
    const keys: unknown = JSON.parse(text ?? '{}');
    if (typeof keys === 'object' && keys !== null) return keys as AgentKeys;
  } catch {
    // Reported below.
  }
  throw new CannotDo(`${agentKeysFile()} contains no valid keys. Delete it, then run tandem agent setup.`);
}

const indexOf = (agent: string): string => agent.normalize('NFC').toLowerCase();

/** The key that `tandem agent setup` saved for an agent on this machine. */
export const agentKey = (url: string, agent: string): string | undefined =>
  agentKeys()[url]?.[indexOf(agent)];

export function keepAgentKey(url: string, agent: string, key: string): void {
  const keys = agentKeys();
  const changed = { ...keys, [url]: { ...keys[url], [indexOf(agent)]: key } };
  writePrivate(agentKeysFile(), `${JSON.stringify(changed, null, 2)}\n`);
}
