import { type Author, authorOf } from '../../access/author.ts';
import { agentProblems } from '../../agents/agent.ts';
import {
  AGENT_STATUSES,
  type Agent,
  DEFAULT_AGENT_STATUS,
  DEFAULT_MAX_CLAIMS,
  DEFAULT_ROLE,
  emailProblem,
  type Human,
  type Member,
  type MemberRef,
  memberEntity,
  memberNameProblem,
} from '../../members/member.ts';
import { cut, LIMITS, plainUrl } from '../../shared/text.ts';
import type { ImportRecord, RecordOf, SourceAuthor, Who } from '../record.ts';
import { fitted, isExported } from '../words.ts';
import {
  exportedExternalId,
  type Importer,
  type ImportUnit,
  idFor,
  idHere,
  implied,
  lookedUp,
} from './unit.ts';

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

/** The member as the export has it, without keys and without an invitation. */
async function exportedMember(unit: ImportUnit, record: MemberRecord): Promise<Member> {
  const { stores, now, warn, by } = unit;
  const removed = record.removed ?? false;
  const given = record.name ?? '';
  const isUsable = memberNameProblem(given) === undefined && given !== '';
  const id = await idFor(unit, record);
  const base = {
    id,
    name: removed && isUsable ? given : await freeName(unit, given),
    displayName: fitted(shownName(record, id), LIMITS.name, 'name', warn).trim() || 'Person',
    email: record.email && emailProblem(record.email) === undefined ? record.email : null,
    externalId: removed ? null : await exportedExternalId(stores.members, record),
    createdAt: record.createdAt ?? now,
    updatedAt: record.updatedAt ?? null,
    deleted: removed,
  };
  if (record.memberType !== 'agent')
    return {
      ...base,
      type: 'human',
      role: record.role ?? DEFAULT_ROLE,
      external: record.memberType === 'external',
    };
  const { emoji, title, model, avatar, maxClaims, limits } = record;
  const problems = agentProblems({
    emoji: emoji ?? undefined,
    model: model ?? undefined,
    title,
    avatar,
    maxClaims: maxClaims ?? undefined,
    limits,
  });
  const isSound = (field: string) =>
    !Object.entries(problems).some(
      ([name, problem]) => problem !== undefined && name.split('.')[0] === field,
    );
  const reportsTo = await idHere(unit, 'member', record.reportsTo);
  const agent: Agent = {
    ...base,
    type: 'agent',
    emoji: emoji && isSound('emoji') ? emoji.trim() : '🤖',
    title: title && isSound('title') ? title : null,
    status: AGENT_STATUSES.find((status) => status === record.status) ?? DEFAULT_AGENT_STATUS,
    model: model && isSound('model') ? model.trim() : 'unknown',
    avatar: avatar && isSound('avatar') ? plainUrl(avatar) : null,
    reportsTo: reportsTo ? { id: reportsTo, name: '' } : null,
    paused: record.paused ?? false,
    maxClaims: maxClaims && isSound('maxClaims') ? maxClaims : DEFAULT_MAX_CLAIMS,
    limits: limits && isSound('limits') ? limits : null,
    verifier: record.verifier ?? false,
    madeBy: by.id,
  };
  return agent;
}

async function externalPerson(unit: ImportUnit, record: MemberRecord): Promise<Human> {
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
    external: true,
    externalId: { source: unit.run.source, id: identity },
    createdAt: unit.now,
    updatedAt: unit.now,
    deleted: false,
  };
  const holder = await unit.stores.members.byExternalId(`${unit.run.source}:${identity}`);
  return holder ? { ...person, externalId: null } : person;
}

const isWithType = (record: MemberRecord): boolean => isExported(record) && Boolean(record.memberType);

/**
 * A person of the source who is no member becomes an external one: a person without an invitation or a key, whose
 * external id names the source. Imports never change members.
 */
