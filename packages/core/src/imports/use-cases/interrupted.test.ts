import { type World, world } from '../../../testing/world.ts';
import { inMemoryStorage } from '../../in-memory/index.ts';
import type { Storage, Stores } from '../../ports.ts';
import type { ImportRecord } from '../record.ts';

const POINTS = 50;

const RECORDS: readonly ImportRecord[] = [
  { type: 'member', externalId: 'grace', displayName: 'Grace Hopper' },
  { type: 'initiative', externalId: 'I', name: 'Grow' },
  { type: 'goal', externalId: 'G', title: 'Green', initiativeId: 'I' },
  { type: 'project', externalId: 'P', title: 'Garden', initiativeId: 'I', goalId: 'G' },
  ...Array.from({ length: 30 }, (_, i): ImportRecord[] => [
    {
      type: 'task',
      externalId: `T-${i}`,
      title: `Task ${i}`,
      status: i % 2 === 0 ? 'done' : 'todo',
      projectId: 'P',
      labels: [`label ${i % 7}`],
      createdBy: `person ${i % 9}`,
      createdAt: 1_000 + i,
      ...(i % 10 === 5 && { parentTaskNumber: `T-${i - 2}` }),
    },
    { type: 'comment', externalId: `C-${i}`, taskNumber: `T-${i}`, body: `Comment ${i}`, author: 'grace' },
    { type: 'criterion', externalId: `K-${i}`, id: 'k', taskNumber: `T-${i}`, text: 'It grows' },
    {
      type: 'result',
      externalId: `R-${i}`,
      taskNumber: `T-${i}`,
      outcome: 'succeeded',
      summary: `Grown ${i}`,
    },
    ...(i > 0 ? [{ type: 'relation', kind: 'blocks', from: `T-${i - 1}`, to: `T-${i}` } as const] : []),
  ]).flat(),
];
const REQUESTS = [RECORDS.slice(0, 50), RECORDS.slice(50, 100), RECORDS.slice(100)];

/** A storage that fails at one call of a store, or before or after one commit, as if the server were killed there. */
function killable() {
  const storage = inMemoryStorage();
  let at = Number.POSITIVE_INFINITY;
  let calls = 0;
  const step = () => {
    if (++calls === at) throw new Error('killed');
  };
  const counted = (stores: Stores): Stores =>
    new Proxy(stores, {
      get: (_, subject: keyof Stores) =>
        new Proxy(stores[subject], {
          get: (store, name) => {
            const method = store[name as never] as (...given: unknown[]) => unknown;
            return (...given: unknown[]) => {
              step();
              return method.apply(store, given);
            };
          },
        }),
    });
  const write: Storage['write'] = async (workspaceId, work) => {
    step();
    const done = await storage.write(workspaceId, (stores) => work(counted(stores)));
    step();
    return done;
  };
  return {
    storage: { ...storage, write },
    killAt: (call: number) => {
      calls = 0;
      at = call;
    },
    calls: () => calls,
  };
}

/** Everything imported, without ids. */
async function content(w: World) {
  return w.storage.read(w.workspaceId, async ({ exports }) => {
    const all = async (type: Parameters<typeof exports.scan>[0]) =>
      (await exports.scan(type, { limit: 1_000, after: undefined })).items;
    return JSON.stringify(
      await Promise.all(
        (['member', 'label', 'project', 'task', 'relation', 'comment', 'criterion', 'result'] as const).map(
          all,
        ),
      ),
      (name, value) => (/^(id|.*Id|createdAt|updatedAt)$/.test(name) ? undefined : value),
    );
  });
}

/** Imports everything, as the command does after any interruption: in another import of the source. */
async function send({ tandem, admin }: World): Promise<void> {
  const { id } = await tandem.imports.create(admin, { source: 'linear' });
  for (const records of REQUESTS) await tandem.imports.add(admin, id, { records });
  await tandem.imports.finish(admin, id);
}

test(`an import that is killed at any of ${POINTS} points and repeated leaves what an undisturbed one leaves`, async () => {
  const calm = killable();
  const undisturbed = await world({ storage: calm.storage });
  calm.killAt(Number.POSITIVE_INFINITY);
  await send(undisturbed);
  const expected = await content(undisturbed);
  const total = calm.calls();

  for (let point = 1; point <= POINTS; point++) {
    const server = killable();
    const w = await world({ storage: server.storage });
    server.killAt(Math.ceil((point * total) / POINTS));
    await expect(send(w)).rejects.toThrow('killed');
    await send(w);
    expect(await content(w)).toBe(expected);
  }
}, 120_000);
