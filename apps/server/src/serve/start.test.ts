import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import {
  cleanUp,
  newWorkspace,
  serve,
  stopped,
  tandem,
  temporaryFolder,
  withKey,
} from '../../testing/tandem.ts';

afterEach(cleanUp);

describe('the first start', () => {
  test("the first start prints the sign-in link, the admin's key, the next step and the address", async () => {
    const dataDir = temporaryFolder();
    const server = await serve(dataDir);
    const { stdout } = await stopped(server);
    expect(stdout.replace(/(tdl|tdm)_\w+/g, '$1_')).toBe(`\
Open this to sign in (valid for 5 minutes; tandem web-link prints another):

  ${server.url}/#code=tdl_

The admin's key. Keep it: it is shown only now.

  tdm_

Next, connect a coding agent, in its repository: tandem agent setup claude

Tandem serves ${server.url}
Data: ${dataDir}
`);
  });

  test('the first start gives the admin of "My workspace" a key with every scope', async () => {
    const server = await serve(temporaryFolder());
    const [, key = ''] = await server.says('stdout', /^ {2}(tdm_\w+)$/m);
    const me = await fetch(`${server.url}/api/v1/me`, withKey(key));
    expect(await me.json()).toMatchObject({
      caller: { type: 'human', name: 'admin' },
      key: { kind: 'person', scopes: ['full', 'chat:read', 'chat:write'] },
      workspace: { name: 'My workspace' },
    });
  });

  test('the first start prints a link that signs the admin in once', async () => {
    const server = await serve(temporaryFolder());
    const [, code = ''] = await server.says(
      'stdout',
      new RegExp(`^ {2}${server.url}/#code=(tdl_\\w+)$`, 'm'),
    );
    const body = JSON.stringify({ code });
    const signIn = () =>
      fetch(`${server.url}/api/v1/sessions`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
    const signedIn = await signIn();
    const [cookie = ''] = signedIn.headers.get('set-cookie')?.split(';') ?? [];
    const me = await fetch(`${server.url}/api/v1/me`, { headers: { Cookie: cookie } });
    expect(await me.json()).toMatchObject({ caller: { name: 'admin' } });
    expect((await signIn()).status).toBe(404);
  });

  test('the first start creates the data folder and its parent folders', async () => {
    const dataDir = join(temporaryFolder(), 'not/there/yet');
    await stopped(await serve(dataDir));
    expect(readdirSync(dataDir)).toContain('tandem.db');
  });
});

describe('a later start', () => {
  test('a later start keeps the data and prints no key', async () => {
    const dataDir = temporaryFolder();
    const first = await serve(dataDir);
    const [, key = ''] = await first.says('stdout', /^ {2}(tdm_\w+)$/m);
    await fetch(`${first.url}/api/v1/tasks`, {
      method: 'POST',
      headers: { ...withKey(key).headers, 'Content-Type': 'application/json' },
      body: '{"title":"Kept"}',
    });
    await stopped(first);

    const second = await serve(dataDir);
    const task = await fetch(`${second.url}/api/v1/tasks/1`, withKey(key));
    expect(await task.json()).toMatchObject({ title: 'Kept' });
    const { stdout } = await stopped(second);
    expect(stdout).toBe(`Tandem serves ${second.url}\nData: ${dataDir}\n`);
  });

  test('a start creates no workspace if the operator has created one', async () => {
    const dataDir = temporaryFolder();
    await newWorkspace(dataDir);
    const { stdout } = await stopped(await serve(dataDir));
    expect(stdout).not.toContain('tdm_');
  });
});

test('an IPv6 address is printed in brackets', async () => {
  const server = await serve(temporaryFolder(), { TANDEM_HOST: '::1' });
  expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test.each([
  ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/, 'every IPv4 address'],
  ['::', /^http:\/\/\[::1\]:\d+$/, 'every address'],
])('a server that listens on all addresses (%s) prints one that can be pasted', async (host, url, where) => {
  const server = await serve(temporaryFolder(), { TANDEM_HOST: host });
  expect(server.url).toMatch(url);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await stopped(server)).stdout).toContain(`\nIt listens on ${where} of this machine.\n`);
});

