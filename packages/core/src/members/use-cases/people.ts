import type { Caller } from '../../access/caller.ts';
import { operatorOf, trustedCaller } from '../../access/callers.ts';
import type { Ports, Stores } from '../../ports.ts';
import { checkInput, maybe, object, oneOf, optional, text } from '../../shared/check.ts';
import { type ExternalId, externalIdOrText, externalKey, hostIdentity } from '../../shared/external-id.ts';
import { invalid, notFound } from '../../shared/refusal.ts';
import { type Human, type HumanChange, type Member, ROLES } from '../member.ts';
import { personRemover } from './remove.ts';
import { personSaver } from './save-person.ts';

/** A person of the host. */
export interface HostPerson {
  /** Their id in the host; a text is the id of the source `host`, which only these functions set. */
  readonly externalId: string | ExternalId;
  /** The workspace; needed only if there are several. */
  readonly workspaceId?: string | undefined;
}

/** Omitted fields stay as they are. */
export interface HostPersonFields extends HostPerson, Omit<HumanChange, 'externalId'> {
  /** Needed for a new person. */
  readonly name?: string | undefined;
  /** The name or id of a person without an external id, who becomes the person of the host. */
  readonly link?: string | undefined;
}

const personInput = object<HostPersonFields>({
  externalId: externalIdOrText,
  workspaceId: optional(text),
  name: optional(text),
  displayName: optional(text),
  email: maybe(text),
  role: optional(oneOf(ROLES)),
  link: optional(text),
});

/**
 * The people of a program that embeds Tandem and signs them in itself, by their ids there. These are the operator's
 * rights: they check no permissions (docs/embedding.md, Your users).
 */
export function peopleUseCases(ports: Ports) {
  const { storage } = ports;
  const saver = personSaver(ports);
  const remove = personRemover(ports);

  const workspaceOf = async ({ workspaceId }: HostPerson): Promise<string> => {
    if (workspaceId !== undefined) return workspaceId;
    const [only, another] = await storage.directory.workspaces();
    if (!only)
      throw invalid({ workspaceId: 'names no workspace yet; create one with operator.createWorkspace' });
    if (another) throw invalid({ workspaceId: 'is required: there are several workspaces' });
    return only.id;
  };

  const find = ({ members }: Stores, identity: ExternalId): Promise<Member | null> =>
    members.byExternalId(externalKey(identity));

  const findPerson = async (stores: Stores, identity: ExternalId): Promise<Human | null> => {
    const found = await find(stores, identity);
    if (found?.type === 'agent') throw invalid({ externalId: 'belongs to an agent' });
    return found;
  };

  const linkable = async ({ members }: Stores, nameOrId: string): Promise<Human> => {
    const found = (await members.byId(nameOrId)) ?? (await members.byName(nameOrId));
    if (found?.type !== 'human') throw invalid({ link: 'must be the name or id of a person' });
    if (found.externalId) throw invalid({ link: 'must be a person without an external id' });
    return found;
  };

  return {
    /** Adds or links the person, or changes the fields that differ. Repeatable, also at the same time. */
    upsert: async (person: HostPersonFields): Promise<Human> => {
      checkInput(personInput, person);
      const { externalId: _, workspaceId: __, link, ...fields } = person;
      const externalId = hostIdentity(person.externalId);
      const workspaceId = await workspaceOf(person);
      return storage.write(workspaceId, async (stores) => {
        const operator = operatorOf(workspaceId);
        const before = await findPerson(stores, externalId);
        if (before) return saver.change(stores, operator, { before, change: fields });
        if (link !== undefined) {
          const linked = await linkable(stores, link);
          return saver.change(stores, operator, { before: linked, change: { ...fields, externalId } });
        }
        const { name = '', displayName = name } = fields;
        return saver.add(stores, operator, { ...fields, name, displayName, externalId });
      });
    },

    /** The caller for a person, with every scope. 404 if there is none. */
    callerFor: async (person: HostPerson): Promise<Caller> => {
      checkInput(personInput, person);
      const externalId = hostIdentity(person.externalId);
      const workspaceId = await workspaceOf(person);
      const member = await storage.read(workspaceId, (stores) => find(stores, externalId));
      if (member?.type !== 'human') throw notFound('person with this external id');
      return trustedCaller(workspaceId, member);
    },

    /**
     * Removes the person: revokes their keys, and unassigns their open tasks. History keeps the name. Returns whether
     * there was one. 409 LAST_ADMIN for the only admin.
     */
    deactivate: async (person: HostPerson): Promise<boolean> => {
      checkInput(personInput, person);
      const externalId = hostIdentity(person.externalId);
      const workspaceId = await workspaceOf(person);
      return storage.write(workspaceId, async (stores) => {
        const human = await findPerson(stores, externalId);
        if (!human) return false;
        await remove(stores, operatorOf(workspaceId), human);
        return true;
      });
    },
  };
}
