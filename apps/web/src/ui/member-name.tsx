import { memberOf, useMembers } from '../api/queries/members.ts';
import { Avatar, Name } from './name.tsx';

interface MemberNameProps {
  readonly name: string;
  /** Shown for a removed member, who is known only from the history. */
  readonly displayName?: string | undefined;
  readonly agent?: boolean | undefined;
}

/** A member whom a task, a goal or a text names, by display name. */
export function MemberName({ name, displayName = name, agent = false }: MemberNameProps) {
  const member = memberOf(useMembers(), name);
  return (
    <Name
      name={member?.displayName ?? displayName}
      agent={member ? member.type === 'agent' : agent}
      emoji={member?.emoji}
    />
  );
}

/** The mark of an agent, next to its name in another size. */
export function AgentAvatar({ name, displayName }: { readonly name: string; readonly displayName: string }) {
  return <Avatar agent name={displayName} emoji={memberOf(useMembers(), name)?.emoji} />;
}
