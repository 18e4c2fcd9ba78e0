import { outcome, refusal, type World, world } from '../../../testing/world.ts';
import { createTandem, type Tandem } from '../../create-tandem.ts';
import { inMemoryStorage } from '../../in-memory/index.ts';

let w: World;
let people: Tandem['people'];
/** The world has two workspaces. */
let workspaceId: string;

beforeEach(async () => {
  w = await world();
  ({ people } = w.tandem);
  ({ workspaceId } = w);
});

const carol = () => ({ externalId: '7', name: 'carol', displayName: 'Carol', workspaceId });
const changesOf = async () =>
  (await w.tandem.events.list(w.admin, { types: ['member.created', 'member.updated'] })).items;

test('upsert adds a person, and changes only what differs', async () => {
  const first = await people.upsert(carol());
  expect(first).toMatchObject({ externalId: { source: 'host', id: '7' }, role: 'member', email: null });
  const before = await changesOf();
  expect(await people.upsert(carol())).toEqual(first);
  expect(await changesOf()).toEqual(before);
  const email = 'carol@example.org';
  const changed = await people.upsert({ externalId: '7', email, workspaceId });
  expect(changed).toMatchObject({ id: first.id, name: 'carol', displayName: 'Carol', email });
});

test('of upserts at the same time one adds the person', async () => {
  const ids = (await Promise.all([carol(), carol(), carol()].map(people.upsert))).map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
});

test('a member is linked once, by name or id, with what they have done', async () => {
  const { id } = await w.tandem.operator.callerFor(workspaceId, 'bob');
  const bob = { externalId: '8', link: 'bob', workspaceId };
  const linked = await people.upsert({ ...bob, displayName: 'Robert' });
  expect(linked).toMatchObject({
    id,
    name: 'bob',
    externalId: { source: 'host', id: '8' },
    displayName: 'Robert',
  });
  expect(await people.upsert(bob)).toEqual(linked);
  expect((await people.callerFor({ externalId: '8', workspaceId })).id).toBe(id);
  expect((await people.upsert({ externalId: '9', link: w.admin.id, workspaceId })).name).toBe('ada');
  for (const link of ['bob', 'scout', 'nobody'])
    expect(
      (await refusal(() => people.upsert({ externalId: '10', link, workspaceId }))).fields,
    ).toHaveProperty('link');
});

test('a text is the id of the source host, and other sources are named', async () => {
  const { id } = await people.upsert(carol());
  const sales = { ...carol(), externalId: { source: 'sales', id: '7' }, name: 'dora' };
  expect((await people.upsert(sales)).id).not.toBe(id);
  expect((await people.callerFor({ externalId: { source: 'host', id: '7' }, workspaceId })).id).toBe(id);
});

test('the caller of a person has every right of the member', async () => {
  await people.upsert({ ...carol(), role: 'admin' });
  const caller = await people.callerFor(carol());
  await w.tandem.labels.create(caller, { name: 'new' });
  await w.tandem.members.create(caller, { name: 'dora', displayName: 'Dora' });
  expect(caller).toMatchObject({ name: 'carol', admin: true });
});

test('callers without a key count against limits of their own', async () => {
  const [carolId, bobId] = [
    await people.callerFor(await people.upsert(carol()).then(() => carol())),
    await w.tandem.operator.callerFor(workspaceId, 'bob'),
  ].map(({ key }) => key.id);
  expect(carolId).not.toBe(bobId);
});

test('a deactivated person is gone, their caller ends, and a new one can take their id', async () => {
  const { id } = await people.upsert(carol());
  const caller = await people.callerFor(carol());
  const waiting = outcome(() => w.tandem.renew(caller));
  expect(await waiting).toBe('ok');
  expect([await people.deactivate(carol()), await people.deactivate(carol())]).toEqual([true, false]);
  expect(await outcome(() => w.tandem.renew(caller))).toBe('UNAUTHENTICATED');
  expect(await outcome(() => people.callerFor(carol()))).toBe('NOT_FOUND');
  expect((await people.upsert(carol())).id).not.toBe(id);
});

test('the last admin cannot be deactivated or made a member', async () => {
  const other = await createTandem({ ...portsOf(), storage: inMemoryStorage() });
  await other.operator.createWorkspace({ name: 'Solo', admin: { name: 'ada' } });
  const [{ id = '' } = {}] = await other.operator.workspaces();
  const admin = await other.people.upsert({ externalId: '1', name: 'root', role: 'admin' });
  expect(await outcome(() => other.people.upsert({ externalId: '1', role: 'member' }))).toBe('ok');
  await other.people.upsert({ externalId: '1', role: 'admin' });
  const ada = await other.operator.callerFor(id, 'ada');
  await other.members.delete(await other.operator.callerFor(id, admin.id), ada.id);
  expect(await outcome(() => other.people.deactivate({ externalId: '1' }))).toBe('LAST_ADMIN');
  expect(await outcome(() => other.people.upsert({ externalId: '1', role: 'member' }))).toBe('LAST_ADMIN');
});

