import { join } from 'node:path';
import { readConfig } from './config.ts';
import { demoEnvironment } from './demo.ts';

test('a demo has a folder of its own unless another one is named', () => {
  expect(readConfig(demoEnvironment({})).dataDir).toBe(join(process.cwd(), 'data/demo'));
  expect(readConfig(demoEnvironment({ TANDEM_DATA_DIR: '/srv/demo' })).dataDir).toBe('/srv/demo');
});

test('it keeps all in its folder, whatever other servers do, and goes by all other settings', () => {
  const config = readConfig(
    demoEnvironment({
      TANDEM_DATABASE_URL: 'postgres://tandem:secret@db.example.com/tandem',
      TANDEM_FILES_URL: 's3://bucket/prefix',
      TANDEM_PORT: '4711',
    }),
  );
  expect([config.databaseUrl, config.filesUrl, config.port]).toEqual(['', null, 4711]);
});

test('events are kept for longer than the story is, unless somebody says otherwise', () => {
  expect(readConfig(demoEnvironment({})).eventDays).toBe(90);
  expect(readConfig(demoEnvironment({ TANDEM_EVENT_DAYS: '7' })).eventDays).toBe(7);
});
