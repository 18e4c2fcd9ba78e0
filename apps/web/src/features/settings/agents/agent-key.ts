import type { Agent } from '@tandem/client';
import { tandem } from '../../../api/tandem.ts';

/** A new key for an agent. */
export interface NewAgentKey {
  readonly agent: Agent;
  readonly secret: string;
}

/** Creates a key with which an agent works on tasks and answers chats. */
export const makeAgentKey = ({ id, name }: Agent) =>
  tandem.keys.create({
    name,
    kind: 'agent',
    memberId: id,
    scopes: ['tasks:read', 'tasks:write', 'agents:read', 'agents:write'],
  });
