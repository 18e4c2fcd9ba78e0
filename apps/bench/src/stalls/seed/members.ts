import type { Bulk, Row } from './bulk.ts';
import { START } from './texts.ts';

/** Adds a person, who is not invited. */
export function addPerson(bulk: Bulk): string {
  const id = bulk.newId();
  bulk.into('members')({
    ...memberColumns(bulk, id, `person-${id}`),
    type: 'human',
    role: 'member',
    ...PLAIN,
  });
  return id;
}

export interface AgentTraits {
  readonly name?: string;
  readonly reportsTo?: string | null;
  readonly removed?: boolean;
}

/** Returns a function that adds agents and returns the id of each. */
export function agentAdder(bulk: Bulk): (traits: AgentTraits) => string {
  const insert = bulk.into('members');
  return ({ name, reportsTo, removed }) => {
    const id = bulk.newId();
    const columns = memberColumns(bulk, id, name ?? `agent-${id}`);
    insert({
      ...columns,
      ...(removed && { taken_name_key: null }),
      type: 'agent',
      role: null,
      ...PLAIN,
      emoji: '🪨',
      status: 'idle',
      model: 'any',
      reports_to: reportsTo ?? null,
      deleted: Number(removed ?? false),
    });
    return id;
  };
}

const PLAIN: Row = {
  email: null,
  emoji: null,
  title: null,
  status: null,
  model: null,
  avatar: null,
  reports_to: null,
  deleted: 0,
  created_at: START,
  updated_at: START,
};

const memberColumns = (bulk: Bulk, id: string, name: string): Row => ({
  id,
  seq: bulk.next('row'),
  name,
  name_key: name.toLowerCase(),
  taken_name_key: name.toLowerCase(),
  display_name: name,
  display_name_key: name.toLowerCase(),
});

/** Keys of services that act for a person; their secrets are discarded. */
export function addServiceKeys(bulk: Bulk, creator: string, count: number): void {
  const insert = bulk.into('keys');
  for (let i = 0; i < count; i++) {
    insert({
      id: bulk.newId(),
      seq: bulk.next('row'),
      name: `service ${i}`,
      kind: 'service',
      member_id: null,
      created_by: creator,
      scopes: '["tasks:read"]',
      secret_hash: '0'.repeat(64),
      expires_at: null,
      last_used_at: null,
      created_at: START,
    });
  }
}

const POINT = {
  status: 'idle',
  model: 'any',
  context_tokens: 1,
  context_limit: 2,
  active_sessions: 1,
} as const;

/** Points of an agent's telemetry, a millisecond apart. */
export function addTelemetry(bulk: Bulk, agent: string, count: number, from: number = START): void {
  const insert = bulk.into('telemetry');
  for (let i = 0; i < count; i++) {
    insert({ agent_id: agent, seq: bulk.next('row'), at: from + i, ...POINT, usage: null });
  }
}
