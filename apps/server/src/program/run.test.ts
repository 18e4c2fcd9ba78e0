import { readdirSync } from 'node:fs';
import { apiOf } from '../../testing/api.ts';
import {
  cleanUp,
  newWorkspace,
  serve,
  start,
  tandem,
  temporaryFolder,
  withKey,
} from '../../testing/tandem.ts';

afterEach(cleanUp);

const ID = expect.stringMatching(/^[0-9A-Z]{26}$/);
const SECRET = expect.stringMatching(/^tdm_\w+$/);

describe('tandem workspace', () => {
  test('tandem workspace create --json prints only the workspace, its admin and the key', async () => {
    const env = { TANDEM_DATA_DIR: temporaryFolder() };
    await newWorkspace(env.TANDEM_DATA_DIR);
    const { code, stdout, stderr } = await tandem(
      ['workspace', 'create', '--name', 'Acme', '--admin', 'ada', '--display-name', 'Ada L.', '--json'],
      env,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toStrictEqual({
      workspace: { id: ID, name: 'Acme' },
      member: { id: ID, name: 'ada' },
      key: { id: ID, secret: SECRET },
    });
  });

  test('tandem workspace create prints only the key on standard output, and the rest on standard error', async () => {
    const { stdout, stderr } = await tandem(['workspace', 'create', '--name', 'Acme', '--admin', 'ada'], {
      TANDEM_DATA_DIR: temporaryFolder(),
    });
    expect(stdout).toMatch(/^tdm_\w+\n$/);
    expect(stderr).toContain('Acme');
  });

  test('tandem workspace list prints the workspaces, and set changes the plan', async () => {
    const env = { TANDEM_DATA_DIR: temporaryFolder() };
    const { id } = await newWorkspace(env.TANDEM_DATA_DIR);
    await tandem(['workspace', 'create', '--name', 'Quiet', '--admin', 'bob', '--no-chat'], env);
    const list = async () => JSON.parse((await tandem(['workspace', 'list', '--json'], env)).stdout);

    expect(await list()).toStrictEqual({
      workspaces: [
        { id, name: 'Acme', plan: { chat: true } },
        { id: ID, name: 'Quiet', plan: { chat: false } },
      ],
    });
    expect((await tandem(['workspace', 'list'], env)).stdout).toMatch(
      /^\w{26} {2}chat on {3}Acme\n\w{26} {2}chat off {2}Quiet\n$/,
    );

    expect((await tandem(['workspace', 'set', id, '--chat', 'off'], env)).code).toBe(0);
    expect((await list()).workspaces[0]).toMatchObject({ id, plan: { chat: false } });
  });
});

describe('tandem key, while the server runs', () => {
  const running = async () => {
    const dataDir = temporaryFolder();
    const { id } = await newWorkspace(dataDir);
    const { url } = await serve(dataDir);
    const createKey = (...args: string[]) =>
      tandem(['key', 'create', '--workspace', id, '--member', 'ada', '--name', 'CI', ...args], {
        TANDEM_DATA_DIR: dataDir,
      });
    const statusWith = async (key: string) => (await fetch(`${url}/api/v1/me`, withKey(key))).status;
    return { dataDir, url, createKey, statusWith };
  };

  test('tandem key create --json prints only the key', async () => {
    const { createKey } = await running();
    const { code, stdout, stderr } = await createKey('--kind', 'service', '--scopes', 'tasks:read', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toStrictEqual({ key: { id: ID, secret: SECRET } });
  });

  test('a key created while the server runs works at once, with its kind and scopes', async () => {
    const { url, createKey } = await running();
    const { stdout } = await createKey('--kind', 'service', '--scopes', 'tasks:read, agents:read');
    const me = await fetch(`${url}/api/v1/me`, withKey(stdout.trim()));
    expect(await me.json()).toMatchObject({
      caller: { type: 'service', name: 'CI' },
      key: { kind: 'service', scopes: ['tasks:read', 'agents:read'] },
    });
  });

  test('a key revoked while the server runs is refused with the next request', async () => {
    const { dataDir, createKey, statusWith } = await running();
    const { stdout } = await createKey('--kind', 'person', '--scopes', 'full', '--json');
    const { key } = JSON.parse(stdout);
    expect(await statusWith(key.secret)).toBe(200);
    const revoked = await tandem(['key', 'revoke', key.id], { TANDEM_DATA_DIR: dataDir });
    expect(revoked.code).toBe(0);
    expect(await statusWith(key.secret)).toBe(401);
  });
});

describe('tandem member, while the server runs', () => {
  test('tandem member open-chats reopens chats that a new invitation closed', async () => {
    const dataDir = temporaryFolder();
    const env = { TANDEM_DATA_DIR: dataDir };
    const { id, key } = await newWorkspace(dataDir);
    const { url } = await serve(dataDir);
    const admin = apiOf(url, key);
    const agent = await admin('POST', 'agents', {
      name: 'scout',
      displayName: 'Scout',
      emoji: '*',
      model: 'm',
    });
    const { body: bob } = await admin('POST', 'members', { name: 'bob', displayName: 'Bob' });
    const accept = async (code: string) =>
      (await apiOf(url, '')('POST', 'invitations/accept', { code })).body;
    const first = await accept(bob.invitation.code);
    const asked = { agentId: agent.body.id, body: 'A secret' };
    const { thread } = (await apiOf(url, first.secret)('POST', 'chats', asked)).body;
    await admin('DELETE', `keys/${first.id}`);
    const second = await accept((await admin('POST', `members/${bob.id}/invitation`, {})).body.code);
    const chats = async () =>
      (await apiOf(url, second.secret)('GET', 'chats')).body.data.map(({ id }: { id: string }) => id);

    expect(await chats()).toEqual([]);
    const opened = await tandem(
      ['member', 'open-chats', '--workspace', id, '--member', 'bob', '--json'],
      env,
    );
    expect(opened).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(opened.stdout)).toStrictEqual({ member: { id: bob.id, name: 'bob' } });
    expect(await chats()).toEqual([thread.id]);
    const again = await tandem(['member', 'open-chats', '--workspace', id, '--member', 'bob'], env);
    expect(again).toMatchObject({ code: 0, stdout: '', stderr: 'bob can see all of their chats again.\n' });
  });
});

describe('tandem web-link, while the server runs', () => {
  const signIn = (url: string, link: string) =>
    apiOf(url, '')('POST', 'sessions', { code: link.slice(link.indexOf('#code=') + 6) });

  test('tandem web-link creates a link that signs a person in once', async () => {
    const dataDir = temporaryFolder();
    const env = { TANDEM_DATA_DIR: dataDir, TANDEM_PORT: '4711' };
    const { key } = await newWorkspace(dataDir);
    const { url } = await serve(dataDir);
    const { body: bob } = await apiOf(url, key)('POST', 'members', { name: 'bob', displayName: 'Bob' });

    const made = await tandem(['web-link', '--member', 'bob'], env);
    expect(made).toMatchObject({ code: 0, stderr: expect.stringMatching(/^bob can sign in with this link/) });
    expect(made.stdout).toMatch(/^http:\/\/127\.0\.0\.1:4711\/#code=tdl_\w+\n$/);
    const signedIn = await signIn(url, made.stdout.trim());
    expect([signedIn.status, signedIn.body.memberId]).toEqual([201, bob.id]);
    expect((await signIn(url, made.stdout.trim())).status).toBe(404);

    const printed = await tandem(['web-link', '--member', bob.id, '--url', 'https://x.test/', '--json'], env);
    const { link, expiresAt, member } = JSON.parse(printed.stdout);
    expect(link).toMatch(/^https:\/\/x\.test\/#code=tdl_\w+$/);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    expect(member).toStrictEqual({ id: bob.id, name: 'bob' });
  });

  test('tandem web-link asks for the workspace if there are several, and for the address if it is unknown', async () => {
    const dataDir = temporaryFolder();
    const env = { TANDEM_DATA_DIR: dataDir };
    await newWorkspace(dataDir);
    const { id } = await newWorkspace(dataDir);
    const bare = ['web-link', '--member', 'ada'];
    expect((await tandem(bare, env)).stderr).toMatch(
      /^There is not exactly one workspace\. .*--workspace.*\n$/,
    );
    expect((await tandem([...bare, '--workspace', id], env)).code).toBe(0);
    expect((await tandem(bare, { ...env, TANDEM_PORT: '0' })).stderr).toContain('--url');
    expect((await tandem(bare, { ...env, TANDEM_WEB: 'off' })).stderr).toContain('TANDEM_WEB is off');
    expect((await tandem([...bare, '--url', 'ftp://x'], env)).code).toBe(2);
    expect((await tandem(['web-link', '--member', 'nobody', '--workspace', id], env)).code).toBe(1);
  });
});

describe('a command that cannot do its work', () => {
  const refusal = async (env: Record<string, string>, ...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await tandem(args, env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    return stderr;
  };

  test('an unknown workspace or key is reported on one line, with exit code 1', async () => {
    const env = { TANDEM_DATA_DIR: temporaryFolder() };
    await newWorkspace(env.TANDEM_DATA_DIR);
    expect(await refusal(env, 'workspace', 'set', 'nowhere', '--chat', 'on')).toContain('no such workspace');
    expect(await refusal(env, 'key', 'revoke', 'nothing')).toContain('no such key');
  });

  test('a folder without a database is reported on one line, and none is created in it', async () => {
    const env = { TANDEM_DATA_DIR: temporaryFolder() };
    expect(await refusal(env, 'workspace', 'list')).toContain('no database');
    expect(await refusal(env, 'key', 'revoke', 'nothing')).toContain('no database');
    expect(readdirSync(env.TANDEM_DATA_DIR)).toEqual([]);
  });

  test('an unknown member, and scopes that a kind cannot have, are reported on one line', async () => {
    const env = { TANDEM_DATA_DIR: temporaryFolder() };
    const { id } = await newWorkspace(env.TANDEM_DATA_DIR);
    const create = ['key', 'create', '--workspace', id, '--name', 'CI', '--kind', 'runtime'];
    expect(await refusal(env, ...create, '--member', 'eve', '--scopes', 'full')).toContain('member');
    expect(await refusal(env, ...create, '--member', 'ada', '--scopes', 'chat:read')).toContain('chat:read');
  });

  test('an invalid member name is reported on one line', async () => {
    const env = { TANDEM_DATA_DIR: temporaryFolder() };
    await newWorkspace(env.TANDEM_DATA_DIR);
    expect(await refusal(env, 'workspace', 'create', '--name', 'Acme', '--admin', 'not a name')).toContain(
      'name',
    );
  });

  test('an invalid setting is reported on one line', async () => {
    expect(await refusal({ TANDEM_PORT: 'http' }, 'workspace', 'list')).toContain('TANDEM_PORT');
  });
});

describe('wrong usage', () => {
  test.each([
    ['an unknown command', ['dance']],
    ['a missing option', ['workspace', 'create', '--name', 'Acme']],
    [
      'an unknown kind',
      [
        'key',
        'create',
        '--workspace',
        'w',
        '--member',
        'm',
        '--name',
        'n',
        '--scopes',
        'full',
        '--kind',
        'magic',
      ],
    ],
    [
      'an unknown scope',
      [
        'key',
        'create',
        '--workspace',
        'w',
        '--member',
        'm',
        '--name',
        'n',
        '--kind',
        'person',
        '--scopes',
        'full,all',
      ],
    ],
    ['a plan that is neither on nor off', ['workspace', 'set', 'id', '--chat', 'maybe']],
  ])('wrong usage exits with 2 and changes nothing: %s', async (_what, args) => {
    const { code, stdout, stderr } = await tandem(args, { TANDEM_DATA_DIR: '/dev/null/nowhere' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: /);
  });
});

test('--help and --version exit with 0', async () => {
  expect(await tandem(['--version'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^0\.1\.0( \(commit \w{12}\))?\n$/),
  });
  const { code, stdout } = await tandem(['serve', '--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('TANDEM_SHUTDOWN_TIMEOUT_MS (10000)');
});

test("in a clone, npm run tandem prints only the command's output on standard output", async () => {
  const create = ['workspace', 'create', '--name', 'Acme', '--admin', 'ada', '--json'];
  const { code, stdout } = await start('npm', ['run', '--silent', 'tandem', '--', ...create], {
    TANDEM_DATA_DIR: temporaryFolder(),
  }).ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ key: { secret: SECRET } });
});
