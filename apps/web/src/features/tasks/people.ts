import type { Member } from '@tandem/client';
import { createContext, createElement, useContext, useMemo } from 'react';
import { useMembers } from '../../api/queries/members.ts';
import { strings } from '../../strings/index.ts';
import { Avatar } from '../../ui/name.tsx';
import type { Choice } from '../../ui/picker.tsx';

/** A member as displayed: tasks refer to members only by name. */
export interface Person {
  readonly text: string;
  readonly agent: boolean;
  readonly emoji?: string | null;
  /** Runs checks, and is assigned no tasks. */
  readonly verifier?: boolean;
}

export type People = ReadonlyMap<string, Person>;

export function usePeople(): People {
  const all = useMembers();
  return useMemo(() => new Map(all.map((member) => [member.name, personOf(member)])), [all]);
}

/** The choices for an assignee: no one, labeled `nobody`, and all members but verifiers. */
export const choicesOf = (people: People, nobody: string): Choice[] => [
  { value: nobody, text: strings().tasks.unassigned },
  ...[...people]
    .filter(([, { verifier }]) => !verifier)
    .map(([value, { text, agent, emoji }]) => ({
      value,
      text,
      icon: createElement(Avatar, { name: text, agent, emoji }),
      ...(text !== value && { detail: value }),
    })),
];

const personOf = ({ displayName, type, emoji, verifier }: Member): Person => ({
  text: displayName,
  agent: type === 'agent',
  emoji,
  verifier,
});

export const PeopleContext = createContext<People>(new Map());

/** The member with a name; an unknown or removed one is shown by the bare name. */
export function usePerson(name: string | null): Person | null {
  const people = useContext(PeopleContext);
  return name === null ? null : (people.get(name) ?? { text: name, agent: false });
}
