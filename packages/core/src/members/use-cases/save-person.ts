import type { Caller } from '../../access/caller.ts';
import { changedFields, type FieldChange, type FieldTexts } from '../../events/event.ts';
import { checkExternalIdFree } from '../../lookup/external-ids.ts';
import { checkLeavesAnAdmin } from '../../lookup/members.ts';
import type { Ports, Stores } from '../../ports.ts';
import { changedExternalId, type ExternalId, externalIdText } from '../../shared/external-id.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { checkNameFree } from '../../steps/member-names.ts';
import { recorder } from '../../steps/record.ts';
import {
  DEFAULT_ROLE,
  type Human,
  type HumanChange,
  humanProblems,
  memberEntity,
  type Role,
} from '../member.ts';

export interface NewHuman {
  readonly name: string;
  readonly displayName: string;
  readonly email?: string | null | undefined;
  readonly role?: Role | undefined;
  readonly externalId?: ExternalId | null | undefined;
}

interface PersonChange {
  readonly before: Human;
  readonly change: HumanChange;
  readonly allow?: (changes: readonly FieldChange[]) => Promise<void>;
}

const HUMAN_TEXTS: FieldTexts<Human, HumanChange> = {
  name: (human) => human.name,
  displayName: (human) => human.displayName,
  email: (human) => human.email,
  role: (human) => human.role,
  externalId: (human) => externalIdText(human.externalId),
};

/** Adds and changes people. The caller's right to do so is checked by `allow`, before anything is stored. */
export function personSaver(ports: Ports) {
  const { clock, newId } = ports;
  const record = recorder(ports);

  return {
    add: async (stores: Stores, by: Caller, input: NewHuman, allow?: () => Promise<void>): Promise<Human> => {
      refuseProblems(humanProblems(input));
      await checkNameFree(stores, input.name);
      const now = clock();
      const member: Human = {
        id: newId(),
        type: 'human',
        name: input.name,
        displayName: input.displayName.trim(),
        email: input.email ?? null,
        role: input.role ?? DEFAULT_ROLE,
        external: false,
        externalId: changedExternalId(null, input.externalId),
        createdAt: now,
        updatedAt: now,
        deleted: false,
      };
      await checkExternalIdFree(stores.members, member.externalId);
      await allow?.();
      await stores.members.insert(member);
      await record(stores, by, { entity: memberEntity(member), action: 'created' });
      return member;
    },

    /** Returns `before` if nothing changes. 409 LAST_ADMIN when it would leave the workspace without an admin. */
    change: async (stores: Stores, by: Caller, { before, change, allow }: PersonChange): Promise<Human> => {
      refuseProblems(humanProblems(change));
      const after: Human = {
        ...before,
        name: change.name ?? before.name,
        displayName: change.displayName?.trim() ?? before.displayName,
        email: change.email === undefined ? before.email : change.email,
        role: change.role ?? before.role,
        externalId: changedExternalId(before.externalId, change.externalId),
        updatedAt: clock(),
      };
      const changes = changedFields(HUMAN_TEXTS, before, after);
      if (changes.length === 0) return before;
      await checkNameFree(stores, after.name, before.id);
      await checkExternalIdFree(stores.members, after.externalId, before.externalId);
      if (before.role === 'admin' && after.role !== 'admin') await checkLeavesAnAdmin(stores);
      await allow?.(changes);
      await stores.members.update(after);
      await record(stores, by, { entity: memberEntity(after), action: 'updated', changes });
      return after;
    },
  };
}
