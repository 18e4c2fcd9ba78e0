import { outcome, refusal, START, type World, world } from '../../../testing/world.ts';
import type { ProjectStatus } from '../../projects/project.ts';
import { type Initiative, type NewInitiative, projectCount } from '../initiative.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = (input: Partial<NewInitiative> = {}) =>
  w.tandem.initiatives.create(w.admin, { name: 'Home', ...input });
const get = (id: string) => w.tandem.initiatives.get(w.admin, id);
const addProject = ({ id }: Initiative, status: ProjectStatus = 'planning', title = 'Garden') =>
  w.tandem.projects.create(w.admin, { title, status, initiativeId: id });

test('a new initiative is planned, with no projects', async () => {
  const initiative = await create({ name: ' Home ' });
  expect(initiative).toStrictEqual({
    id: expect.any(String),
    name: 'Home',
    description: null,
    status: 'planned',
    projectStatuses: {},
    createdAt: START,
    updatedAt: START,
  });
  expect(projectCount(initiative)).toBe(0);
});

test.each<[string, Partial<NewInitiative>, string]>([
  ['a blank name', { name: ' ' }, 'name'],
  ['a name of 501 characters', { name: 'x'.repeat(501) }, 'name'],
  ['a description of 100,001 characters', { description: 'x'.repeat(100_001) }, 'description'],
])('an initiative with %s is 400 with the field named', async (_what, input, field) => {
  expect(Object.keys((await refusal(() => create(input))).fields ?? {})).toStrictEqual([field]);
});

test('projectCount and projectStatuses count unarchived projects', async () => {
  const initiative = await create();
  await addProject(initiative, 'planning');
  await addProject(initiative, 'planning');
  const complete = await addProject(initiative, 'complete');
  const archived = await addProject(initiative, 'canceled');
  await w.tandem.projects.archive(w.admin, archived.id);
  const seen = await get(initiative.id);
  expect(seen.projectStatuses).toStrictEqual({ planning: 2, complete: 1 });
  expect(projectCount(seen)).toBe(3);
  expect((await w.tandem.initiatives.list(w.admin, {})).items[0]).toStrictEqual(seen);

  await w.tandem.projects.update(w.admin, complete.id, { initiativeId: null });
  await w.tandem.projects.unarchive(w.admin, archived.id);
  expect((await get(initiative.id)).projectStatuses).toStrictEqual({ planning: 2, canceled: 1 });
});

test('updating an initiative changes only the given fields, any status to any other', async () => {
  const before = await create({ description: 'All of it', status: 'canceled' });
  w.time.advance(5);
  const after = await w.tandem.initiatives.update(w.admin, before.id, { status: 'active' });
  expect(after).toStrictEqual({ ...before, status: 'active', updatedAt: START + 5 });
  expect(await outcome(() => w.tandem.initiatives.update(w.admin, before.id, { name: '' }))).toBe(
    'VALIDATION_ERROR',
  );
});

test('the list of initiatives is newest first, 25 by default', async () => {
  for (let i = 1; i <= 26; i++) await create({ name: `${i}` });
  const page = await w.tandem.initiatives.list(w.admin, {});
  expect([page.items[0]?.name, page.items.length]).toStrictEqual(['26', 25]);
  const rest = await w.tandem.initiatives.list(w.admin, { after: page.next ?? undefined });
  expect(rest.items.map(({ name }) => name)).toStrictEqual(['1']);
});

test("an initiative's projects are listed newest first", async () => {
  const initiative = await create();
  await addProject(initiative, 'planning', 'one');
  await addProject(initiative, 'planning', 'two');
  await w.tandem.projects.create(w.admin, { title: 'elsewhere' });
  const { items } = await w.tandem.initiatives.projects(w.admin, initiative.id, {});
  expect(items.map(({ title }) => title)).toStrictEqual(['two', 'one']);
});

test('deleting an initiative keeps its projects and goals', async () => {
  const initiative = await create();
  const project = await addProject(initiative);
  const goal = await w.tandem.goals.create(w.admin, { title: 'Green', initiativeId: initiative.id });
  await w.tandem.initiatives.delete(w.admin, initiative.id);
  expect((await w.tandem.projects.get(w.admin, project.id)).initiative).toBeNull();
  expect((await w.tandem.goals.get(w.admin, goal.id)).initiative).toBeNull();
  expect(await outcome(() => get(initiative.id))).toBe('NOT_FOUND');
});

test("an initiative's new name appears on its projects and goals", async () => {
  const initiative = await create();
  const project = await addProject(initiative);
  const goal = await w.tandem.goals.create(w.admin, { title: 'Green', initiativeId: initiative.id });
  await w.tandem.initiatives.update(w.admin, initiative.id, { name: 'House' });
  expect((await w.tandem.projects.get(w.admin, project.id)).initiative?.name).toBe('House');
  expect((await w.tandem.goals.get(w.admin, goal.id)).initiative?.name).toBe('House');
});

test('an initiative that is unknown or of another workspace is 404 for every operation', async () => {
  const theirs = await w.tandem.initiatives.create(w.other.admin, { name: 'Theirs' });
  const { initiatives } = w.tandem;
  for (const id of ['none', theirs.id]) {
    const operations = [
      () => initiatives.get(w.admin, id),
      () => initiatives.update(w.admin, id, { name: 'x' }),
      () => initiatives.delete(w.admin, id),
      () => initiatives.projects(w.admin, id, {}),
    ];
    for (const operation of operations) expect(await outcome(operation)).toBe('NOT_FOUND');
  }
});