test('the printed address opens the web app, or the reference when the web app is turned off', async () => {
  const opened = async (settings?: Record<string, string>) => {
    const { url } = await serve(temporaryFolder(), settings);
    const {
      status,
      url: at,
      text,
    } = await fetch(url).then(async (answer) => ({
      status: answer.status,
      url: answer.url.slice(url.length),
      text: await answer.text(),
    }));
    return [status, at, /<title>(.*)<\/title>/.exec(text)?.[1]];
  };
  expect(await opened()).toEqual([200, '/', 'Tandem']);
  expect(await opened({ TANDEM_WEB: 'off' })).toEqual([200, '/docs', 'Tandem: reference of the interface']);
});

test("an unknown setting is reported where it can't be overlooked", async () => {
  const env = { TANDEM_DATA_DIR: temporaryFolder(), TANDEM_PROT: '8080', TANDEM_HUE: 'red' };
  const server = await serve(env.TANDEM_DATA_DIR, env);
  const entries = (await stopped(server)).stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.filter(({ msg }) => msg === 'unknown setting')).toEqual([
    {
      level: 40,
      time: expect.any(Number),
      setting: 'TANDEM_PROT',
      meant: 'TANDEM_PORT',
      msg: 'unknown setting',
    },
    { level: 40, time: expect.any(Number), setting: 'TANDEM_HUE', meant: null, msg: 'unknown setting' },
  ]);
  expect((await tandem(['workspace', 'list'], env)).stderr).toBe(
    'Unknown setting TANDEM_PROT (ignored). Did you mean TANDEM_PORT?\n' +
      'Unknown setting TANDEM_HUE (ignored). tandem serve --help lists all settings.\n',
  );
});

test('a command that creates a database says so', async () => {
  const env = { TANDEM_DATA_DIR: temporaryFolder() };
  const create = ['workspace', 'create', '--name', 'Acme', '--admin', 'ada', '--json'];
  const { stdout, stderr } = await tandem(create, env);
  expect(stderr).toBe(`There was no database in ${env.TANDEM_DATA_DIR}. A new one was created.\n`);
  expect(JSON.parse(stdout)).toMatchObject({ workspace: { name: 'Acme' } });
  expect((await tandem(create, env)).stderr).toBe('');
});

test('a started server reports to anyone that it is alive and ready', async () => {
  const { url } = await serve(temporaryFolder());
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

describe('a server that cannot start', () => {
  const failedStart = async (env: Record<string, string>): Promise<string> => {
    const { code, stdout, stderr } = await tandem(['serve'], { TANDEM_PORT: '0', ...env });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^[^\n]+\n$/);
    return stderr;
  };

  test('a start with an invalid setting prints the reason on one line and exits with 1', async () => {
    expect(await failedStart({ TANDEM_PORT: 'http' })).toBe(
      'TANDEM_PORT must be an integer from 0 to 65535, not "http".\n',
    );
  });

  test('a start with a port in use creates no workspace, whose key would be lost', async () => {
    const { url } = await serve(temporaryFolder());
    const { port } = new URL(url);
    const dataDir = temporaryFolder();
    const message = await failedStart({ TANDEM_PORT: port, TANDEM_DATA_DIR: dataDir });
    expect(message).toContain(`Port ${port} on 127.0.0.1 is in use.`);
    expect(message).toContain('TANDEM_PORT');
    expect((await tandem(['workspace', 'list'], { TANDEM_DATA_DIR: dataDir })).stdout).toBe('');
  });

  test('a start with an address of another machine prints the reason on one line and exits with 1', async () => {
    const message = await failedStart({ TANDEM_HOST: '192.0.2.1', TANDEM_DATA_DIR: temporaryFolder() });
    expect(message).toContain('TANDEM_HOST');
  });

  test('a start with a file as its data folder, or inside one, prints the reason on one line and exits with 1', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(await failedStart({ TANDEM_DATA_DIR: file })).toContain('Set TANDEM_DATA_DIR to a folder.');
    expect(await failedStart({ TANDEM_DATA_DIR: join(file, 'below') })).toContain(
      'Set TANDEM_DATA_DIR to a folder.',
    );
  });

  test('a start with a read-only data folder prints the reason on one line and exits with 1', async () => {
    const dataDir = unwritableFolder();
    expect(await failedStart({ TANDEM_DATA_DIR: dataDir })).toContain(`The data folder ${dataDir} `);
  });

  test("a start with a data folder that can't be created prints the reason on one line and exits with 1", async () => {
    const dataDir = join(unwritableFolder(), 'data');
    expect(await failedStart({ TANDEM_DATA_DIR: dataDir })).toContain(`The data folder ${dataDir} `);
  });

  test('a start with an invalid database file prints the reason on one line and exits with 1', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'tandem.db'), 'Dear diary, '.repeat(1000));
    expect(await failedStart({ TANDEM_DATA_DIR: dataDir })).toContain('is not a database.');
  });

  test('a start with a folder in place of the database prints the reason on one line and exits with 1', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'tandem.db'));
    expect(await failedStart({ TANDEM_DATA_DIR: dataDir })).toContain('cannot be opened for writing.');
  });

  test('a start with a newer database prints the reason on one line and exits with 1', async () => {
    const dataDir = temporaryFolder();
    await newWorkspace(dataDir);
    setUserVersion(join(dataDir, 'tandem.db'), 9999);
    expect(await failedStart({ TANDEM_DATA_DIR: dataDir })).toContain(
      'was written by a newer version of Tandem.',
    );
  });

  test('a start with a database from before the first release prints the reason on one line and exits with 1', async () => {
    const dataDir = temporaryFolder();
    await newWorkspace(dataDir);
    setUserVersion(join(dataDir, 'tandem.db'), 19);
    expect(await failedStart({ TANDEM_DATA_DIR: dataDir })).toContain(
      'cannot be used. The database has schema version 19; this Tandem reads 20 and later. Start the last pre-release',
    );
  });
});

