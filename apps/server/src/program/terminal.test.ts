import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanUp, type Ended, startTandem, tandem, temporaryFolder } from '../../testing/tandem.ts';

afterEach(cleanUp);

/** Clears the screen with 7-bit and 8-bit sequences, forges a line, and reverses the text direction. */
const HOSTILE = 'Acme\u001b[2J\u009b2J\r\nOK\u0007\u007f\u202eemca';
const SHOWN = 'Acme\\u001b[2J\\u009b2J\\u000d\\u000aOK\\u0007\\u007f\\u202eemca';

/** The output, in which line ends are the only control characters. */
function harmless({ stdout, stderr }: Ended): string {
  const output = stdout + stderr;
  expect(output).not.toMatch(/[^\n\P{Cc}]|[\u202a-\u202e\u2066-\u2069]/u);
  return output;
}

describe('names with control characters', () => {
  test("control characters in a workspace's name are escaped where it is created, listed and changed", async () => {
    const env = { TANDEM_DATA_DIR: temporaryFolder() };
    const create = ['workspace', 'create', '--name', HOSTILE, '--admin', 'ada', '--display-name', HOSTILE];
    expect(harmless(await tandem(create, env))).toContain(`Workspace ${SHOWN} (`);

    const listed = await tandem(['workspace', 'list'], env);
    expect(harmless(listed)).toContain(`  ${SHOWN}\n`);
    expect(listed.stdout.split('\n')).toHaveLength(2);
    const json = await tandem(['workspace', 'list', '--json'], env);
    harmless(json);
    const [{ id, name }] = JSON.parse(json.stdout).workspaces;
    expect(name).toBe(HOSTILE);

    expect(harmless(await tandem(['workspace', 'set', id, '--chat', 'off'], env))).toContain(SHOWN);
    const key = ['key', 'create', '--workspace', id, '--member', 'ada', '--kind', 'service'];
    const made = await tandem([...key, '--scopes', 'full', '--name', HOSTILE], env);
    expect(harmless(made)).toContain(`Key ${SHOWN} (`);
  });

  test('control characters in a refusal or in wrong usage are escaped', async () => {
    const env = { TANDEM_DATA_DIR: temporaryFolder() };
    expect(harmless(await tandem(['backup', `/nowhere/${HOSTILE}`], env))).not.toBe('');
    expect(harmless(await tandem(['restore', `/nowhere/${HOSTILE}`], env))).toContain(SHOWN);
    expect(harmless(await tandem([HOSTILE], env))).toMatch(/^error: unknown command .*Acme\\u001b/);
    const folder = `${temporaryFolder()}/${HOSTILE}`;
    expect(harmless(await tandem(['workspace', 'list'], { TANDEM_DATA_DIR: folder }))).toContain(SHOWN);
  });

  test("control characters in a server's response to a worker are escaped", async () => {
    const error = { code: 'FORBIDDEN', message: HOSTILE };
    const service = createServer((_request, response) => {
      response.statusCode = 403;
      response.end(JSON.stringify({ error }));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const run = ['agent', 'run', '--agent', HOSTILE, '--exec', 'true', '--url', url];
    const ended = await tandem(run, { TANDEM_KEY: 'tdm_0_0' });
    await new Promise((resolve) => service.close(resolve));
    expect(harmless(ended)).toBe(`${SHOWN}\n`);
  });

  test('control characters in the help are escaped, and its line breaks kept', async () => {
    const env = { TANDEM_URL: `http://${HOSTILE}` };
    const help = harmless(await startTandem(['agent', 'run', '--help'], env).ended);
    expect(help).toContain('Acme\\u001b[2J\\u009b2J');
    expect(help.split('\n').length).toBeGreaterThan(10);
  });
});
