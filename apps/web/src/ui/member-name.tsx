import { memberOf, useMembers } from '../api/queries/members.ts';
import { Name } from './name.tsx';

/** A member whom a task or a goal names, by display name. */
export function MemberName({ name }: { name: string }) {
  const member = memberOf(useMembers(), name);
  return <Name name={member?.displayName ?? name} agent={member?.type === 'agent'} />;
}
