import type { Caller } from '../../access/caller.ts';
import { changedFields } from '../../events/event.ts';
import type { Ports, Stores } from '../../ports.ts';
import type { Project } from '../../projects/project.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { notFound, refuseProblems } from '../../shared/refusal.ts';
import { recorder } from '../../steps/record.ts';
import { changer } from '../../steps/running.ts';
import {
  DEFAULT_INITIATIVE_STATUS,
  INITIATIVE_TEXTS,
  type Initiative,
  type InitiativeChange,
  initiativeEntity,
  initiativeProblems,
  type NewInitiative,
} from '../initiative.ts';

/** Use cases for initiatives (docs/rules.md, Initiatives). */
export function initiativeUseCases(ports: Ports) {
  const { storage, clock, newId } = ports;
  const record = recorder(ports);
  const write = changer(ports);

  return {
    /** Newest first. */
    list: (caller: Caller, page: PageRequest): Promise<Page<Initiative>> =>
      storage.read(caller.workspaceId, ({ initiatives }) => initiatives.list(pageSlice(page))),

    create: async (caller: Caller, input: NewInitiative): Promise<Initiative> => {
      refuseProblems(initiativeProblems({ ...input, name: input.name ?? '' }));
      return write(caller, async (stores) => {
        const now = clock();
        const initiative: Initiative = {
          id: newId(),
          name: input.name.trim(),
          description: input.description ?? null,
          status: input.status ?? DEFAULT_INITIATIVE_STATUS,
          projectStatuses: {},
          createdAt: now,
          updatedAt: now,
        };
        await stores.initiatives.insert(initiative);
        await record(stores, caller, { entity: initiativeEntity(initiative), action: 'created' });
        return initiative;
      });
    },

    get: (caller: Caller, id: string): Promise<Initiative> =>
      storage.read(caller.workspaceId, (stores) => requireInitiative(stores, id)),

    update: (caller: Caller, id: string, change: InitiativeChange): Promise<Initiative> =>
      write(caller, async (stores) => {
        const before = await requireInitiative(stores, id);
        refuseProblems(initiativeProblems(change));
        const after: Initiative = {
          ...before,
          name: change.name?.trim() ?? before.name,
          description: change.description === undefined ? before.description : change.description,
          status: change.status ?? before.status,
          updatedAt: clock(),
        };
        const changes = changedFields(INITIATIVE_TEXTS, before, after);
        if (changes.length === 0) return before;
        await stores.initiatives.update(after);
        await record(stores, caller, { entity: initiativeEntity(after), action: 'updated', changes });
        return after;
      }),

    /** Keeps the initiative's projects and goals. */
    delete: (caller: Caller, id: string): Promise<void> =>
      write(caller, async (stores) => {
        const initiative = await requireInitiative(stores, id);
        await stores.initiatives.delete(initiative);
        await record(stores, caller, { entity: initiativeEntity(initiative), action: 'deleted' });
      }),

    /** The initiative's unarchived projects, newest first. */
    projects: (caller: Caller, id: string, page: PageRequest): Promise<Page<Project>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const initiative = await requireInitiative(stores, id);
        return stores.projects.list({ initiativeId: initiative.id }, pageSlice(page));
      }),
  };
}

async function requireInitiative({ initiatives }: Stores, id: string): Promise<Initiative> {
  const initiative = await initiatives.byId(id);
  if (!initiative) throw notFound('initiative');
  return initiative;
}
