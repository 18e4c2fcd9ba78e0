import type { Storage, Stores, Task } from '../../src/index.ts';
import { UnitOfWorkMisuse } from '../../src/shared/unit-of-work.ts';
import { aTask, aWorkspace } from './rows.ts';

/** The contract of every Storage for units of work. */
export function unitsOfWork(open: () => Storage): void {
  const title = (storage: Storage, number: number) =>
    storage.read('w', async ({ tasks }) => (await tasks.byNumber(number))?.title ?? null);
  const add = async ({ tasks }: Stores) => {
    const task = aTask(await tasks.nextNumber());
    await tasks.insert(task);
    return task.taskNumber;
  };

  test('a unit that throws leaves nothing behind, and releases its task number', async () => {
    const storage = open();
    const failed = storage.write('w', async (stores) => {
      await add(stores);
      await stores.workspace.update({ ...aWorkspace('w'), name: 'changed' });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await title(storage, 1)).toBeNull();
    expect((await storage.read('w', ({ workspace }) => workspace.get()))?.name).toBe('w');
    expect(await storage.write('w', add)).toBe(1);
  });

  test('one failing unit among many concurrent ones rolls back only itself', async () => {
    const storage = open();
    const units = Array.from({ length: 9 }, (_, i) =>
      storage.write('w', async (stores) => {
        const number = await add(stores);
        if (i === 4) throw new Error('no');
        return number;
      }),
    );
    const numbers = (await Promise.allSettled(units)).flatMap((unit) =>
      unit.status === 'fulfilled' ? [unit.value] : [],
    );
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('concurrent writing units are serializable: each gets its own number', async () => {
    const storage = open();
    const numbers = await Promise.all(Array.from({ length: 50 }, () => storage.write('w', add)));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  });

  test('concurrent units that write what they have read lose no updates', async () => {
    const storage = open();
    const number = await storage.write('w', add);
    const append = (letter: string) =>
      storage.write('w', async ({ tasks }) => {
        const before = (await tasks.byNumber(number)) as Task;
        await tasks.update({ ...before, title: before.title + letter }, before);
      });
    await Promise.all([...'abcdefgh'].map(append));
    expect((await title(storage, number))?.length).toBe('Task 1abcdefgh'.length);
  });

  test('a unit sees its own writes', async () => {
    const storage = open();
    const seen = await storage.write('w', async (stores) => {
      const number = await add(stores);
      return (await stores.tasks.byNumber(number))?.taskNumber;
    });
    expect(seen).toBe(1);
  });

  test('concurrent reads all return', async () => {
    const storage = open();
    await storage.write('w', add);
    expect(await Promise.all(Array.from({ length: 20 }, () => title(storage, 1)))).toEqual(
      Array(20).fill('Task 1'),
    );
  });

  test('a completed write is visible to later reads, even right after an earlier read', async () => {
    const storage = open();
    for (const number of [1, 2, 3]) {
      const written = storage.write('w', add);
      await title(storage, number);
      await written;
      expect(await title(storage, number)).toBe(`Task ${number}`);
    }
  });

  test('a unit that runs longer than a turn of the event loop hides nothing from later ones', async () => {
    const storage = open();
    await storage.read('w', () => new Promise((resolve) => setTimeout(resolve, 5)));
    await storage.write('w', add);
    expect(await title(storage, 1)).toBe('Task 1');
  });

  test('others that read while a long unit rests see nothing of it before it is committed', async () => {
    const storage = open();
    const seen: (string | null)[] = [];
    let isDone = false;
    const readers = async () => {
      while (!isDone) {
        seen.push(await title(storage, 2));
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const unit = storage.write('w', async (stores) => {
      for (const part of [1, 2, 3]) {
        for (let i = 0; i < 100 * part; i++) await add(stores);
        await stores.pace.rest();
      }
    });
    const reading = readers();
    await unit.finally(() => {
      isDone = true;
    });
    await reading;
    expect(seen.filter((found) => found !== null).length).toBeLessThanOrEqual(1);
    expect(await title(storage, 600)).toBe('Task 600');
  });

  test.each([
    ['a read in a read', 'read', 'read'],
    ['a write in a read', 'read', 'write'],
    ['a read in a write', 'write', 'read'],
    ['a write in a write', 'write', 'write'],
  ] as const)('%s throws, and the storage keeps working', async (_, outer, inner) => {
    const storage = open();
    const nested = storage[outer]('w', () => storage[inner]('w', async ({ tasks }) => tasks.byNumber(1)));
    await expect(nested).rejects.toBeInstanceOf(UnitOfWorkMisuse);
    expect(await storage.write('w', add)).toBe(1);
    expect(await title(storage, 1)).toBe('Task 1');
  });

  test('a refused write inside a write does not happen later either', async () => {
    const storage = open();
    const outer = storage.write('w', async (stores) => {
      await add(stores);
      await storage.write('w', add);
    });
    // A unit that blocks the queue may be refused with it.
    const [refused, beside] = await Promise.allSettled([outer, storage.write('w', add)]);
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(UnitOfWorkMisuse) });
    await new Promise((resolve) => setTimeout(resolve, 20));
    const there = [await title(storage, 1), await title(storage, 2)];
    expect(there).toEqual([beside.status === 'fulfilled' ? 'Task 1' : null, null]);
  });

  test.each(['read', 'write'] as const)('a store used after its %s has ended throws', async (kind) => {
    const storage = open();
    let escaped: Stores | undefined;
    await storage[kind]('w', async (stores) => {
      escaped = stores;
    });
    await expect(async () => escaped?.tasks.byNumber(1)).rejects.toBeInstanceOf(UnitOfWorkMisuse);
  });

  test('a workspace never sees the rows of another', async () => {
    const storage = open();
    await storage.write('other', ({ workspace }) => workspace.insert(aWorkspace('other')));
    await storage.write('w', add);
    expect(await storage.read('other', ({ tasks }) => tasks.byNumber(1))).toBeNull();
    expect(await storage.read('other', ({ tasks }) => tasks.byId('task1'))).toBeNull();
    expect(await storage.write('other', ({ tasks }) => tasks.nextNumber())).toBe(1);
  });
}
