import type { Bulk, Row } from './bulk.ts';
import { START } from './texts.ts';

/** Adds a person without an invitation. */
export const addPerson = (bulk: Bulk): string => addMember(bulk, { type: 'human', role: 'member' });

export interface AgentTraits {
  readonly name?: string;
  readonly reportsTo?: string | null;
  readonly removed?: boolean;
}

export const addAgent = (bulk: Bulk, { name, reportsTo, removed }: AgentTraits = {}): string =>
  addMember(
    bulk,
    {
      type: 'agent',
      role: null,
      emoji: '🪨',
      status: 'idle',
      model: 'any',
      reports_to: reportsTo ?? null,
      deleted: Number(removed ?? false),
      ...(removed && { taken_name_key: null }),
    },
    name,
  );

function addMember(bulk: Bulk, row: Row, given?: string): string {
  const id = bulk.newId();
  const name = given ?? `${row.type}-${id}`;
  const key = name.toLowerCase();
  const names = { name, name_key: key, taken_name_key: key, display_name: name, display_name_key: key };
  return bulk.add('members', { id, ...names, ...row });
}

/** Service keys of a person; their secrets are not kept. */
export function addServiceKeys(bulk: Bulk, creator: string, count: number): void {
  const key = { kind: 'service', created_by: creator, scopes: '["tasks:read"]', secret_hash: '0'.repeat(64) };
  for (let i = 0; i < count; i++) bulk.add('keys', { ...key, name: `service ${i}` });
}

const POINT = { status: 'idle', model: 'any', context_tokens: 1, context_limit: 2, active_sessions: 1 };

/** Points of an agent's telemetry, a millisecond apart. */
export function addTelemetry(bulk: Bulk, agent: string, count: number, from: number = START): void {
  for (let i = 0; i < count; i++) bulk.add('telemetry', { agent_id: agent, at: from + i, ...POINT });
}
