import { type Caller, checkAdministers, checkOwnKey } from '../../access/caller.ts';
import { checkLasting } from '../../access/lent-keys.ts';
import { resolveMember } from '../../lookup/members.ts';
import type { Ports, Stores } from '../../ports.ts';
import { invalid, notFound, Refusal } from '../../shared/refusal.ts';
import { revokeKeysOf } from '../../steps/keys.ts';
import { recheckAdmin } from '../../steps/recheck.ts';
import { recorder } from '../../steps/record.ts';
import { type Human, isExternal, type MemberWithInvitation, memberEntity } from '../member.ts';
import { withInvitations } from './with-invitations.ts';

const notExternal = (message: string) => new Refusal('NOT_EXTERNAL', message);

/**
 * Merges an external member into a person, for admins with their own keys: its work becomes the person's, and so does
 * its external id unless the person has one. Repeatable (docs/rules.md, Members).
 */
export function memberMerger(ports: Ports) {
  const { storage, clock } = ports;
  const record = recorder(ports);

  return (caller: Caller, id: string, { into }: { into: string }): Promise<MemberWithInvitation<Human>> =>
    storage.write(caller.workspaceId, async (stores) => {
      checkAdministers(caller);
      checkOwnKey(caller);
      checkLasting(caller, 'people');
      const person = await resolveMember(stores, into, 'into');
      if (person.type !== 'human' || person.external)
        throw invalid({ into: 'must be a person of this workspace, and not an external one' });
      const external = await externalToMerge(stores, id, person);
      await recheckAdmin(stores, caller);
      const merged = external ? await merge(stores, caller, external, person) : person;
      return (await withInvitations(stores, [merged], clock()))[0] as MemberWithInvitation<Human>;
    });

  async function merge(stores: Stores, by: Caller, external: Human, person: Human): Promise<Human> {
    const now = clock();
    await revokeKeysOf(stores, by, external.id, record);
    await stores.members.merge(external, person, now);
    await record(stores, by, { entity: memberEntity(external), action: 'deleted' });
    const externalId = person.externalId ?? external.externalId;
    const after: Human = { ...person, externalId, updatedAt: now };
    await stores.members.update(after);
    const changes = [{ field: 'merged', oldValue: null, newValue: external.displayName }];
    await record(stores, by, { entity: memberEntity(person), action: 'updated', changes });
    return after;
  }
}

/** The external member; null if it was merged into this person before. */
async function externalToMerge({ members }: Stores, id: string, person: Human): Promise<Human | null> {
  const member = await members.byId(id);
  if (member?.type === 'human' && isExternal(member)) return member;
  if (member) throw notExternal('Only external members can be merged. Remove this one instead.');
  const before = await members.mergedInto(id);
  if (before === null) throw notFound('member');
  if (before !== person.id) throw notExternal('This member was merged into another person.');
  return null;
}
