import type { MemberRef } from '../members/member.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Caller } from './caller.ts';

/** 403 for a key that hosts no agent. */
export function checkProcess({ key }: Caller): void {
  if (key.kind === 'agent' || key.kind === 'runtime' || key.kind === 'run') return;
  throw new Refusal(
    'FORBIDDEN',
    "Only agents can claim tasks. Use the agent's own key, or a runtime key with agentId.",
  );
}

/** 403 unless the caller hosts this agent: its own key, or a runtime key. */
export function checkHosts(caller: Caller, agent: Pick<MemberRef, 'id'>): void {
  if (caller.key.kind === 'runtime') return;
  if ((caller.key.kind === 'agent' || caller.run) && caller.memberId === agent.id) return;
  throw new Refusal(
    'FORBIDDEN',
    "Only the process that hosts this agent may do this. Use the agent's own key, or a runtime key.",
  );
}

/** 403 unless the caller uses a run key or an agent's own key: telemetry names no agent. */
export function checkMeasures({ key }: Caller): void {
  if (key.kind === 'agent' || key.kind === 'run') return;
  throw new Refusal('FORBIDDEN', "Only agents report telemetry. Use a run key, or the agent's own key.");
}
