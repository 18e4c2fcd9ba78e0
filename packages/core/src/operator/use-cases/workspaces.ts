import { operatorOf } from '../../access/callers.ts';
import { firstKeyOf, type IssuedKey, keyEntity } from '../../access/issue.ts';
import { changedFields } from '../../events/event.ts';
import { requireWorkspace } from '../../lookup/workspace.ts';
import { type Human, humanProblems, memberEntity } from '../../members/member.ts';
import type { Ports } from '../../ports.ts';
import { checkInput, object, optional, text } from '../../shared/check.ts';
import {
  changedExternalId,
  type ExternalId,
  externalIdOrText,
  hostIdentity,
} from '../../shared/external-id.ts';
import { invalid, refuseProblems } from '../../shared/refusal.ts';
import type { Sharing } from '../../shared/sharing.ts';
import { LIMITS, nameProblem } from '../../shared/text.ts';
import { recorder } from '../../steps/record.ts';
import { INTAKE_LIMIT, type Workspace, workspaceEntity } from '../../workspace/workspace.ts';

export interface NewAdmin {
  readonly name: string;
  readonly displayName?: string | undefined;
  /** For a person of a host, as in `people.upsert`. */
  readonly externalId?: string | ExternalId | undefined;
}

const adminInput = object<NewAdmin>({
  name: text,
  displayName: optional(text),
  externalId: optional(externalIdOrText),
});

export interface NewWorkspace {
  readonly name: string;
  readonly admin: NewAdmin;
  /** Includes chat in the plan; default true. */
  readonly chat?: boolean | undefined;
}

export interface CreatedWorkspace extends IssuedKey {
  readonly workspace: Workspace;
  readonly member: Human;
}

/** Workspaces and their first admins. */
export function operatorWorkspaces(ports: Ports, { exclusively }: Pick<Sharing, 'exclusively'>) {
  const { storage, clock, newId } = ports;
  const record = recorder(ports);

  const newAdmin = ({ name, displayName = name, externalId }: NewAdmin): Human => {
    const now = clock();
    return {
      id: newId(),
      type: 'human',
      name,
      displayName: displayName.trim(),
      email: null,
      role: 'admin',
      external: false,
      externalId: externalId === undefined ? null : changedExternalId(null, hostIdentity(externalId)),
      createdAt: now,
      updatedAt: now,
      deleted: false,
    };
  };

  const createWorkspace = async (input: NewWorkspace): Promise<CreatedWorkspace> => {
    checkInput(adminInput, input.admin);
    const { name, displayName = name } = input.admin;
    refuseProblems({
      workspace: nameProblem(input.name, LIMITS.name),
      ...humanProblems({ name, displayName }),
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
      agentKeys: 'any',
      plan: { chat: input.chat ?? true },
      createdAt: now,
      updatedAt: now,
    };
    const member = newAdmin(input.admin);
    const issued = firstKeyOf(member, ports);
    return storage.write(workspace.id, async (stores) => {
      const operator = operatorOf(workspace.id);
      await stores.workspace.insert(workspace);
      await stores.members.insert(member);
      await stores.keys.insert(issued.key);
      await record(stores, operator, { entity: workspaceEntity(workspace), action: 'created' });
      await record(stores, operator, { entity: memberEntity(member), action: 'created' });
      await record(stores, operator, { entity: keyEntity(issued.key), action: 'created' });
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
          await record(stores, operatorOf(workspaceId), {
            entity: workspaceEntity(after),
            action: 'updated',
            changes,
          });
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
          const admin = newAdmin({ name });
          await stores.members.insert(admin);
          await record(stores, operator, { entity: memberEntity(admin), action: 'created' });
          return admin;
        }
        if (before.role === 'admin') return before;
        const after: Human = { ...before, role: 'admin', updatedAt: clock() };
        await stores.members.update(after);
        const changes = changedFields({ role: ({ role }: Human) => role }, before, after);
        await record(stores, operator, { entity: memberEntity(after), action: 'updated', changes });
        return after;
      }),
  };
}
