import type { Storage, StoredResponse, Stores } from '../../src/index.ts';

const ANSWER: StoredResponse = {
  callerId: 'ada',
  key: 'k',
  request: 'POST /tasks',
  payloadHash: 'h',
  status: 201,
  body: '{"title":"🦉"}',
  longTexts: null,
  createdAt: 1_000,
};

/** The contract of every Storage for stored responses. */
export function answers(open: () => Storage): void {
  const keep = (answer: Partial<StoredResponse> = {}) =>
    open().write('w', (stores) => stores.answers.keep({ ...ANSWER, ...answer }));
  const recall = (answer: Partial<StoredResponse> = {}, workspaceId = 'w') => {
    const { callerId, key, request } = { ...ANSWER, ...answer };
    return open().read(workspaceId, (stores) => stores.answers.recall(callerId, key, request));
  };

  test('a response is recalled unchanged by its caller, key and request, in its workspace', async () => {
    await keep();
    await keep({ key: 'empty', status: 204, body: null });
    expect(await recall()).toStrictEqual(ANSWER);
    expect(await recall({ key: 'empty' })).toStrictEqual({
      ...ANSWER,
      key: 'empty',
      status: 204,
      body: null,
    });
    for (const other of [{ callerId: 'bob' }, { key: 'K' }, { request: 'POST /goals' }]) {
      expect(await recall(other)).toBeNull();
    }
    expect(await recall({}, 'v')).toBeNull();
  });

  test('long texts are stored once, apart from the responses, until they have been unused for a time', async () => {
    const HOUR = 60 * 60_000;
    const longTexts = [
      [7, 'hash'],
      [9, 0],
    ] as const;
    await keep({ key: 'long', longTexts });
    expect((await recall({ key: 'long' }))?.longTexts).toStrictEqual(longTexts);
    const write = <T>(work: (answers: Stores['answers']) => Promise<T>) =>
      open().write('w', (stores) => work(stores.answers));
    const texts = (...hashes: string[]) =>
      open().read('w', async ({ answers }) => Object.fromEntries(await answers.texts(hashes)));
    await write((answers) => answers.keepText('hash', 'a long 🦉', 0));
    await write((answers) => answers.keepText('hash', 'a long 🦉', HOUR));
    await write((answers) => answers.keepText('other', 'b', 0));
    await write((answers) => answers.keepText('other', 'b', HOUR + 1));
    expect(await texts('hash', 'other', 'none')).toEqual({ hash: 'a long 🦉', other: 'b' });
    expect(await open().read('v', async ({ answers }) => (await answers.texts(['hash'])).size)).toBe(0);
    expect(await write((answers) => answers.forgetTexts(HOUR + 1, 5))).toBe(1);
    expect(await texts('hash', 'other')).toEqual({ other: 'b' });
    expect(await write((answers) => answers.forgetTexts(HOUR + 2, 5))).toBe(1);
  });

  test('a unit sees its own stored responses, and a rolled-back one stores nothing', async () => {
    const seen = await open().write('w', async (stores) => {
      await stores.answers.keep(ANSWER);
      return stores.answers.recall('ada', 'k', 'POST /tasks');
    });
    expect(seen).toStrictEqual(ANSWER);
    const undone = open().write('w', async (stores) => {
      await stores.answers.keep({ ...ANSWER, key: 'undone' });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await recall({ key: 'undone' })).toBeNull();
  });

  test('old responses are forgotten in batches', async () => {
    for (const createdAt of [1, 2, 3, 4]) await keep({ key: `k${createdAt}`, createdAt });
    const forget = (before: number, atMost: number) =>
      open().write('w', (stores) => stores.answers.forget(before, atMost));
    expect([await forget(4, 2), await forget(4, 2), await forget(4, 2)]).toEqual([2, 1, 0]);
    expect((await recall({ key: 'k4' }))?.createdAt).toBe(4);
    expect(await recall({ key: 'k3' })).toBeNull();
  });
}
