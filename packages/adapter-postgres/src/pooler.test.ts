import { type Pooler, type PoolMode, startPooler } from '../testing/pooler.ts';
import { onPostgres } from '../testing/postgres.ts';
import { migratedDatabases, openStorage } from '../testing/storages.ts';
import { UnfitServer } from './index.ts';

onPostgres('A database behind a connection pooler', (postgres) => {
  const newDatabase = migratedDatabases(postgres);
  let pooler: Pooler | undefined;
  afterEach(() => pooler?.close());

  const urlBehind = async (mode: PoolMode) => {
    const url = new URL(await newDatabase());
    pooler = await startPooler(Number(url.port), mode);
    url.host = `127.0.0.1:${pooler.port}`;
    return url.href;
  };

  test('a connection through a pooler in session mode is accepted', async () => {
    const storage = await openStorage(await urlBehind('session'));
    await storage.ping();
    await storage.close();
  });

  test.each(['transaction', 'statement'] as const)(
    'a connection through a pooler in %s mode is refused',
    async (mode) => {
      const opening = openStorage(await urlBehind(mode));
      await expect(opening).rejects.toBeInstanceOf(UnfitServer);
      await expect(opening).rejects.toThrow('Set its pool_mode to session');
    },
  );
});
