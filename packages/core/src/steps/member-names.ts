import type { Caller } from '../access/caller.ts';
import { SYSTEM } from '../access/system.ts';
import type { Member } from '../members/member.ts';
import type { Stores } from '../ports.ts';
import { outlineOf } from '../shared/look-alike.ts';
import { OPERATOR } from '../shared/operator.ts';
import { Refusal } from '../shared/refusal.ts';

/** Maximum people whose outlines are compared with a new name, newest first; bounds the cost in large workspaces. */
const MAX_PEOPLE_COMPARED = 1_000;

/**
 * 409 NAME_TAKEN when an agent or a service gives an agent a name or display name that looks like a person's: people
 * could not tell who is speaking (docs/rules.md, Agents). People may choose any name.
 */
export async function checkNotLikePerson(
  { members }: Pick<Stores, 'members'>,
  caller: Caller,
  names: readonly string[],
): Promise<void> {
  if (caller.type === 'human' || names.length === 0) return;
  const outlines = names.map(outlineOf).filter((outline) => outline !== '');
  const looksLike = (name: string): boolean => outlines.includes(outlineOf(name));
  const isPerson = (member: Member | null): boolean => member?.type === 'human';
  for (const name of names) {
    const namesakes = [await members.byName(name), ...(await members.byDisplayName(name))];
    if (namesakes.some(isPerson)) throw likePerson();
  }
  const people = await members.list({ type: 'human' }, { limit: MAX_PEOPLE_COMPARED, after: undefined });
  const shownNames = people.items.flatMap(({ name, displayName }) => [name, displayName]);
  if ([OPERATOR, SYSTEM, ...shownNames].some(looksLike)) throw likePerson();
}

const likePerson = () =>
  new Refusal(
    'NAME_TAKEN',
    "This name looks like a person's. Choose another one, or ask a person to set it.",
  );

/** 409 NAME_TAKEN: names are unique across people and agents, ignoring case. */
export async function checkNameFree({ members }: Stores, name: string, id?: string): Promise<void> {
  const holder = await members.byName(name);
  if (holder && holder.id !== id) {
    throw new Refusal('NAME_TAKEN', 'Another member of this workspace has this name. Choose another one.');
  }
}
