import { refusal, type World, world } from '../testing/world.ts';
import { inMemoryContents } from './in-memory/index.ts';
import { UnitOfWorkMisuse } from './shared/unit-of-work.ts';

let w: World;
let hooked: string[];
beforeEach(async () => {
  const clock = () => 1_700_000_000_000;
  const secrets = { randomBytes: (n: number) => new Uint8Array(n), sha256: (text: unknown) => `of ${text}` };
  w = await world({ ports: { contents: inMemoryContents({ clock, secrets }) } });
  hooked = [];
  w.tandem.before('tasks.create', ({ input, refuse }) => {
    if (input.title === 'No') refuse('X_NO', 'Choose another title.');
  });
  w.tandem.after('tasks.create', ({ input }) => void hooked.push(input.title));
});

const create = (title: string) => (tx: Pick<World['tandem'], 'tasks'>) => tx.tasks.create(w.admin, { title });
const titles = async () => (await w.tandem.tasks.list(w.admin, {})).items.map(({ title }) => title);

describe('hooks in a transaction', () => {
  test('a before hook refuses one operation, and the host decides about the rest', async () => {
    await w.tandem.transaction(async (tx) => {
      await create('A')(tx);
      expect((await refusal(() => create('No')(tx))).code).toBe('X_NO');
    });
    expect(await titles()).toEqual(['A']);
  });

  test('after hooks run after the commit, and not after a rollback', async () => {
    await w.tandem.transaction(async (tx) => {
      await create('A')(tx);
      expect(hooked).toEqual([]);
    });
    expect(hooked).toEqual(['A']);
    const failed = w.tandem.transaction(async (tx) => {
      await create('B')(tx);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(hooked).toEqual(['A']);
  });
});

test('a transaction in memory that waits for something else is rolled back', async () => {
  const waiting = w.tandem.transaction(async (tx) => {
    await create('A')(tx);
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
    await create('B')(tx);
  });
  await expect(waiting).rejects.toBeInstanceOf(UnitOfWorkMisuse);
  await w.tandem.tasks.create(w.admin, { title: 'C' });
  expect(await titles()).toEqual(['C']);
});

test('the contents of files are refused in a transaction, and their records are not', async () => {
  const content = (async function* () {
    yield new Uint8Array([1]);
  })();
  const file = { fileName: 'a.txt', mimeType: 'text/plain', content };
  const inside = w.tandem.transaction((tx) => tx.files.upload(w.admin, file));
  await expect(inside).rejects.toThrow('Upload the file before the transaction');
  const uploaded = await w.tandem.files.upload(w.admin, file);
  await w.tandem.transaction(async (tx) => {
    const { taskNumber } = await create('A')(tx);
    await tx.attachments.attach(w.admin, taskNumber, { fileId: uploaded.id });
  });
  expect((await w.tandem.attachments.list(w.admin, 1, {})).items).toHaveLength(1);
});

test('people of the host join in its transaction', async () => {
  const upserted = (tx: Pick<World['tandem'], 'people'>) =>
    tx.people.upsert({ workspaceId: w.admin.workspaceId, externalId: 'u1', name: 'eve', displayName: 'Eve' });
  await expect(
    w.tandem.transaction(async (tx) => {
      await upserted(tx);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  const before = (await w.tandem.members.list(w.admin, {})).items.length;
  await w.tandem.transaction(upserted);
  expect((await w.tandem.members.list(w.admin, {})).items).toHaveLength(before + 1);
});

test('a storage in memory lends no connection, and joins no transaction of the host', async () => {
  const lent = w.tandem.transaction(async (tx) => tx.host(() => 1));
  await expect(lent).rejects.toThrow('Use SQLite or PostgreSQL in this test.');
  expect(() => w.tandem.in({})).toThrow(TypeError);
});