export const people: Importer<MemberRecord, Member> = {
  fields: {},
  byId: async (unit, id, record) => {
    const { members } = unit.stores;
    const current = (await members.mergedInto(id)) ?? id;
    return (await members.byId(current)) ?? (record.removed ? exportedMember(unit, record) : null);
  },

  existing: async ({ stores }, record) => {
    const { name, displayName, memberType } = record;
    if (record.removed) return null;
    const known = name ? await stores.members.byName(cut(name, LIMITS.memberName)) : null;
    const wanted = memberType === 'external' ? 'human' : memberType;
    if (isWithType(record)) return known?.type === wanted ? known : null;
    const shown = displayName ?? name;
    if (known || !shown) return known;
    const [member, another] = await stores.members.byDisplayName(cut(shown.trim(), LIMITS.name));
    return another ? null : (member ?? null);
  },

  wanted: async (unit, record, current) =>
    current ?? (isWithType(record) ? exportedMember(unit, record) : externalPerson(unit, record)),

  insert: async ({ stores, record }, member) => {
    await stores.members.insert(member);
    await record({ entity: memberEntity(member), action: 'created' });
  },
  update: async () => undefined,
};

/** The member that a record refers to; one without a record becomes external. */
export async function resolveWho(unit: ImportUnit, who: Who | null | undefined): Promise<Member | null> {
  if (who === null || who === undefined) return null;
  const given: SourceAuthor = typeof who === 'string' ? { id: who, name: who } : who;
  if (given.id.trim() === '') return null;
  return lookedUp(unit.known, `the member ${given.id}`, () => memberFor(unit, given));
}

async function memberFor(unit: ImportUnit, { id, name, displayName }: SourceAuthor): Promise<Member | null> {
  const known = await idHere(unit, 'member', id);
  const here = known && (await unit.stores.members.byId(known));
  if (here) return here;
  const record: MemberRecord = {
    type: 'member',
    externalId: id,
    name,
    displayName: displayName ?? name ?? id,
  };
  return implied(unit, people, record);
}

/**
 * The id of the member that a record refers to, also of a removed one. An id in an export that is no member's is a key's,
 * and stays.
 */
export async function resolveMemberId(
  unit: ImportUnit,
  record: ImportRecord,
  who: Who | null | undefined,
): Promise<string | null> {
  if (who === null || who === undefined) return null;
  const id = typeof who === 'string' ? who : who.id;
  const here = await idHere(unit, 'member', id);
  if (here !== null) return here;
  return isExported(record) ? id : ((await resolveWho(unit, who))?.id ?? null);
}

/** The member that a record refers to, also a removed one. */
export async function resolveRef(unit: ImportUnit, who: Who | null | undefined): Promise<MemberRef | null> {
  const id = await idHere(unit, 'member', typeof who === 'object' ? who?.id : who);
  const member = id === null ? await resolveWho(unit, who) : await unit.stores.members.byId(id);
  if (member) return { id: member.id, name: member.name };
  return id === null ? null : { id, name: '' };
}

/** The author of a text; the caller without one. */
export async function resolveAuthor(unit: ImportUnit, who: Who | null | undefined): Promise<Author> {
  if (typeof who === 'object' && who?.type && who.name !== undefined) return exportedAuthor(unit, who);
  const member = await resolveWho(unit, who);
  if (!member) return authorOf(unit.by);
  return { id: member.id, name: member.name, displayName: member.displayName, type: member.type };
}

/** A service keeps its name: its key isn't imported. */
async function exportedAuthor(unit: ImportUnit, who: SourceAuthor): Promise<Author> {
  const { id, type = 'service' } = who;
  const name = fitted(who.name ?? '', LIMITS.name, 'name', unit.warn);
  const here = await idHere(unit, 'member', id);
  return {
    id: here ?? id,
    name,
    displayName: fitted(who.displayName ?? name, LIMITS.name, 'name', unit.warn),
    type: here === null ? 'service' : type,
  };
}