const portsOf = () => ({
  clock: w.time.now,
  newId: (() => {
    let last = 0;
    return () => `n${String(++last).padStart(6, '0')}`;
  })(),
  secrets: { randomBytes: (count: number) => new Uint8Array(count), sha256: () => 'x' },
  schedule: w.time.schedule,
});

test('a workspace is named if there are several or none', async () => {
  const { workspaceId: _, ...unnamed } = carol();
  const several = await refusal(() => people.upsert(unnamed));
  expect(several.fields).toEqual({ workspaceId: ['is required: there are several workspaces'] });
  const empty = createTandem({ ...portsOf(), storage: inMemoryStorage() });
  expect((await refusal(() => empty.people.upsert(unnamed))).fields).toEqual({
    workspaceId: ['names no workspace yet; create one with operator.createWorkspace'],
  });
});

test.each([
  ['a name that is taken', { name: 'bob' }, 'NAME_TAKEN'],
  ['no name', { name: undefined }, 'VALIDATION_ERROR'],
  ['no id', { externalId: '' }, 'VALIDATION_ERROR'],
  ['a malformed source', { externalId: { source: 'My CRM', id: '7' } }, 'VALIDATION_ERROR'],
])('%s is refused', async (_what, change, code) => {
  expect(await outcome(() => people.upsert({ ...carol(), ...change }))).toBe(code);
});

test.each<[string, object, string[]]>([
  ['a number for an id', { externalId: 7 }, ['externalId']],
  ['a number in an id', { externalId: { source: 'sales', id: 7 } }, ['externalId']],
  ['an id without a source', { externalId: { id: '7' } }, ['externalId']],
  ['no id', { externalId: undefined }, ['externalId']],
  ['an unknown role', { role: 'Admin' }, ['role']],
  ['an unknown field', { mail: 'carol@example.org' }, ['mail']],
  ['another type', { name: 7, displayName: null }, ['name', 'displayName']],
])('%s is refused from JavaScript too', async (_what, change, fields) => {
  const given = { ...carol(), ...change } as never;
  expect(Object.keys((await refusal(() => people.upsert(given))).fields ?? {})).toEqual(fields);
});

describe('an id of the source host', () => {
  const externalId = { source: 'host', id: '7' };
  const refused = async (work: () => Promise<unknown>) =>
    expect((await refusal(work)).fields).toHaveProperty(['externalId.source']);

  test('is given to people of the host only', async () => {
    const { agents, members } = w.tandem;
    const agent = { name: 'otter', displayName: 'Otter', emoji: '🦦', model: 'any' };
    await refused(() => agents.create(w.admin, { ...agent, externalId }));
    const { id } = await agents.create(w.admin, agent);
    await refused(() => agents.update(w.admin, id, { externalId }));
    await refused(() => members.create(w.admin, { name: 'dora', displayName: 'Dora', externalId }));
    await refused(() => members.update(w.admin, w.admin.id, { externalId }));
    expect((await people.upsert(carol())).externalId).toEqual(externalId);
  });

  test('stays with its person', async () => {
    const { id } = await people.upsert(carol());
    await refused(() => w.tandem.members.update(w.admin, id, { externalId: null }));
    await refused(() => w.tandem.members.update(w.admin, id, { externalId: { source: 'sales', id: '7' } }));
    const same = { displayName: 'Caroline', externalId };
    expect(await w.tandem.members.update(w.admin, id, same)).toMatchObject(same);
  });
});

test('an agent with an external id is not a person', async () => {
  const externalId = { source: 'sales', id: '7' };
  const agent = { name: 'otter', displayName: 'Otter', emoji: '🦦', model: 'any' };
  await w.tandem.agents.create(w.admin, { ...agent, externalId });
  expect(await outcome(() => people.callerFor({ externalId, workspaceId }))).toBe('NOT_FOUND');
});

test('an id that is no text finds nobody', async () => {
  await people.upsert(carol());
  for (const use of [people.callerFor, people.deactivate]) {
    const { fields } = await refusal(() => use({ externalId: 7, workspaceId } as never));
    expect(Object.keys(fields ?? {})).toEqual(['externalId']);
  }
});

test('people are added in a transaction of the host', async () => {
  const failing = w.tandem.transaction(async (tx) => {
    await tx.people.upsert(carol());
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await outcome(() => people.callerFor(carol()))).toBe('NOT_FOUND');
  await w.tandem.transaction((tx) => tx.people.upsert(carol()));
  expect((await people.callerFor(carol())).name).toBe('carol');
});
