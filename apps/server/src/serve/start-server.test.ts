import { cleanUp, temporaryFolder } from '../../testing/tandem.ts';
import { readConfig, startServer } from '../index.ts';

afterEach(cleanUp);

test('a program can run a server inside its own process, and stop it', async () => {
  const env = { TANDEM_PORT: '0', TANDEM_DATA_DIR: temporaryFolder(), TANDEM_LOG_LEVEL: 'silent' };
  const server = await startServer(readConfig(env));
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  expect(server.firstKey).toMatch(/^tdm_/);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await server.stop();
  await expect(fetch(`${server.url}/readyz`)).rejects.toThrow();
});
