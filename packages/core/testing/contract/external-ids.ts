import { externalKeyOf, type Storage, type Stores } from '../../src/index.ts';
import { aGoal, aHuman, anAgent, aProject, aTask, aWorkspace } from './rows.ts';

const ISSUE = { source: 'jira', id: 'ABC:1 ä' };
const WITH_URL = { ...ISSUE, id: 'abc:1 ä', url: 'https://jira.example/ABC' };

/** Inserts, finds, changes and deletes an entity of each kind. */
const KINDS = {
  members: (stores: Stores, id: string, externalId: typeof ISSUE | null) => {
    const human = aHuman(id, { externalId });
    return { entity: human, store: stores.members, remove: () => stores.members.remove(human, 0) };
  },
  agents: (stores: Stores, id: string, externalId: typeof ISSUE | null) => {
    const agent = anAgent(id, { externalId, verifier: true, madeBy: 'bob' });
    return { entity: agent, store: stores.members, remove: () => stores.members.remove(agent, 0) };
  },
  projects: (stores: Stores, id: string, externalId: typeof ISSUE | null) => {
    const project = aProject(id, { externalId });
    return { entity: project, store: stores.projects, remove: () => stores.projects.delete(project) };
  },
  goals: (stores: Stores, id: string, externalId: typeof ISSUE | null) => {
    const goal = aGoal(id, { externalId });
    return { entity: goal, store: stores.goals, remove: () => stores.goals.delete(goal) };
  },
  tasks: (stores: Stores, id: string, externalId: typeof ISSUE | null) => {
    const task = aTask(Number(id), { externalId, metadata: externalId === null ? {} : { a: '1', b: '=ä' } });
    return { entity: task, store: stores.tasks, remove: () => stores.tasks.delete(task) };
  },
};
type Kind = (typeof KINDS)['tasks'];

/** The contract of every Storage for entities that other systems know. */
export function externalIds(open: () => Promise<Storage>): void {
  const opened = async () => {
    const storage = await open();
    await storage.write('w', ({ workspace }) => workspace.insert(aWorkspace('w')));
    return storage;
  };
  const found = (storage: Storage, kind: Kind, externalId: typeof ISSUE) =>
    storage.read('w', (stores) =>
      kind(stores, '1', null).store.byExternalId(`${externalId.source}:${externalId.id}`),
    );

  test.each(Object.entries(KINDS) as unknown as [string, Kind][])(
    'finds %s by an external id, in its case, until it changes or the entity is removed',
    async (_kind, kind) => {
      const storage = await opened();
      await storage.write('w', async (stores) => {
        await stores.members.insert(aHuman('ada'));
        for (const [id, externalId] of [
          ['1', ISSUE],
          ['2', WITH_URL],
          ['3', null],
        ] as const) {
          const { entity, store } = kind(stores, id, externalId);
          await store.insert(entity);
        }
      });
      expect(await found(storage, kind, ISSUE)).toMatchObject({ externalId: ISSUE });
      expect((await found(storage, kind, ISSUE))?.externalId).not.toHaveProperty('url');
      expect(await found(storage, kind, WITH_URL)).toMatchObject({ externalId: WITH_URL });
      expect(await found(storage, kind, { ...ISSUE, source: 'jir' })).toBeNull();

      const renamed = { ...ISSUE, id: 'ABC-2' };
      await storage.write('w', async (stores) => {
        const { store, entity: before } = kind(stores, '1', ISSUE);
        await store.update({ ...before, externalId: renamed }, before);
        await kind(stores, '2', WITH_URL).remove();
      });
      expect(await found(storage, kind, ISSUE)).toBeNull();
      expect(await found(storage, kind, WITH_URL)).toBeNull();
      const moved = await found(storage, kind, renamed);
      expect(moved && externalKeyOf(moved)).toBe('jira:ABC-2');

      await storage.write('w', async (stores) => {
        const { entity, store } = kind(stores, '4', WITH_URL);
        await store.insert(entity);
      });
      expect(await found(storage, kind, WITH_URL)).toMatchObject({ externalId: WITH_URL });
    },
  );
}
