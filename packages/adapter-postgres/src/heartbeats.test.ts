import { setTimeout as pause } from 'node:timers/promises';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem } from '@tandem/core';
import { newTeam } from '@tandem/core/testing/world';
import { onPostgres } from '../testing/postgres.ts';
import { migratedDatabases, openStorage } from '../testing/storages.ts';
import { openWire } from './engine/wire.ts';

jest.setTimeout(60_000);

const HEARTBEATS = 20;

onPostgres('Heartbeats', (postgres) => {
  test('heartbeats update no index of claims on PostgreSQL', async () => {
    const url = await migratedDatabases(postgres)();
    const storage = await openStorage(url);
    const tandem = createTandem({ ...nodePorts(), storage });
    const { workspaceId, admin: ada } = await newTeam(tandem);
    await tandem.agents.create(ada, { name: 'fox', displayName: 'Fox', emoji: '*', model: 'm' });
    const fox = await tandem.operator.callerFor(workspaceId, 'fox');
    await tandem.tasks.create(ada, { title: 'T' });
    const { token = '' } = (await tandem.claims.next(fox, {}))?.lease ?? {};
    for (let i = 1; i <= HEARTBEATS; i++) {
      await tandem.claims.heartbeat(fox, 1, { token, progress: { note: `step ${i}`, percent: i } });
    }
    // Idle connections report their statistics only after ten seconds, closed ones at once.
    await storage.close();

    const wire = await openWire({ url, purpose: 'test' });
    const updates = async () =>
      (
        await wire.rows(`SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'claims'`)
      )[0];
    while (Number((await updates())?.[0]) < HEARTBEATS) await pause(100);
    expect(await updates()).toEqual([HEARTBEATS, HEARTBEATS]);
    await wire.close();
  });
});
