import {
  DEFAULT_ROLE,
  type Human,
  type Member,
  memberEntity,
  memberNameProblem,
} from '../../members/member.ts';
import { cut, LIMITS } from '../../shared/text.ts';
import type { RecordOf, Who } from '../record.ts';
import { fitted } from '../words.ts';
import { type Importer, type ImportUnit, importRecord } from './unit.ts';

type MemberRecord = RecordOf<'member'>;

/** Names tried for a person of the source before a random one. */
const MAX_NAMES = 20;

const shownName = ({ displayName, name, email }: MemberRecord, id: string): string =>
  displayName?.trim() || name?.trim() || email?.trim() || id;

/** A free name that resembles the one in the source. */
async function freeName({ stores, newId }: ImportUnit, like: string): Promise<string> {
  const plain = like
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/-*[\p{M}]+/gu, '')
    .replaceAll(/^[^A-Za-z0-9]+|-+$/g, '')
    .slice(0, LIMITS.memberName - 4);
  const base = memberNameProblem(plain) === undefined ? plain : 'person';
  for (let i = 1; i <= MAX_NAMES; i++) {
    const name = i === 1 ? base : `${base}-${i}`;
    if (!(await stores.members.byName(name))) return name;
  }
  return `person-${newId()}`;
}

/**
 * A person of the source who is no member becomes an external one: a person without an invitation or a key, whose
 * external id names the source. Imports never change members.
 */
export const people: Importer<MemberRecord, Member> = {
  fields: {},
  byId: ({ stores }, id) => stores.members.byId(id),

  existing: async ({ stores }, { name, displayName }) => {
    const shown = displayName ?? name;
    const known = name ? await stores.members.byName(cut(name, LIMITS.memberName)) : null;
    if (known || !shown) return known;
    const [member, another] = await stores.members.byDisplayName(cut(shown.trim(), LIMITS.name));
    return another ? null : (member ?? null);
  },

  wanted: async (unit, record) => {
    const id = typeof record.externalId === 'string' ? record.externalId : (record.id as string);
    const displayName = fitted(shownName(record, id), LIMITS.name, 'name', unit.warn).trim();
    const identity = cut(id, LIMITS.externalId);
    const person: Human = {
      id: unit.newId(),
      type: 'human',
      name: await freeName(unit, record.name ?? displayName),
      displayName: displayName || 'Person',
      email: null,
      role: DEFAULT_ROLE,
      externalId: { source: unit.run.source, id: identity },
      createdAt: unit.now,
      updatedAt: unit.now,
      deleted: false,
    };
    const holder = await unit.stores.members.byExternalId(`${unit.run.source}:${identity}`);
    return holder ? { ...person, externalId: null } : person;
  },

  insert: async ({ stores, record }, member) => {
    await stores.members.insert(member);
    await record({ entity: memberEntity(member), action: 'created' });
  },
  update: async () => undefined,
};

/** The member that a record refers to; one without a record becomes external. */
export async function resolveWho(unit: ImportUnit, who: Who | null | undefined): Promise<Member | null> {
  if (who === null || who === undefined) return null;
  const { id, displayName } = typeof who === 'string' ? { id: who, displayName: undefined } : who;
  if (id.trim() === '') return null;
  const record: MemberRecord = { type: 'member', externalId: id, displayName: displayName ?? id };
  const taken = await importRecord(unit, people, record);
  return taken.id === null ? null : unit.stores.members.byId(taken.id);
}