test('a start on a damaged copy logs the damage', async () => {
  const dataDir = temporaryFolder();
  await newWorkspace(dataDir);
  const file = join(dataDir, 'tandem.db');
  damageIndex(file, 'search_texts_by_ref');
  const server = await serve(dataDir);
  await server.says('stderr', /"level":50,.*"msg":"database damaged"/);
});

/** Overwrites the first page of an index. */
function damageIndex(file: string, name: string): void {
  const database = new Database(file);
  const { rootpage } = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name) as {
    rootpage: number;
  };
  const pageSize = database.pragma('page_size', { simple: true }) as number;
  database.close();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(pageSize, 7), 0, pageSize, (rootpage - 1) * pageSize);
  closeSync(descriptor);
}

/** A folder that this user cannot write to; root can write anywhere except in kernel file systems. */
function unwritableFolder(): string {
  if (process.getuid?.() === 0) return '/sys';
  const folder = temporaryFolder();
  chmodSync(folder, 0o555);
  return folder;
}

/** Does the same as `PRAGMA user_version` on a closed database: the number is at byte 60 of the file. */
function setUserVersion(file: string, version: number): void {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(version);
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, 4, 60);
  closeSync(descriptor);
}

test('the version, commit and schema are in the health check, the metrics, the log and the OpenAPI document', async () => {
  const server = await serve(temporaryFolder());
  const json = async (path: string) => (await fetch(server.url + path)).json();
  const { status, ...build } = (await json('/healthz')) as Record<string, unknown>;
  expect([status, build]).toEqual([
    'ok',
    { version: expect.stringMatching(/^\d+\.\d+\.\d+$/), commit: build.commit, schema: expect.any(Number) },
  ]);
  expect(await json('/api/v1/openapi.json')).toMatchObject({ 'x-tandem-build': build });
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const labels = `version="${build.version}",commit="${build.commit ?? ''}",schema="${build.schema}"`;
  expect(metrics).toContain(`\ntandem_build_info{${labels}} 1\n`);
  const { stderr } = await stopped(server);
  expect(JSON.parse(stderr.split('\n')[0] as string)).toMatchObject({ msg: 'serving', ...build });
  const { stdout } = await tandem(['--version']);
  expect(
    stdout.startsWith(
      `${build.version}${build.commit ? ` (commit ${String(build.commit).slice(0, 12)})` : ''}\n`,
    ),
  ).toBe(true);
});
