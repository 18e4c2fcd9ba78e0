import { all } from './all.ts';

const after = <T>(turns: number, value: () => T): Promise<T> =>
  new Promise((resolve, reject) => {
    const wait = (left: number): void => {
      if (left > 0) {
        setImmediate(() => wait(left - 1));
        return;
      }
      try {
        resolve(value());
      } catch (error) {
        reject(error);
      }
    };
    wait(turns);
  });

const refusal = (message: string) => () => {
  throw new Error(message);
};

test('all returns results in the order of its arguments', async () => {
  expect(
    await all(
      after(2, () => 'slow'),
      after(0, () => 1),
    ),
  ).toStrictEqual(['slow', 1]);
});

test('all throws the first refusal in the order of its arguments, whichever came first', async () => {
  await expect(all(after(2, refusal('slow')), after(0, refusal('fast')))).rejects.toThrow('slow');
});

test('all waits for every read before it throws', async () => {
  let over = false;
  const slow = after(3, () => {
    over = true;
  });
  await expect(all(after(0, refusal('no')), slow)).rejects.toThrow('no');
  expect(over).toBe(true);
});
