import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { long } from '@tandem/core/testing/programs';
import {
  apiOf,
  cleanUp,
  onDurablePostgres,
  type Serving,
  serve,
  stopped,
  tandem,
  temporaryFolder,
} from '@tandem/server/testing';
import { populate } from '../disk/populate.ts';
import { TO_LOOPBACK } from '../webhooks/office.ts';
import { endReceivers } from '../webhooks/receiver.ts';

afterEach(async () => {
  await endReceivers();
  await cleanUp();
});

const SETTINGS = { TANDEM_RATE_LIMIT: '0', ...TO_LOOPBACK };

/** Fields that differ with each request. */
const VOLATILE = ['lastUsedAt', 'lastSeenAt', 'requestId', 'etag'];
const lasting = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (VOLATILE.includes(name) ? undefined : value)));

onDurablePostgres('a workspace with data of every kind', ({ newDatabase }) => {
  // The tests of `tandem move` compare the tables; this compares every response.
  long.test(
    'the API returns the same data after a move to PostgreSQL and back, and accepts changes',
    async () => {
      const dataDir = temporaryFolder();
      const begun = await serve(dataDir, SETTINGS);
      const [, key = ''] = await begun.says('stdout', /^ {2}(tdm_\w+)$/m);
      const world = await populate(begun);
      const read = async ({ url }: Serving) => {
        const ada = apiOf(url, key);
        // The search index is rebuilt in the background after a move.
        while (!(await ada('GET', 'search?q=one')).body.complete) await pause(50);
        const answers = world.reads.map(async (path) => {
          const { status, body } = await ada('GET', path);
          return [path, status, lasting(body)];
        });
        return [...(await Promise.all(answers)), await world.contentOfFile()];
      };
      // The world's requests use the address at which it was created.
      const settings = { ...SETTINGS, TANDEM_PORT: new URL(begun.url).port };
      const onceStopped = async (server: Serving) => {
        const answers = await read(server);
        await stopped(server);
        return answers;
      };

      const before = await onceStopped(begun);
      const url = await newDatabase();
      const there = await tandem(['move', '--to', url], { TANDEM_DATA_DIR: dataDir });
      expect([there.stderr, there.code]).toEqual([expect.stringMatching(/^All \d+ rows of /), 0]);
      const atPostgres = { TANDEM_DATABASE_URL: url, TANDEM_DATA_DIR: dataDir };
      const moved = await serve(dataDir, { ...settings, ...atPostgres });
      expect(await read(moved)).toEqual(before);
      for (const [operation, { by, method, path, body }] of Object.entries(world.writes)) {
        const { status } = await by(method, path, body);
        expect([operation, Math.floor(status / 100)]).toEqual([operation, 2]);
      }

      const after = await onceStopped(moved);
      const folder = join(temporaryFolder(), 'back');
      const back = await tandem(['move', '--to', folder], atPostgres);
      expect([back.stderr, back.code]).toEqual([expect.stringMatching(/^All \d+ rows of /), 0]);
      const found = await tandem(['doctor'], { TANDEM_DATA_DIR: folder });
      expect([found.stdout.match(/^WRONG.*/gm), found.code]).toEqual([null, 0]);
      const again = await serve(folder, settings);
      expect(await onceStopped(again)).toEqual(after);
    },
    90_000,
  );
});
