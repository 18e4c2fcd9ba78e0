import { refusal, type World, world } from '../../testing/world.ts';
import type { ExternalId } from '../shared/external-id.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const ISSUE: ExternalId = { source: 'jira', id: 'ABC-1', url: 'https://jira.example/ABC-1' };
const ENTITIES = {
  tasks: {
    create: (externalId: ExternalId | null, n: number) =>
      w.tandem.tasks.create(w.admin, { title: `T${n}`, externalId }),
    update: (id: string, externalId: ExternalId | null) => w.tandem.tasks.update(w.admin, id, { externalId }),
    list: (externalId: string) => w.tandem.tasks.list(w.admin, { externalId }),
  },
  projects: {
    create: (externalId: ExternalId | null, n: number) =>
      w.tandem.projects.create(w.admin, { title: `P${n}`, externalId }),
    update: (id: string, externalId: ExternalId | null) =>
      w.tandem.projects.update(w.admin, id, { externalId }),
    list: (externalId: string) => w.tandem.projects.list(w.admin, { externalId }),
  },
  goals: {
    create: (externalId: ExternalId | null, n: number) =>
      w.tandem.goals.create(w.admin, { title: `G${n}`, externalId }),
    update: (id: string, externalId: ExternalId | null) => w.tandem.goals.update(w.admin, id, { externalId }),
    list: (externalId: string) => w.tandem.goals.list(w.admin, { externalId }),
  },
  people: {
    create: async (externalId: ExternalId | null, n: number) =>
      (await w.tandem.members.create(w.admin, { name: `p${n}`, displayName: `P${n}`, externalId })).member,
    update: (id: string, externalId: ExternalId | null) =>
      w.tandem.members.update(w.admin, id, { externalId }),
    list: (externalId: string) => w.tandem.members.list(w.admin, { externalId }),
  },
  agents: {
    create: (externalId: ExternalId | null, n: number) =>
      w.tandem.agents.create(w.admin, {
        name: `a${n}`,
        displayName: `A${n}`,
        emoji: '*',
        model: 'm',
        externalId,
      }),
    update: (id: string, externalId: ExternalId | null) =>
      w.tandem.agents.update(w.admin, id, { externalId }),
    list: (externalId: string) => w.tandem.agents.list(w.admin, { externalId }),
  },
};

describe.each(Object.entries(ENTITIES))('external ids of %s', (_kind, { create, update, list }) => {
  const idsIn = async (filter: string) => (await list(filter)).items.map(({ id }) => id);

  test('are stored on creation and on update, found by a filter, and cleared by null', async () => {
    const made = await create(ISSUE, 1);
    expect(made.externalId).toEqual(ISSUE);
    expect(await idsIn('jira:ABC-1')).toEqual([made.id]);
    expect(await idsIn('jira:abc-1')).toEqual([]);
    expect((await update(made.id, { source: 'jira', id: 'X:1' })).externalId).toEqual({
      source: 'jira',
      id: 'X:1',
    });
    expect(await idsIn('jira:X:1')).toEqual([made.id]);
    expect((await update(made.id, null)).externalId).toBeNull();
    expect(await idsIn('jira:X:1')).toEqual([]);
  });

  test('are refused with the holder while another one has them, and unchanged ones are not', async () => {
    const [first, second] = [await create(ISSUE, 1), await create({ ...ISSUE, source: 'linear' }, 2)];
    for (const again of [() => create(ISSUE, 3), () => update(second.id, ISSUE)]) {
      const { code, details } = await refusal(again);
      expect([code, details.id]).toEqual(['EXTERNAL_ID_TAKEN', first.id]);
    }
    expect((await update(first.id, { ...ISSUE, url: undefined })).externalId).toEqual({
      source: 'jira',
      id: 'ABC-1',
    });
    await update(first.id, null);
    expect((await update(second.id, ISSUE)).externalId).toEqual(ISSUE);
  });

  test.each([
    ['a source in capitals', { ...ISSUE, source: 'Jira' }, 'externalId.source'],
    ['a source of 41 characters', { ...ISSUE, source: 'x'.repeat(41) }, 'externalId.source'],
    ['a blank id', { ...ISSUE, id: ' ' }, 'externalId.id'],
    ['an id of 201 characters', { ...ISSUE, id: 'x'.repeat(201) }, 'externalId.id'],
    ['an address that is no web address', { ...ISSUE, url: 'javascript:1' }, 'externalId.url'],
  ])('are 400 with %s', async (_what, externalId, field) => {
    expect(Object.keys((await refusal(() => create(externalId, 1))).fields ?? {})).toEqual([field]);
  });
});

test('a task names its number as the holder of an external id, and one filter excludes it', async () => {
  const task = await w.tandem.tasks.create(w.admin, { title: 'T', externalId: ISSUE });
  const { details } = await refusal(() => w.tandem.tasks.create(w.admin, { title: 'U', externalId: ISSUE }));
  expect(details).toEqual({ id: task.id, taskNumber: task.taskNumber });
  expect((await w.tandem.tasks.list(w.admin, { externalId: 'jira:ABC-1', status: ['done'] })).items).toEqual(
    [],
  );
});

test('a malformed filter is 400, for every list', async () => {
  for (const { list } of Object.values(ENTITIES))
    for (const filter of ['jira', ':x', 'jira:', 'Jira:x'])
      expect(Object.keys((await refusal(() => list(filter))).fields ?? {})).toEqual(['externalId']);
});
