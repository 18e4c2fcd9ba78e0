import type { Caller } from '../../access/caller.ts';
import { changedFields, type FieldTexts } from '../../events/event.ts';
import type { Ports, Stores } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { notFound, Refusal, refuseProblems } from '../../shared/refusal.ts';
import { recorder } from '../../steps/record.ts';
import { changer } from '../../steps/running.ts';
import { DEFAULT_LABEL_COLOR, type Label, type LabelColor, labelEntity, labelNameProblem } from '../label.ts';

export interface LabelChange {
  readonly name?: string | undefined;
  readonly color?: LabelColor | undefined;
}

const LABEL_TEXTS: FieldTexts<Label, LabelChange> = {
  name: (label) => label.name,
  color: (label) => label.color,
};

export function labelUseCases(ports: Ports) {
  const { storage, newId } = ports;
  const record = recorder(ports);
  const write = changer(ports);

  const checkFree = async ({ labels }: Pick<Stores, 'labels'>, name: string, id: string) => {
    const holder = await labels.byName(name);
    if (holder && holder.id !== id) {
      throw new Refusal(
        'LABEL_EXISTS',
        'A label with this name already exists. Use it, or choose another name.',
      );
    }
  };

  return {
    /** The workspace's labels, by name. */
    list: (caller: Caller, page: PageRequest): Promise<Page<Label>> =>
      storage.read(caller.workspaceId, ({ labels }) => labels.list(pageSlice(page))),

    get: (caller: Caller, id: string): Promise<Label> =>
      storage.read(caller.workspaceId, (stores) => requireLabel(stores, id)),

    /** 409 LABEL_EXISTS when the name is taken, ignoring case. */
    create: (caller: Caller, input: { name: string; color?: LabelColor | undefined }): Promise<Label> =>
      write(caller, async (stores) => {
        refuseProblems({ name: labelNameProblem(input.name) });
        const label = { id: newId(), name: input.name.trim(), color: input.color ?? DEFAULT_LABEL_COLOR };
        await checkFree(stores, label.name, label.id);
        await stores.labels.insert(label);
        await record(stores, caller, { entity: labelEntity(label), action: 'created' });
        return label;
      }),

    /** Renames or recolors the label on every task that has it. */
    update: (caller: Caller, id: string, change: LabelChange): Promise<Label> =>
      write(caller, async (stores) => {
        refuseProblems({ name: labelNameProblem(change.name) });
        const before = await requireLabel(stores, id);
        const after = {
          ...before,
          name: change.name?.trim() ?? before.name,
          color: change.color ?? before.color,
        };
        const changes = changedFields(LABEL_TEXTS, before, after);
        if (changes.length === 0) return before;
        await checkFree(stores, after.name, id);
        await stores.labels.update(after);
        await record(stores, caller, { entity: labelEntity(after), action: 'updated', changes });
        return after;
      }),

    /** Deletes the label and detaches it from every task. */
    delete: (caller: Caller, id: string): Promise<void> =>
      write(caller, async (stores) => {
        const label = await requireLabel(stores, id);
        await stores.labels.delete(label);
        await record(stores, caller, { entity: labelEntity(label), action: 'deleted' });
      }),
  };
}

async function requireLabel({ labels }: Pick<Stores, 'labels'>, id: string): Promise<Label> {
  const label = await labels.byId(id);
  if (!label) throw notFound('label');
  return label;
}
