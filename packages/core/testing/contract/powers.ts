import type { Storage, Stores } from '../../src/index.ts';
import { aHuman, aKey, anAgent } from './rows.ts';

/** What every Storage promises of keys and whoever they rest on. */
export function powers(open: () => Storage): void {
  const ids = (keys: readonly { id: string }[]) => keys.map(({ id }) => id);

  /** Ada with keys of every kind that she made, one that speaks as her, and some that are nothing to her. */
  const furnished = async (storage: Storage): Promise<void> =>
    storage.write('w', async ({ members, keys }: Stores) => {
      for (const member of [aHuman('ada'), aHuman('bob'), anAgent('bot')]) await members.insert(member);
      for (const key of [
        aKey('own', { memberId: 'ada', createdBy: 'ada' }),
        aKey('service', { kind: 'service', createdBy: 'ada' }),
        aKey('runtime', { kind: 'runtime', createdBy: 'ada' }),
        aKey('agent', { kind: 'agent', memberId: 'bot', createdBy: 'ada' }),
        aKey('as bob', { kind: 'acting', memberId: 'bob', createdBy: 'ada' }),
        aKey('as ada', { kind: 'acting', memberId: 'ada' }),
        aKey('another', { memberId: 'bob', createdBy: 'bob' }),
        aKey('nobodys', { kind: 'runtime' }),
      ]) {
        await keys.insert(key);
      }
    });

  test('the keys of a member are those that it made and those that speak as it, each counted once and not too far', async () => {
    const storage = open();
    await furnished(storage);
    const count = (memberId: string, atMost: number) =>
      storage.read('w', ({ keys }) => keys.countOfMember(memberId, atMost));
    expect([await count('ada', 1_000), await count('bob', 1_000), await count('bot', 1_000)]).toEqual([
      6, 2, 1,
    ]);
    expect([await count('ada', 6), await count('ada', 5), await count('ada', 1)]).toEqual([6, 5, 1]);
    expect(await count('nobody', 10)).toBe(0);
  });

  test('all keys of a member go with it but those of agents that it made; they are told, newest first', async () => {
    const storage = open();
    await furnished(storage);
    const taken = await storage.write('w', ({ keys }) => keys.deleteOfMember('ada'));
    expect(ids(taken)).toEqual(['as ada', 'as bob', 'runtime', 'service', 'own']);
    expect(taken[2]).toEqual(aKey('runtime', { kind: 'runtime', createdBy: 'ada' }));
    const left = await storage.read('w', ({ keys }) => keys.list({}, { limit: 10, after: undefined }));
    expect(ids(left.items)).toEqual(['nobodys', 'another', 'agent']);
    expect(await storage.directory.keyholder('own')).toBeNull();
    expect(await storage.write('w', ({ keys }) => keys.deleteOfMember('ada'))).toEqual([]);
  });

  test('who made a key is known as they are now', async () => {
    const storage = open();
    await furnished(storage);
    const maker = async (id: string) => (await storage.directory.keyholder(id))?.creator ?? null;
    expect(await maker('runtime')).toEqual(aHuman('ada'));
    await storage.write('w', ({ members }) => members.update(aHuman('ada', { role: 'admin' })));
    expect(await maker('runtime')).toEqual(aHuman('ada', { role: 'admin' }));
    await storage.write('w', ({ members }) => members.remove(aHuman('ada'), 1));
    expect(await maker('runtime')).toMatchObject({ id: 'ada', deleted: true });
    expect(await maker('nobodys')).toBeNull();
  });
}
