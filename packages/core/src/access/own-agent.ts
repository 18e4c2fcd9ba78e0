import { Refusal } from '../shared/refusal.ts';
import type { Caller } from './caller.ts';

/**
 * 403 for an agent that changes another agent, or creates or deletes any (`agentId` is null): otherwise one agent's
 * key could take over or remove the others (docs/rules.md, Agents).
 */
export function checkOwnAgent(caller: Caller, agentId: string | null): void {
  if (caller.type !== 'agent' || caller.memberId === agentId) return;
  throw new Refusal(
    'FORBIDDEN',
    "An agent's key can change only its own agent, and cannot create or delete agents. Ask a person.",
  );
}
