import type { Caller } from '../access/caller.ts';
import type { MemberRef } from '../members/member.ts';
import { MAX_MENTIONS, mentionedNames } from '../members/mentions.ts';
import type { Stores } from '../ports.ts';
import { fold } from '../shared/text.ts';

/**
 * The members that a text mentions and its version before did not (docs/rules.md, Mentions). One statement, and none
 * without a new name. A run key mentions only people, so that it cannot give other agents work.
 */
export async function newlyMentioned(
  { members }: Pick<Stores, 'members'>,
  by: Pick<Caller, 'run'>,
  before: string | null,
  after: string | null,
): Promise<readonly MemberRef[]> {
  const given = mentionedNames(after);
  if (given.length === 0) return [];
  const had = mentionedNames(before);
  const known = new Set(had.map(([name]) => name));
  if (given.every(([name]) => known.has(name))) return [];
  const found = await members.byNames([...new Set([...given, ...had].flat())]);
  const named = new Map(found.map((member) => [fold(member.name), member]));
  const mentioned = (all: typeof given): readonly MemberRef[] => {
    const members = all.flatMap((names) => named.get(names.find((name) => named.has(name)) ?? '') ?? []);
    return [...new Map(members.map((member) => [member.id, member])).values()].slice(0, MAX_MENTIONS);
  };
  const mentionedBefore = new Set(mentioned(had).map(({ id }) => id));
  const added = mentioned(given).filter(({ id }) => !mentionedBefore.has(id));
  if (!by.run) return added;
  const people = await Promise.all(added.map(async ({ id }) => (await members.byId(id))?.type === 'human'));
  return added.filter((_, index) => people[index]);
}
