import type { Caller } from '../../access/caller.ts';
import { operatorOf, trustedCaller } from '../../access/callers.ts';
import { requireMember } from '../../lookup/members.ts';
import { requireWorkspace } from '../../lookup/workspace.ts';
import { CHATS, type Member, memberEntity } from '../../members/member.ts';
import type { Ports } from '../../ports.ts';
import { invalid } from '../../shared/refusal.ts';
import type { Sharing } from '../../shared/sharing.ts';
import { recorder } from '../../steps/record.ts';
import { operatorKeys } from './keys.ts';
import { operatorWorkspaces } from './workspaces.ts';

/** Operations of the service's operator, from outside any workspace (docs/rules.md, Operator). */
export function operatorUseCases(ports: Ports, sharing: Pick<Sharing, 'exclusively'>) {
  const { storage } = ports;
  const record = recorder(ports);

  return {
    ...operatorWorkspaces(ports, sharing),

    ...operatorKeys(ports),

    /** Reopens the chats that a new invitation closed to a person; repeatable. */
    openChats: (workspaceId: string, member: string): Promise<Member> =>
      storage.write(workspaceId, async (stores) => {
        await requireWorkspace(stores);
        const person = await requireMember(stores, member);
        if (person.type !== 'human') throw invalid({ member: 'must be a person' });
        if (await stores.chats.openAll(person.id)) {
          await record(stores, operatorOf(workspaceId), {
            entity: memberEntity(person),
            action: 'updated',
            changes: [CHATS.opened],
          });
        }
        return person;
      }),

    /** A caller for a program that embeds the core and authenticates users itself. */
    callerFor: (workspaceId: string, member: string): Promise<Caller> =>
      storage.read(workspaceId, async (stores) =>
        trustedCaller(workspaceId, await requireMember(stores, member)),
      ),
  };
}
