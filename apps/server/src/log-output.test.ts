import { cleanUp, newWorkspace, serve, stopped, temporaryFolder, withKey } from './testing/tandem.ts';

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

test('every request is logged as one line of JSON: its id, operation, status, duration and the id of its key', async () => {
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

test('a log holds no key and no body, whatever was sent', async () => {
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

test('a server that is told to be silent logs nothing', async () => {
  const server = await serve(temporaryFolder(), { TANDEM_LOG_LEVEL: 'silent' });
  await fetch(`${server.url}/healthz`);
  expect((await stopped(server)).stderr).toBe('');
});
