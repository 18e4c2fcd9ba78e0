import { join } from 'node:path';
import { readConfig } from './config.ts';
import { demoEnvironment } from './demo.ts';

test('a demo uses a separate folder unless one is configured', () => {
  expect(readConfig(demoEnvironment({})).dataDir).toBe(join(process.cwd(), 'data/demo'));
  expect(readConfig(demoEnvironment({ TANDEM_DATA_DIR: '/srv/demo' })).dataDir).toBe('/srv/demo');
});

test('a demo keeps everything in its folder, whatever other servers use, and respects all other settings', () => {
  const config = readConfig(
    demoEnvironment({
      TANDEM_DATABASE_URL: 'postgres://tandem:secret@db.example.com/tandem',
      TANDEM_FILES_URL_FILE: '/run/secrets/files',
      TANDEM_PORT: '4711',
    }),
  );
  expect([config.databaseUrl, config.filesUrl, config.port]).toEqual(['', null, 4711]);
});

test('a demo keeps events for longer than its story, unless configured otherwise', () => {
  expect(readConfig(demoEnvironment({})).eventDays).toBe(90);
  expect(readConfig(demoEnvironment({ TANDEM_EVENT_DAYS: '7' })).eventDays).toBe(7);
});
