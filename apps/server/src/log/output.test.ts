import { stripVTControlCharacters } from 'node:util';
import { needingTerminal } from '@tandem/core/testing/programs';
import { cleanUp, newWorkspace, serve, stopped, temporaryFolder, withKey } from '../../testing/tandem.ts';
import { onTerminal } from '../../testing/terminal.ts';

afterEach(cleanUp);

interface Entry {
  readonly level: number;
  readonly msg: string;
  readonly [member: string]: unknown;
}

const entriesIn = (stderr: string): Entry[] =>
  stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry);

test('every request is logged as one line of JSON with its id, operation, status, duration and key id', async () => {
  const dataDir = temporaryFolder();
  const { key } = await newWorkspace(dataDir);
  const server = await serve(dataDir);
  const response = await fetch(`${server.url}/api/v1/tasks`, withKey(key));
  const { stderr } = await stopped(server);

  const requests = entriesIn(stderr).filter(({ msg }) => msg === 'request');
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    level: 30,
    requestId: response.headers.get('x-request-id'),
    operation: expect.any(String),
    method: 'GET',
    status: 200,
    durationMs: expect.any(Number),
    keyId: key.split('_')[1],
  });
});

test('the log contains no key and no body, whatever was sent', async () => {
  const dataDir = temporaryFolder();
  const { key } = await newWorkspace(dataDir);
  const server = await serve(dataDir, { TANDEM_LOG_LEVEL: 'trace' });
  const send = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { ...withKey(key).headers, 'Content-Type': 'application/json', ...headers },
      body,
    });
  await send('/api/v1/tasks', '{"title":"confidential"}');
  await send('/api/v1/tasks', '{"title":"confidential');
  await send('/api/v1/tasks', '{"title":"confidential"}', { Authorization: `Bearer ${key}x` });
  await send(`/api/v1/tasks/${key}?key=${key}`, '{"title":"confidential"}');
  await send('/api/v1/keys', '{"name":"confidential","kind":"service","scopes":["tasks:read"]}');
  const { stderr } = await stopped(server);

  expect(entriesIn(stderr).filter(({ msg }) => msg === 'request')).toHaveLength(5);
  expect(stderr).not.toContain('confidential');
  expect(stderr).not.toContain('tdm_');
});

test('the log level silent logs nothing', async () => {
  const server = await serve(temporaryFolder(), { TANDEM_LOG_LEVEL: 'silent' });
  await fetch(`${server.url}/healthz`);
  expect((await stopped(server)).stderr).toBe('');
});

test('TANDEM_LOG_FORMAT selects lines for people or for programs', async () => {
  const server = await serve(temporaryFolder(), { TANDEM_LOG_FORMAT: 'pretty' });
  expect((await stopped(server)).stderr).toMatch(/^\[[\d:]+\] INFO: stopping {"signal":"SIGTERM"}\n/);
});

needingTerminal().describe('on a terminal', () => {
  const asked = async (env: Record<string, string>): Promise<string> => {
    const settings = { TANDEM_DATA_DIR: temporaryFolder(), TANDEM_PORT: '0', ...env };
    const server = await onTerminal(['serve'], settings);
    const [, url] = await server.says('stdout', /^Tandem serves (http:\/\/\S+)/m);
    for (let i = 0; i < 50; i++) await fetch(`${url}/api/v1/me`);
    const { code, stdout } = await stopped(server);
    expect(code).toBe(0);
    return stripVTControlCharacters(stdout).replaceAll('\r\n', '\n');
  };

  test('on a terminal the log is for people, and requests do not scroll the first key away', async () => {
    const output = await asked({});
    expect(output).toMatch(/^ {2}tdm_\w+$/m);
    const [, after] = output.split(/^Data: .*\n/m);
    expect(after).toMatch(/^\[[\d:]+\] INFO: stopping {"signal":"SIGTERM"}\n\[[\d:]+\] INFO: stopped\n$/);
  });

  test('on a terminal the level that includes all requests shows them for people', async () => {
    const output = await asked({ TANDEM_LOG_LEVEL: 'debug' });
    const lines = output.match(/^\[[\d:]+\] INFO: request {"requestId":"\w+",.*"status":401,.*$/gm);
    expect(lines).toHaveLength(50);
  });

  test('on a terminal unknown settings are reported before the link, which is last', async () => {
    const server = await onTerminal(['serve'], {
      TANDEM_DATA_DIR: temporaryFolder(),
      TANDEM_PORT: '0',
      TANDEM_HSOT: '0.0.0.0',
    });
    await server.says('stdout', /\nData: /);
    expect(stripVTControlCharacters((await stopped(server)).stdout)).toMatch(
      /\n\[[\d:]+\] WARN: unknown setting {"setting":"TANDEM_HSOT","meant":"TANDEM_HOST"}\s+Open this to sign in/,
    );
  });
});
