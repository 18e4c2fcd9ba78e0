import { outcome, refusal, type World, world } from '../../../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const names = async () => (await w.tandem.labels.list(w.admin, {})).items.map(({ name }) => name);
const withLabels = (labels: string[], createMissing?: boolean) =>
  w.tandem.tasks.create(w.admin, { title: 'A task', labels, createMissing });

describe('labels of the workspace', () => {
  test('labels are listed by name, ignoring case', async () => {
    for (const name of ['ui', 'Bug', 'api', 'Ärger']) await w.tandem.labels.create(w.admin, { name });
    expect(await names()).toStrictEqual(['api', 'Bug', 'ui', 'Ärger']);
  });

  test('labels are paged by name without repeats or gaps', async () => {
    for (const name of ['c', 'a', 'd', 'b']) await w.tandem.labels.create(w.admin, { name });
    const first = await w.tandem.labels.list(w.admin, { limit: 2 });
    await w.tandem.labels.create(w.admin, { name: 'aa' });
    const second = await w.tandem.labels.list(w.admin, { limit: 2, after: first.next ?? undefined });
    expect([...first.items, ...second.items].map(({ name }) => name)).toStrictEqual(['a', 'b', 'c', 'd']);
    expect(second.next).toBeNull();
  });

  test('labels are gray by default, and their names are trimmed', async () => {
    expect(await w.tandem.labels.create(w.admin, { name: ' Bug ' })).toMatchObject({
      name: 'Bug',
      color: 'gray',
    });
    expect(await w.tandem.labels.create(w.admin, { name: 'ui', color: 'teal' })).toMatchObject({
      color: 'teal',
    });
  });

  test.each([
    ['', 'VALIDATION_ERROR'],
    ['   ', 'VALIDATION_ERROR'],
    ['x'.repeat(41), 'VALIDATION_ERROR'],
    ['a\0b', 'VALIDATION_ERROR'],
    ['x', 'ok'],
    ['x'.repeat(40), 'ok'],
    ['😀'.repeat(40), 'ok'],
    [` ${'x'.repeat(40)} `, 'ok'],
  ])('label names have 1 to 40 characters: %j is %s', async (name, expected) => {
    expect(await outcome(() => w.tandem.labels.create(w.admin, { name }))).toBe(expected);
  });

  test.each([
    ['Bug', 'bUG'],
    ['Ошибка', 'ОШИБКА'],
    ['Caf\u00e9', 'CAFE\u0301'],
  ])('a label name in use is 409 in any case, in every script: %s and %s', async (name, again) => {
    await w.tandem.labels.create(w.admin, { name });
    expect(await outcome(() => w.tandem.labels.create(w.admin, { name: again }))).toBe('LABEL_EXISTS');
    expect(await outcome(() => w.tandem.labels.create(w.other.admin, { name: again }))).toBe('ok');
  });

  test('a renamed or recolored label appears so on every task', async () => {
    await withLabels(['bug'], true);
    const [label] = (await w.tandem.labels.list(w.admin, {})).items;
    await w.tandem.labels.update(w.admin, label?.id ?? '', { name: 'Defect', color: 'red' });
    expect((await w.tandem.tasks.get(w.admin, 1)).labels).toStrictEqual([
      { id: label?.id, name: 'Defect', color: 'red' },
    ]);
  });

  test("a label can change the case of its name, but not take another's name", async () => {
    const { id } = await w.tandem.labels.create(w.admin, { name: 'bug' });
    await w.tandem.labels.create(w.admin, { name: 'ui' });
    expect((await w.tandem.labels.update(w.admin, id, { name: 'BUG' })).name).toBe('BUG');
    expect(await outcome(() => w.tandem.labels.update(w.admin, id, { name: 'UI' }))).toBe('LABEL_EXISTS');
    expect(await outcome(() => w.tandem.labels.update(w.admin, id, { name: ' ' }))).toBe('VALIDATION_ERROR');
    expect((await w.tandem.labels.update(w.admin, id, { color: 'pink' })).name).toBe('BUG');
  });

  test('a deleted label is detached from every task', async () => {
    await withLabels(['bug', 'ui'], true);
    const bug = (await w.tandem.labels.list(w.admin, {})).items.find(({ name }) => name === 'bug');
    await w.tandem.labels.delete(w.admin, bug?.id ?? '');
    expect((await w.tandem.tasks.get(w.admin, 1)).labels.map(({ name }) => name)).toStrictEqual(['ui']);
    expect(await outcome(() => withLabels(['bug']))).toBe('UNKNOWN_LABELS');
  });

  test('a label that is unknown or of another workspace is 404', async () => {
    const theirs = await w.tandem.labels.create(w.other.admin, { name: 'bug' });
    for (const id of ['none', theirs.id]) {
      expect(await outcome(() => w.tandem.labels.update(w.admin, id, { name: 'x' }))).toBe('NOT_FOUND');
      expect(await outcome(() => w.tandem.labels.delete(w.admin, id))).toBe('NOT_FOUND');
    }
  });
});

