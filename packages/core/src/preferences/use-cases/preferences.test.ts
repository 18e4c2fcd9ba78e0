import { outcome, refusal, type World, world } from '../../../testing/world.ts';
import { DEFAULT_PREFERENCES, type PreferencesChange } from '../preferences.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const update = (change: PreferencesChange, by = w.member) => w.tandem.preferences.update(by, change);
const get = (by = w.member) => w.tandem.preferences.get(by);

test('a change affects only the given fields and kinds', async () => {
  expect(await get()).toStrictEqual(DEFAULT_PREFERENCES);
  await update({ theme: 'dark', timeZone: 'Europe/Berlin', notifications: { moved: 'off' } });
  const after = await update({ hourCycle: 'h12', notifications: { commented: 'off' } });
  expect(after).toStrictEqual({
    ...DEFAULT_PREFERENCES,
    theme: 'dark',
    timeZone: 'Europe/Berlin',
    hourCycle: 'h12',
    notifications: { ...DEFAULT_PREFERENCES.notifications, moved: 'off', commented: 'off' },
  });
  expect(await get()).toStrictEqual(after);
  expect(await update({ timeZone: null, theme: undefined })).toMatchObject({ timeZone: null, theme: 'dark' });
});

test('preferences belong to a member, and to the person behind a service', async () => {
  await update({ theme: 'dark' }, w.service);
  const themes = await Promise.all([w.admin, w.member, w.agent].map(async (by) => (await get(by)).theme));
  expect(themes).toEqual(['dark', 'system', 'system']);
  expect(await outcome(() => get(w.runtime))).toBe('FORBIDDEN');
  expect(await outcome(() => update({ theme: 'dark' }, w.runtime))).toBe('FORBIDDEN');
});

test('favorites that the member cannot see are left out', async () => {
  const project = await w.tandem.projects.create(w.admin, { title: 'P' });
  const view = await w.tandem.views.create(w.admin, { name: 'V', shared: true });
  const seen = [
    { kind: 'view', id: view.id },
    { kind: 'project', id: project.id },
    { kind: 'agent', id: w.agent.id },
  ] as const;
  const favorites = [
    ...seen,
    seen[0],
    { kind: 'agent', id: w.admin.id },
    { kind: 'project', id: 'gone' },
  ] as const;
  expect((await update({ favorites })).favorites).toStrictEqual(seen);
  await w.tandem.views.update(w.admin, view.id, { shared: false });
  await w.tandem.projects.delete(w.admin, project.id);
  expect((await get()).favorites).toStrictEqual([seen[2]]);
  await w.tandem.agents.delete(w.admin, w.agent.id);
  expect((await get()).favorites).toStrictEqual([]);
});

test.each<[PreferencesChange, string]>([
  [{ theme: 'pink' as never }, 'theme'],
  [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  [{ timeZone: '+02:00' }, 'timeZone'],
  [{ timeZone: '' }, 'timeZone'],
  [{ timeZone: 'x'.repeat(65) }, 'timeZone'],
  [{ notifications: { moved: 'mail' as never } }, 'notifications.moved'],
  [{ notifications: { lost: 'off' } as never }, 'notifications.lost'],
  [{ favorites: [{ kind: 'view', id: ' ' }] }, 'favorites.0.id'],
  [{ favorites: Array.from({ length: 51 }, (_, i) => ({ kind: 'view' as const, id: `${i}` })) }, 'favorites'],
])('%j is 400 with the field named', async (change, field) => {
  const refused = await refusal(() => update(change));
  expect([refused.code, Object.keys(refused.fields ?? {})]).toStrictEqual(['VALIDATION_ERROR', [field]]);
});

test('removing a member deletes its preferences', async () => {
  await update({ theme: 'dark' });
  await w.tandem.members.delete(w.admin, w.member.id);
  const { items } = await w.tandem.members.list(w.admin, {});
  expect(items.map(({ id }) => id)).not.toContain(w.member.id);
  expect(await get()).toStrictEqual(DEFAULT_PREFERENCES);
});
