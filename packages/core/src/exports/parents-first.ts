import type { Member } from '../members/member.ts';

/** Members in an order in which nobody precedes the member they report to. */
export function managersFirst(members: readonly Member[]): Member[] {
  const waiting = new Map(members.map((member) => [member.id, member]));
  const ordered: Member[] = [];
  const place = (member: Member) => {
    // Deleting it first also ends a cycle.
    if (!waiting.delete(member.id)) return;
    const manager = member.type === 'agent' && member.reportsTo && waiting.get(member.reportsTo.id);
    if (manager) place(manager);
    ordered.push(member);
  };
  for (const member of members) place(member);
  return ordered;
}
