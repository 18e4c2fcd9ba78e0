import { existsSync } from 'node:fs';
import {
  cleanUp,
  type Ended,
  newWorkspace,
  serve,
  startTandem,
  stopped,
  temporaryFolder,
} from '../../testing/tandem.ts';
import { readConfig, startServer } from '../index.ts';

afterEach(cleanUp);

const second = (dataDir: string): Promise<Ended> =>
  startTandem(['serve'], { TANDEM_DATA_DIR: dataDir, TANDEM_PORT: '0' }).ended;

test('a second server on a data folder is refused on one line that names the first', async () => {
  const dataDir = temporaryFolder();
  const first = await serve(dataDir);
  const { code, stdout, stderr } = await second(dataDir);
  const who = existsSync('/proc/locks') ? ` (${first.pid})` : '';
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `Another process${who} is using the data folder ${dataDir}. Stop the server, or set TANDEM_DATA_DIR to another folder.\n`,
  });
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

test('of many simultaneous starts on one data folder, one serves', async () => {
  const dataDir = temporaryFolder();
  await newWorkspace(dataDir);
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () =>
      serve(dataDir).then(
        () => 'serves',
        (error: Error) => (/Another process .* is using/.test(error.message) ? 'refused' : error.message),
      ),
    ),
  );
  expect(outcomes.toSorted()).toEqual(['refused', 'refused', 'refused', 'serves']);
});

test.each(['SIGKILL', 'SIGTERM'] as const)('after %s the next server starts at once', async (signal) => {
  const dataDir = temporaryFolder();
  const first = await serve(dataDir);
  first.signal(signal);
  await first.ended;
  expect((await fetch(`${(await serve(dataDir)).url}/readyz`)).status).toBe(200);
});

test('a server that failed to start holds no lock', async () => {
  const dataDir = temporaryFolder();
  const { port } = new URL((await serve(temporaryFolder())).url);
  const start = () =>
    startServer(readConfig({ TANDEM_DATA_DIR: dataDir, TANDEM_PORT: port, TANDEM_LOG_LEVEL: 'silent' }));
  await expect(start()).rejects.toThrow('in use');
  await expect(start()).rejects.toThrow(`Port ${port}`);
  await stopped(await serve(dataDir));
});

test('the command line works beside the server; a restore does not', async () => {
  const dataDir = temporaryFolder();
  const env = { TANDEM_DATA_DIR: dataDir };
  const { id } = await newWorkspace(dataDir);
  await serve(dataDir);
  const backup = `${temporaryFolder()}/backup`;
  const key = ['--member', 'ada', '--kind', 'person', '--scopes', 'full', '--name', 'CI'];
  for (const command of [
    ['workspace', 'list'],
    ['workspace', 'create', '--name', 'Beside', '--admin', 'bob'],
    ['key', 'create', '--workspace', id, ...key],
    ['backup', backup],
    ['doctor'],
  ]) {
    expect(await startTandem(command, env).ended).toMatchObject({ code: 0 });
  }
  const { code, stderr } = await startTandem(['restore', backup, '--force'], env).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Another process .* Stop the server, .* Nothing was restored\.\n$/);
});
