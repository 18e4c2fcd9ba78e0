import { ESCAPED, guarded, NESTED, oneAtATime, UnitOfWorkMisuse } from './unit-of-work.ts';

/** A promise that is settled from outside. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

describe('one at a time', () => {
  test('units run in order of arrival, each to its end before the next begins', async () => {
    const turns = oneAtATime();
    const log: string[] = [];
    const unit = (name: string) =>
      turns.run(async () => {
        log.push(`${name} begins`);
        await Promise.resolve();
        log.push(`${name} ends`);
        return name;
      });
    await expect(Promise.all([unit('a'), unit('b'), unit('c')])).resolves.toStrictEqual(['a', 'b', 'c']);
    expect(log).toStrictEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  test('a unit that throws does not block the next', async () => {
    const turns = oneAtATime();
    const failed = turns.run(async () => {
      throw new Error('no');
    });
    const next = turns.run(async () => 'yes');
    await expect(failed).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
    expect(turns.holder()).toBeNull();
  });

  test('a unit inside a unit throws instead of hanging', async () => {
    const turns = oneAtATime();
    const outer = turns.run(() => turns.run(async () => 'inner'));
    await expect(outer).rejects.toThrow(new UnitOfWorkMisuse(NESTED));
    await expect(turns.run(async () => 'after')).resolves.toBe('after');
  });

  test('a unit behind one that waits for anything but its stores is refused', async () => {
    const turns = oneAtATime();
    const { passed, open } = gate();
    const stuck = turns.run(() => passed);
    await expect(turns.run(async () => 'next')).rejects.toThrow(UnitOfWorkMisuse);
    open();
    await stuck;
    await expect(turns.run(async () => 'after')).resolves.toBe('after');
  });

  test('a long queue is not misuse', async () => {
    const turns = oneAtATime();
    const units = Array.from({ length: 1_000 }, (_, i) => turns.run(async () => i));
    expect((await Promise.all(units)).at(-1)).toBe(999);
  });

  test('the holder is different for each unit, and null when none runs', async () => {
    const turns = oneAtATime();
    const holders = await Promise.all([1, 2].map(() => turns.run(async () => turns.holder())));
    expect(holders[0]).not.toBeNull();
    expect(holders[0]).not.toBe(holders[1]);
    expect(turns.holder()).toBeNull();
  });
});

describe('the stores of a unit', () => {
  const open = guarded({ tasks: { count: () => 3 }, labels: { count: () => 5 } });

  test('the stores of a unit work while it is open', () => {
    const { stores } = open();
    expect(stores.tasks.count() + stores.labels.count()).toBe(8);
  });

  test('the stores of a unit throw once it has ended', () => {
    const { stores, end } = open();
    const { tasks } = stores;
    end();
    expect(() => tasks.count()).toThrow(new UnitOfWorkMisuse(ESCAPED));
    expect(() => stores.labels.count()).toThrow(UnitOfWorkMisuse);
  });

  test('the stores of a unit are not ended by another unit', () => {
    const first = open();
    const second = open();
    first.end();
    expect(second.stores.tasks.count()).toBe(3);
  });
});
