import { CALLER_TYPES, type CallerType, type Storage, type Stores } from '../../src/index.ts';
import { aChat, aFile, aHuman, aKey, aMessage, anAgent, aTask } from './rows.ts';

/** The contract of every Storage for keys and the members behind them. */
export function powers(open: () => Storage): void {
  const ids = (keys: readonly { id: string }[]) => keys.map(({ id }) => id);

  /** Ada with keys of every kind that she created, one that speaks as her, and some unrelated ones. */
  const populate = async (storage: Storage): Promise<void> =>
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

  test('the keys of a member are those that it created and those that speak as it, each counted once and up to the limit', async () => {
    const storage = open();
    await populate(storage);
    const count = (memberId: string, atMost: number) =>
      storage.read('w', ({ keys }) => keys.countOfMember(memberId, atMost));
    expect([await count('ada', 1_000), await count('bob', 1_000), await count('bot', 1_000)]).toEqual([
      6, 2, 1,
    ]);
    expect([await count('ada', 6), await count('ada', 5), await count('ada', 1)]).toEqual([6, 5, 1]);
    expect(await count('nobody', 10)).toBe(0);
  });

  test('a person has a key while a person key of theirs is valid; no other kind counts', async () => {
    const storage = open();
    await populate(storage);
    const has = (now: number) => storage.read('w', ({ keys }) => keys.personHasKey('eve', now));
    await storage.write('w', async ({ members, keys }) => {
      await members.insert(aHuman('eve'));
      await keys.insert(aKey('as eve', { kind: 'acting', memberId: 'eve' }));
      await keys.insert(aKey("eve's service", { kind: 'service', createdBy: 'eve' }));
    });
    expect(await has(1)).toBe(false);
    for (const expiresAt of [10, 20]) {
      await storage.write('w', ({ keys }) =>
        keys.insert(aKey(`${expiresAt}`, { memberId: 'eve', createdBy: 'eve', expiresAt })),
      );
    }
    expect([await has(9), await has(10), await has(19), await has(20)]).toEqual([true, true, true, false]);
    await storage.write('w', ({ keys }) => keys.insert(aKey('for ever', { memberId: 'eve' })));
    expect(await has(20)).toBe(true);
  });

  test('an invitation keeps its creator', async () => {
    const storage = open();
    await populate(storage);
    for (const createdBy of ['ada', null]) {
      const invitation = {
        id: `by ${createdBy}`,
        memberId: 'bob',
        createdBy,
        codeHash: 'digest',
        expiresAt: 1,
      };
      await storage.write('w', ({ members }) => members.putInvitation(invitation));
      expect(await storage.read('w', ({ members }) => members.invitation(invitation.id))).toEqual(invitation);
    }
    expect(await storage.read('w', ({ members }) => members.invitation('by ada'))).toBeNull();
  });

  test('deleteOfMember deletes and returns all keys of a member except those it created for agents, newest first', async () => {
    const storage = open();
    await populate(storage);
    await storage.write('w', ({ keys }) =>
      keys.insert(aKey('agent, too', { kind: 'agent', memberId: 'bot', createdBy: 'ada' })),
    );
    const outliving = async (id: string) => ids(await storage.read('w', ({ keys }) => keys.outliving(id)));
    expect([await outliving('ada'), await outliving('bob')]).toEqual([['agent, too', 'agent'], []]);
    const taken = await storage.write('w', ({ keys }) => keys.deleteOfMember('ada'));
    expect(ids(taken)).toEqual(['as ada', 'as bob', 'runtime', 'service', 'own']);
    expect(taken[2]).toEqual(aKey('runtime', { kind: 'runtime', createdBy: 'ada' }));
    const left = await storage.read('w', ({ keys }) => keys.list({}, { limit: 10, after: undefined }));
    expect(ids(left.items)).toEqual(['agent, too', 'nobodys', 'another', 'agent']);
    expect(await outliving('ada')).toEqual(['agent, too', 'agent']);
    expect(await storage.directory.keyholder('own')).toBeNull();
    expect(await storage.write('w', ({ keys }) => keys.deleteOfMember('ada'))).toEqual([]);
  });

  test('chats closed to a person exist for everyone else, and for the person after reopening', async () => {
    const storage = open();
    await populate(storage);
    const made = async (id: string, personId: string, fileId?: string) =>
      storage.write('w', async ({ chats, messages, files }) => {
        await chats.insert(aChat(id, personId, 'bot'));
        if (fileId === undefined) return;
        const known = await files.byId(fileId);
        if (!known) await files.insert(aFile(fileId, personId));
        await messages.insert(aMessage(`${id} says`, id, fileId));
      });
    const seen = (personId: string) =>
      storage.read('w', async ({ chats, files }) => ({
        all: ids((await chats.list(personId, undefined, { limit: 9, after: undefined })).items),
        active: ids((await chats.list(personId, 'active', { limit: 9, after: undefined })).items),
        old: (await chats.ofPerson(personId, 'old')) !== null,
        new: (await chats.ofPerson(personId, 'new')) !== null,
        file: await files.isInChat('file', { personId }),
        closedFile: await files.isInChat('file', { closedTo: personId }),
        others: [await files.isInChat('file', { agentId: 'bot' }), await files.isInChat('file', 'anybody')],
        byId: (await chats.byId('old'))?.id,
      }));
    const close = (id: string) => storage.write('w', ({ chats }) => chats.closeAll(id));
    const openAgain = (id: string) => storage.write('w', ({ chats }) => chats.openAll(id));

    expect([await close('ada'), await openAgain('ada')]).toEqual([false, false]);
    await made('old', 'ada', 'file');
    await made("bob's", 'bob');
    const first = { all: ['old'], active: ['old'], old: true, new: false, file: true, closedFile: false };
    const always = { others: [true, true], byId: 'old' };
    expect(await seen('ada')).toEqual({ ...first, ...always });
    expect([await close('ada'), await close('ada')]).toEqual([true, false]);
    const closed = { all: [], active: [], old: false, new: false, file: false, closedFile: true };
    expect(await seen('ada')).toEqual({ ...closed, ...always });
    expect((await seen('bob')).all).toEqual(["bob's"]);

    await made('new', 'ada', 'file');
    const both = { all: ['new'], active: ['new'], old: false, new: true, file: true, closedFile: true };
    expect(await seen('ada')).toEqual({ ...both, ...always });
    await storage.write('w', ({ members }) => members.update(aHuman('ada', { displayName: 'Ada' })));
    expect(await seen('ada')).toEqual({ ...both, ...always });
    expect([await openAgain('ada'), await openAgain('ada')]).toEqual([true, false]);
    expect(await seen('ada')).toMatchObject({ all: ['new', 'old'], old: true, new: true, closedFile: false });
  });

  test("a relation keeps its creator's type, and relations count at both ends, up to the limit", async () => {
    const storage = open();
    const relation = (id: string, from: number, to: number, madeBy: CallerType = 'human') => ({
      id,
      kind: 'blocks' as const,
      from,
      to,
      madeOn: to,
      madeBy,
    });
    await storage.write('w', async ({ tasks, relations }) => {
      for (let i = 1; i <= 6; i++) await tasks.insert(aTask(await tasks.nextNumber()));
      for (const [i, madeBy] of CALLER_TYPES.entries())
        await relations.insert(relation(madeBy, 1, i + 2, madeBy));
      await relations.insert(relation('to', 5, 1));
      await relations.insert(relation('beside', 5, 2));
    });
    await storage.read('w', async ({ relations }) => {
      for (const madeBy of CALLER_TYPES) expect(await relations.byId(1, madeBy)).toMatchObject({ madeBy });
      expect((await relations.of(1)).map(({ madeBy }) => madeBy)).toEqual([...CALLER_TYPES, 'human']);
      expect(await relations.ofEdge({ kind: 'blocks', from: 1, to: 3 })).toMatchObject({
        id: 'agent',
        madeBy: 'agent',
      });
      expect(await relations.ofEdge({ kind: 'blocks', from: 3, to: 1 })).toBeNull();
      const counts = [1, 2, 3, 4].map((atMost) => relations.count(1, atMost));
      expect(await Promise.all(counts)).toEqual([1, 2, 3, 4]);
      expect([await relations.count(1, 1_000), await relations.count(6, 1_000)]).toEqual([4, 0]);
    });
    await storage.write('w', ({ relations }) => relations.setMadeBy('agent', 'human'));
    await storage.read('w', async ({ relations }) => {
      expect((await relations.byId(1, 'agent'))?.madeBy).toBe('human');
      expect((await relations.byId(1, 'service'))?.madeBy).toBe('service');
    });
  });

  test('the creator of a key has its current name and role', async () => {
    const storage = open();
    await populate(storage);
    const maker = async (id: string) => (await storage.directory.keyholder(id))?.creator ?? null;
    expect(await maker('runtime')).toEqual(aHuman('ada'));
    await storage.write('w', ({ members }) => members.update(aHuman('ada', { role: 'admin' })));
    expect(await maker('runtime')).toEqual(aHuman('ada', { role: 'admin' }));
    await storage.write('w', ({ members }) => members.remove(aHuman('ada'), 1));
    expect(await maker('runtime')).toMatchObject({ id: 'ada', deleted: true });
    expect(await maker('nobodys')).toBeNull();
  });
}
