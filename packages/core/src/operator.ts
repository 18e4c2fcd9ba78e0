import type { Caller } from './access/caller.ts';
import { operatorOf, trustedCaller } from './access/callers.ts';
import { firstKeyOf, type IssuedKey, issueKey, keyEntity } from './access/issue.ts';
import { checkNewKey, KINDS_FOR_ONESELF, type NewKey } from './access/keys.ts';
import { checkFits } from './access/use-cases/keys.ts';
import { changedFields } from './events/event.ts';
import { requireWorkspace } from './lookup/workspace.ts';
import { CHATS, type Human, humanProblems, type Member, memberEntity } from './members/member.ts';
import type { Ports, Stores } from './ports.ts';
import { type LinkCode, MAX_LINKS, newLink } from './sessions/links.ts';
import { invalid, notFound, refuseProblems } from './shared/refusal.ts';
import type { Sharing } from './shared/sharing.ts';
import { LIMITS, nameProblem } from './shared/text.ts';
import { endSessionsOfKey } from './steps/end-sessions.ts';
import { keepKey } from './steps/keys.ts';
import { recorder } from './steps/record.ts';
import { INTAKE_LIMIT, type Workspace, workspaceEntity } from './workspace/workspace.ts';

export interface NewWorkspace {
  readonly name: string;
  readonly admin: { readonly name: string; readonly displayName?: string | undefined };
  /** Includes chat in the plan; default true. */
  readonly chat?: boolean | undefined;
}

export interface CreatedWorkspace extends IssuedKey {
  readonly workspace: Workspace;
  readonly member: Human;
}

/** Operations of the service's operator, from outside any workspace (docs/rules.md, Operator). */
export function operatorUseCases(ports: Ports, { exclusively }: Pick<Sharing, 'exclusively'>) {
  const { storage, clock, newId } = ports;
  const record = recorder(ports);

  const newAdmin = ({ name, displayName }: Pick<Human, 'name' | 'displayName'>): Human => {
    const now = clock();
    return {
      id: newId(),
      type: 'human',
      name,
      displayName: displayName.trim(),
      email: null,
      role: 'admin',
      createdAt: now,
      updatedAt: now,
      deleted: false,
    };
  };

  const linkOf = async (stores: Stores, member: Human) => {
    const { kept, shown } = newLink(member.id, ports);
    await stores.links.insert(kept, MAX_LINKS);
    return { ...shown, member };
  };

  const createWorkspace = async (input: NewWorkspace): Promise<CreatedWorkspace> => {
    const displayName = input.admin.displayName ?? input.admin.name;
    refuseProblems({
      workspace: nameProblem(input.name, LIMITS.name),
      ...humanProblems({ name: input.admin.name, displayName }),
    });
    const now = clock();
    const workspace: Workspace = {
      id: newId(),
      name: input.name.trim(),
      agentCompletion: false,
      goalVerification: 'propose',
      agentIntake: 'open',
      agentIntakeLimit: INTAKE_LIMIT.default,
      proofOfDone: 'off',
      plan: { chat: input.chat ?? true },
      createdAt: now,
      updatedAt: now,
    };
    const member = newAdmin({ name: input.admin.name, displayName });
    const issued = firstKeyOf(member, ports);
    return storage.write(workspace.id, async (stores) => {
      const operator = operatorOf(workspace.id);
      await stores.workspace.insert(workspace);
      await stores.members.insert(member);
      await stores.keys.insert(issued.key);
      await record(stores, operator, workspaceEntity(workspace), 'created');
      await record(stores, operator, memberEntity(member), 'created');
      await record(stores, operator, keyEntity(issued.key), 'created');
      return { workspace, member, ...issued };
    });
  };

  return {
    workspaces: () => storage.directory.workspaces(),

    /** Creates a workspace with its first admin and a key for that admin with every scope. */
    createWorkspace,

    /**
     * Creates the first workspace; null if there is one already. Of several servers that start at once on one empty
     * storage, one creates it.
     */
    firstWorkspace: (input: NewWorkspace): Promise<CreatedWorkspace | null> =>
      exclusively('first workspace', async () =>
        (await storage.directory.workspaces()).length === 0 ? createWorkspace(input) : null,
      ),

    /** Only the operator can change the plan. */
    setPlan: (workspaceId: string, plan: { chat: boolean }): Promise<Workspace> =>
      storage.write(workspaceId, async (stores) => {
        const before = await requireWorkspace(stores);
        if (before.plan.chat === plan.chat) return before;
        const after = { ...before, plan, updatedAt: clock() };
        await stores.workspace.update(after);
        const changes = changedFields({ chat: ({ plan }: Workspace) => String(plan.chat) }, before, after);
        if (changes.length > 0) {
          await record(stores, operatorOf(workspaceId), workspaceEntity(after), 'updated', { changes });
        }
        return after;
      }),

    /** Makes a person an admin, and creates the person if the name is unknown. Recovers a workspace without admins. */
    makeAdmin: (workspaceId: string, name: string): Promise<Human> =>
      storage.write(workspaceId, async (stores) => {
        await requireWorkspace(stores);
        const before = (await stores.members.byId(name)) ?? (await stores.members.byName(name));
        if (before?.type === 'agent') throw invalid({ admin: 'names an agent; an admin must be a person' });
        const operator = operatorOf(workspaceId);
        if (!before) {
          refuseProblems(humanProblems({ name, displayName: name }));
          const admin = newAdmin({ name, displayName: name });
          await stores.members.insert(admin);
          await record(stores, operator, memberEntity(admin), 'created');
          return admin;
        }
        if (before.role === 'admin') return before;
        const after: Human = { ...before, role: 'admin', updatedAt: clock() };
        await stores.members.update(after);
        const changes = changedFields({ role: ({ role }: Human) => role }, before, after);
        await record(stores, operator, memberEntity(after), 'updated', { changes });
        return after;
      }),

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
        await record(stores, operatorOf(workspaceId), keyEntity(issued.key), 'created');
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
        await record(stores, operator, keyEntity(holder.key), 'revoked');
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

    /** Reopens the chats that a new invitation closed to a person; repeatable. */
    openChats: (workspaceId: string, member: string): Promise<Member> =>
      storage.write(workspaceId, async (stores) => {
        await requireWorkspace(stores);
        const person = await requireMember(stores, member);
        if (person.type !== 'human') throw invalid({ member: 'must be a person' });
        if (await stores.chats.openAll(person.id)) {
          await record(stores, operatorOf(workspaceId), memberEntity(person), 'updated', {
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

async function requireMember({ members }: Stores, nameOrId: string): Promise<Member> {
  const member = (await members.byId(nameOrId)) ?? (await members.byName(nameOrId));
  if (!member) throw invalid({ member: 'must be the name or id of a member of this workspace' });
  return member;
}