describe('naming labels on a task', () => {
  test('an unknown label without createMissing is 400 and listed at fields.labels', async () => {
    await w.tandem.labels.create(w.admin, { name: 'bug' });
    for (const createMissing of [undefined, false]) {
      const { code, kind, fields } = await refusal(() =>
        withLabels(['Bug', 'ui', 'db', 'UI'], createMissing),
      );
      expect({ code, kind, fields }).toStrictEqual({
        code: 'UNKNOWN_LABELS',
        kind: 'invalid',
        fields: { labels: ['ui', 'db'] },
      });
    }
    expect(await names()).toStrictEqual(['bug']);
  });

  test('createMissing creates unknown labels, gray, with the first spelling', async () => {
    const task = await withLabels(['Ui', 'UI', ' ui '], true);
    expect(task.labels).toStrictEqual([{ id: expect.any(String), name: 'Ui', color: 'gray' }]);
    expect(await names()).toStrictEqual(['Ui']);
  });

  test('a name in any case attaches the existing label', async () => {
    const bug = await w.tandem.labels.create(w.admin, { name: 'Bug', color: 'red' });
    expect((await withLabels(['bUG'])).labels).toStrictEqual([bug]);
    expect((await withLabels(['BUG'], true)).labels).toStrictEqual([bug]);
  });

  test('names that differ only in case attach one label', async () => {
    await w.tandem.labels.create(w.admin, { name: 'Ärger' });
    expect((await withLabels(['ärger', 'ÄRGER'])).labels).toHaveLength(1);
  });

  test.each([
    ['a blank name', [' ']],
    ['a name over 40 characters', ['x'.repeat(41)]],
  ])('labels with %s are 400 and create neither label nor task', async (_what, bad) => {
    expect(await outcome(() => withLabels(['good', ...bad], true))).toBe('VALIDATION_ERROR');
    expect(await names()).toStrictEqual([]);
    expect((await w.tandem.tasks.list(w.admin, {})).items).toStrictEqual([]);
  });

  test('the rules for labels apply to updates as well', async () => {
    await withLabels(['bug'], true);
    const update = (labels: string[], createMissing?: boolean) =>
      w.tandem.tasks.update(w.admin, 1, { labels, createMissing });
    expect((await refusal(() => update(['BUG', 'ui']))).fields).toStrictEqual({ labels: ['ui'] });
    expect((await update(['BUG', 'ui'], true)).labels.map(({ name }) => name)).toStrictEqual(['bug', 'ui']);
    expect(await outcome(() => update([' '], true))).toBe('VALIDATION_ERROR');
    expect((await w.tandem.tasks.get(w.admin, 1)).labels).toHaveLength(2);
  });

  test("another workspace's labels are unknown", async () => {
    await w.tandem.labels.create(w.other.admin, { name: 'bug' });
    expect(await outcome(() => withLabels(['bug']))).toBe('UNKNOWN_LABELS');
  });
});
