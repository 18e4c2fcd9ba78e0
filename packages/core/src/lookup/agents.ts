import type { Agent } from '../members/member.ts';
import type { Stores } from '../ports.ts';
import { notFound } from '../shared/refusal.ts';

export async function requireAgent({ members }: Pick<Stores, 'members'>, id: string): Promise<Agent> {
  const member = await members.byId(id);
  if (member?.type !== 'agent') throw notFound('agent');
  return member;
}
