import { memberOf, useMembers } from '../../../api/members.ts';
import { Name } from '../../../ui/name.tsx';

/** A member whom a task names, by the name that people know them by. */
export function MemberName({ name }: { name: string }) {
  const member = memberOf(useMembers(), name);
  return <Name name={member?.displayName ?? name} agent={member?.type === 'agent'} />;
}
