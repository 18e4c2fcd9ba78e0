import type { Agent } from '@tandem/client';
import { tandem } from '../../../api/tandem.ts';

/** Makes a key by which an agent does tasks and answers in chats. */
export const makeAgentKey = ({ id, name }: Agent) =>
  tandem.keys.create({
    name,
    kind: 'agent',
    memberId: id,
    scopes: ['tasks:read', 'tasks:write', 'agents:read', 'agents:write'],
  });
