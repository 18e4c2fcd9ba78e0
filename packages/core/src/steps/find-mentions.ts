import type { MemberRef } from '../members/member.ts';
import { mentionedNames } from '../members/mentions.ts';
import type { Stores } from '../ports.ts';
import { fold } from '../shared/text.ts';

/**
 * The members that a text mentions and its version before did not (docs/rules.md, Mentions). One statement, and none
 * without a new name.
 */
export async function newlyMentioned(
  { members }: Pick<Stores, 'members'>,
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
  const resolved = (all: typeof given) =>
    all.flatMap((names) => named.get(names.find((name) => named.has(name)) ?? '') ?? []);
  const mentionedBefore = new Set(resolved(had).map(({ id }) => id));
  const unique = new Map(resolved(given).map((member) => [member.id, member]));
  return [...unique.values()].filter(({ id }) => !mentionedBefore.has(id));
}
