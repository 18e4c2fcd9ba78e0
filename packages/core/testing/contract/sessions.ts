import type { SignInLink, Storage, WebSession } from '../../src/index.ts';
import { keyOfSession } from '../../src/sessions/session.ts';
import { aHuman, aKey, aWorkspace } from './rows.ts';

const aSession = (id: string, more: Partial<WebSession> = {}): WebSession => ({
  id,
  memberId: 'ada',
  keyId: null,
  keyExpiresAt: null,
  scopes: ['full', 'chat:read'],
  userAgent: 'Firefox 🦊',
  createdAt: 1,
  lastUsedAt: null,
  expiresAt: 100,
  secretHash: 'digest',
  ...more,
});

const aLink = (id: string, more: Partial<SignInLink> = {}): SignInLink => ({
  id,
  memberId: 'ada',
  codeHash: 'digest',
  expiresAt: 100,
  ...more,
});

/** The contract of every Storage for sessions and sign-in links. */
export function sessions(open: () => Storage): void {
  const populate = async (): Promise<Storage> => {
    const storage = open();
    await storage.write('w', async ({ members, keys }) => {
      for (const id of ['ada', 'bob']) await members.insert(aHuman(id));
      await keys.insert(aKey('key', { memberId: 'ada', createdBy: 'ada' }));
    });
    return storage;
  };
  const insert = (storage: Storage, ...added: readonly WebSession[]) =>
    storage.write('w', async (stores) => {
      for (const session of added) await stores.sessions.insert(session);
    });
  const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);
  const all = async (storage: Storage, memberId?: string, limit = 10, after?: string | number) =>
    storage.read('w', (stores) => stores.sessions.list({ memberId }, { limit, after }));

  test('an invitation is open until it expires, and only for a person who cannot come in otherwise', async () => {
    const storage = await populate();
    const invite = (memberId: string, createdBy: string | null, expiresAt = 50) =>
      storage.write('w', ({ members }) =>
        members.putInvitation({ id: `of ${memberId}`, memberId, createdBy, codeHash: 'digest', expiresAt }),
      );
    const open = (now: number, ...ids: string[]) =>
      storage.read('w', async ({ members }) => [...(await members.openInvitations(ids, now))].sort());
    await storage.write('w', async ({ members, keys }) => {
      await members.insert(aHuman('root', { role: 'admin' }));
      for (const id of ['by-root', 'by-operator', 'by-member', 'signed-in', 'uninvited']) {
        await members.insert(aHuman(id));
      }
      await keys.insert(aKey('as bob', { kind: 'acting', memberId: 'by-root', createdBy: 'root' }));
      await keys.insert(aKey('brief', { memberId: 'bob', createdBy: 'bob', expiresAt: 20 }));
    });
    for (const id of ['by-root', 'ada', 'bob', 'signed-in']) await invite(id, 'root');
    await invite('by-operator', null, 60);
    await invite('by-member', 'ada');
    await insert(storage, aSession('s', { memberId: 'signed-in', expiresAt: 40 }));
    const all = ['by-root', 'by-operator', 'by-member', 'signed-in', 'uninvited', 'ada', 'bob', 'root'];
    const byRoot = ['by-root', 50];
    const byOperator = ['by-operator', 60];
    expect(await open(10, ...all)).toEqual([byOperator, byRoot]);
    expect(await open(10, 'by-root')).toEqual([byRoot]);
    expect(await open(10)).toEqual([]);
    expect(await open(40, ...all)).toEqual([['bob', 50], byOperator, byRoot, ['signed-in', 50]]);
    expect(await open(50, ...all)).toEqual([byOperator]);
    await storage.write('w', ({ members }) => members.update(aHuman('root')));
    expect(await open(10, ...all)).toEqual([byOperator]);
    await storage.write('w', ({ members }) => members.deleteInvitationOf('by-operator'));
    expect(await open(10, ...all)).toEqual([]);
  });

  test('a session is stored unchanged, and looked up with its member', async () => {
    const storage = await populate();
    const session = aSession('s', { keyId: 'key', keyExpiresAt: 200 });
    await insert(storage, session, aSession('bare', { userAgent: null }));
    await storage.read('w', async (stores) => {
      expect(await stores.sessions.byId('s')).toEqual(session);
      expect((await stores.sessions.byId('bare'))?.userAgent).toBeNull();
      expect(await stores.sessions.byId('key')).toBeNull();
      expect(await stores.keys.byId('s')).toBeNull();
      expect(await stores.sessions.ofKey('key')).toEqual([session]);
      expect(await stores.sessions.ofKey('another')).toEqual([]);
    });
    expect(await storage.directory.keyholder('s')).toEqual({
      key: keyOfSession(session),
      session,
      workspace: aWorkspace('w'),
      member: aHuman('ada'),
      creator: aHuman('ada'),
    });
    expect(await storage.directory.keyholder('key')).not.toHaveProperty('session');
  });

  test('changes to a role, an expiry or a person affect a session at the next look-up', async () => {
    const storage = await populate();
    await insert(storage, aSession('s'), aSession('t'));
    const role = async () => {
      const holder = await storage.directory.keyholder('s');
      return holder?.member?.type === 'human' ? holder.member.role : null;
    };
    expect(await role()).toBe('member');
    await storage.write('w', ({ members }) => members.update(aHuman('ada', { role: 'admin' })));
    expect(await role()).toBe('admin');
    await storage.write('w', (stores) => stores.sessions.touch('s', 50));
    expect((await all(storage)).items).toMatchObject([
      { id: 't', lastUsedAt: null },
      { id: 's', lastUsedAt: 50 },
    ]);
    await storage.write('w', (stores) => stores.sessions.renew('s', 200));
    await storage.write('w', (stores) => stores.sessions.renew('none', 200));
    expect((await storage.directory.keyholder('s'))?.session?.expiresAt).toBe(200);
    await storage.write('w', (stores) => stores.sessions.delete('s'));
    expect(await role()).toBeNull();
    await storage.write('w', ({ members }) => members.remove(aHuman('ada'), 1));
    expect((await storage.directory.keyholder('t'))?.member?.deleted).toBe(true);
  });

  test('sessions are listed newest first, for all or one member, page by page', async () => {
    const storage = await populate();
    await insert(storage, aSession('a'), aSession('b', { memberId: 'bob' }), aSession('c'), aSession('d'));
    expect(ids((await all(storage)).items)).toEqual(['d', 'c', 'b', 'a']);
    expect(ids((await all(storage, 'bob')).items)).toEqual(['b']);
    const first = await all(storage, 'ada', 2);
    expect(ids(first.items)).toEqual(['d', 'c']);
    expect(ids((await all(storage, 'ada', 2, first.next as number)).items)).toEqual(['a']);
  });

  test('a valid session counts, only the newest are kept, and expired ones are forgotten in batches', async () => {
    const storage = await populate();
    await insert(storage, aSession('a', { expiresAt: 10 }), aSession('b', { expiresAt: 30 }), aSession('c'));
    await insert(storage, aSession('d', { memberId: 'bob', expiresAt: 20 }));
    const has = (memberId: string, now: number) =>
      storage.read('w', (stores) => stores.sessions.personHasSession(memberId, now));
    expect([await has('bob', 19), await has('bob', 20), await has('eve', 0)]).toEqual([true, false, false]);
    const forget = (until: number, limit: number) =>
      storage.write('w', (stores) => stores.sessions.forget(until, limit));
    expect([await forget(9, 5), await forget(20, 1), await forget(20, 5)]).toEqual([0, 1, 1]);
    expect(await storage.directory.keyholder('d')).toBeNull();
    const trim = (keep: number) => storage.write('w', (stores) => stores.sessions.trim('ada', keep));
    expect([ids(await trim(2)), ids(await trim(1)), ids(await trim(0))]).toEqual([[], ['b'], ['c']]);
    expect(await storage.directory.keyholder('c')).toBeNull();
  });

  test('a link is found by its id, works once, is deleted with its person, and is limited per person', async () => {
    const storage = await populate();
    const add = (link: SignInLink, atMost = 2) =>
      storage.write('w', (stores) => stores.links.insert(link, atMost));
    const remaining = async () => {
      const found: string[] = [];
      for (const id of ['a', 'b', 'c', 'd', 'e']) {
        if (await storage.read('w', (stores) => stores.links.byId(id))) found.push(id);
      }
      return found;
    };
    for (const id of ['a', 'b', 'c']) await add(aLink(id));
    await add(aLink('d', { memberId: 'bob', expiresAt: 10 }));
    expect(await remaining()).toEqual(['b', 'c', 'd']);
    expect(await storage.read('w', (stores) => stores.links.byId('b'))).toEqual(aLink('b'));
    const place = (id: string) => storage.directory.workspaceOfLink(id);
    expect([await place('b'), await place('a'), await place('x')]).toEqual(['w', null, null]);
    await storage.write('w', (stores) => stores.links.delete('b'));
    expect(await storage.write('w', (stores) => stores.links.forget(10, 5))).toBe(1);
    await storage.write('w', ({ members }) => members.remove(aHuman('ada'), 1));
    expect(await remaining()).toEqual([]);
  });
}
