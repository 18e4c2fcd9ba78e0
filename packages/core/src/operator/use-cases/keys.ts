import { operatorOf } from '../../access/callers.ts';
import { checkFits, type IssuedKey, issueKey, keyEntity } from '../../access/issue.ts';
import { checkNewKey, KINDS_FOR_ONESELF, type NewKey } from '../../access/keys.ts';
import { requireMember } from '../../lookup/members.ts';
import { requireWorkspace } from '../../lookup/workspace.ts';
import type { Human } from '../../members/member.ts';
import type { Ports, Stores } from '../../ports.ts';
import { type LinkCode, MAX_LINKS, newLink } from '../../sessions/links.ts';
import { invalid, notFound } from '../../shared/refusal.ts';
import { endSessionsOfKey } from '../../steps/end-sessions.ts';
import { keepKey } from '../../steps/keys.ts';
import { recorder } from '../../steps/record.ts';

/** Keys and sign-in links that the operator creates. */
export function operatorKeys(ports: Ports) {
  const { storage, clock } = ports;
  const record = recorder(ports);

  const linkOf = async (stores: Stores, member: Human) => {
    const { stored, issued } = newLink(member.id, ports);
    await stores.links.insert(stored, MAX_LINKS);
    return { ...issued, member };
  };

  return {
    /**
     * Creates a key of any kind. `member` is the member that it speaks as or, for a service key, the person behind
     * it; ignored for a runtime key, which stands for the operator.
     */
    createKey: (workspaceId: string, member: string, input: Omit<NewKey, 'memberId'>): Promise<IssuedKey> =>
      storage.write(workspaceId, async (stores) => {
        await requireWorkspace(stores);
        const holder = await requireMember(stores, member);
        checkNewKey({ ...input, memberId: holder.id }, clock);
        if ((input.kind === 'person' || input.kind === 'service') && holder.type !== 'human') {
          throw invalid({ member: `must be a person for a key of kind ${input.kind}` });
        }
        const speaks = input.kind !== 'service' && input.kind !== 'runtime';
        const issued = issueKey(
          {
            ...input,
            memberId: speaks ? checkFits(input.kind, holder).id : null,
            createdBy: KINDS_FOR_ONESELF.includes(input.kind) ? holder.id : null,
          },
          ports,
        );
        await keepKey(stores, issued.key);
        await record(stores, operatorOf(workspaceId), { entity: keyEntity(issued.key), action: 'created' });
        return issued;
      }),
    /** Takes effect with the next request. */
    revokeKey: async (keyId: string): Promise<void> => {
      const holder = await storage.directory.keyholder(keyId);
      if (!holder || holder.session) throw notFound('key');
      await storage.write(holder.workspace.id, async (stores) => {
        const operator = operatorOf(holder.workspace.id);
        await endSessionsOfKey(stores, operator, keyId, record);
        await stores.keys.delete(keyId);
        await record(stores, operator, { entity: keyEntity(holder.key), action: 'revoked' });
      });
    },
    /** Creates the code of a link that signs a person in once, within five minutes. */
    createLink: (workspaceId: string, member: string): Promise<LinkCode & { readonly member: Human }> =>
      storage.write(workspaceId, async (stores) => {
        await requireWorkspace(stores);
        const person = await requireMember(stores, member);
        if (person.type !== 'human') throw invalid({ member: 'must be a person' });
        return linkOf(stores, person);
      }),
    /** Creates a link for the first admin of the only workspace; null if there is not exactly one workspace. */
    createAdminLink: async (): Promise<(LinkCode & { readonly member: Human }) | null> => {
      const [only, ...others] = await storage.directory.workspaces();
      if (!only || others.length > 0) return null;
      return storage.write(only.id, async (stores) => {
        const [admin = ''] = await stores.members.adminIds();
        const person = await stores.members.byId(admin);
        return person?.type === 'human' ? linkOf(stores, person) : null;
      });
    },
  };
}
