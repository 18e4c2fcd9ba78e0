import { once } from 'node:events';
import { connect } from 'node:net';
import { holdRequest } from '../../testing/held-request.ts';
import {
  cleanUp,
  newWorkspace,
  type Serving,
  serve,
  start,
  stopped,
  temporaryFolder,
} from '../../testing/tandem.ts';

afterEach(cleanUp);

const serveWorkspace = async (env = {}): Promise<Serving & { key: string }> => {
  const dataDir = temporaryFolder();
  const { key } = await newWorkspace(dataDir);
  return { ...(await serve(dataDir, env)), key };
};

test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
  '%s stops an idle server with exit code 0',
  async (signal) => {
    const server = await serveWorkspace();
    // Leaves an open keep-alive connection.
    await fetch(`${server.url}/healthz`);
    server.signal(signal);
    expect((await server.ended).code).toBe(0);
  },
);

test('a stopping server answers the request in progress and accepts no new ones', async () => {
  const server = await serveWorkspace();
  const held = await holdRequest(server.url, server.key);
  server.signal('SIGTERM');
  await server.says('stderr', /"msg":"stopping"/);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  expect(await held.finish()).toBe(201);
  expect((await server.ended).code).toBe(0);
});

test('a stopping server cuts off a request that exceeds the time limit', async () => {
  const server = await serveWorkspace({ TANDEM_SHUTDOWN_TIMEOUT_MS: '50' });
  const held = await holdRequest(server.url, server.key);
  const { code } = await stopped(server);
  await held.cut;
  expect(code).toBe(0);
});

test('a second signal ends the server at once, with exit code 1', async () => {
  const server = await serveWorkspace({ TANDEM_SHUTDOWN_TIMEOUT_MS: '600000' });
  const held = await holdRequest(server.url, server.key);
  server.signal('SIGTERM');
  await server.says('stderr', /"msg":"stopping"/);
  server.signal('SIGINT');
  expect((await server.ended).code).toBe(1);
  await held.cut;
});

test('a Ctrl-C that npm repeats counts as one signal', async () => {
  const server = await serveWorkspace();
  const held = await holdRequest(server.url, server.key);
  server.signal('SIGINT');
  server.signal('SIGINT');
  await server.says('stderr', /"msg":"stopping"/);
  expect(await held.finish()).toBe(201);
  expect((await server.ended).code).toBe(0);
});

test('a connection without a request does not delay the stop', async () => {
  const server = await serveWorkspace();
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(silent, 'connect');
  // Connections are accepted in order: a response on a later one proves that the server has this one.
  await fetch(`${server.url}/healthz`);
  const closed = once(silent, 'close');
  const { code, stderr } = await stopped(server);
  expect(code).toBe(0);
  await closed;
  const times = [...stderr.matchAll(/"time":(\d+)[^\n]*"msg":"stop/g)].map(([, time]) => Number(time));
  expect((times[1] as number) - (times[0] as number)).toBeLessThan(5_000);
});

test('the server under npm start gets the signal that npm receives', async () => {
  const npm = start('npm', ['start'], { TANDEM_DATA_DIR: temporaryFolder(), TANDEM_PORT: '0' });
  await npm.says('stdout', /^Tandem serves /m);
  const { code, stderr } = await stopped(npm);
  expect(code).toBe(0);
  expect(stderr).toContain('"msg":"stopped"');
});
