import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, apiOf, type Office, office } from '../../testing/api.ts';
import { cleanUp, newWorkspace, serve, stopped, tandem, temporaryFolder } from '../../testing/tandem.ts';

afterEach(cleanUp);

/**
 * Each secret that a session of one server showed, once: keys and invitation codes in full, and lease tokens, which
 * hold a turn for a minute and are stored in plain text.
 */
interface Secrets {
  readonly keys: string[];
  readonly tokens: string[];
}

/** The forms in which a secret could be written: in full, its random part with and without the checksum, and encoded. */
function shapesOf(secret: string): string[] {
  const [, , random = ''] = secret.split('_');
  const plain = [secret, random, random.slice(0, -6)];
  const encodings = [secret, random].flatMap((text) => {
    const bytes = Buffer.from(text);
    return [bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
  });
  return [...plain, ...encodings];
}

/** The secrets found in these bytes, shortened to their first letters. */
const foundIn = (bytes: Buffer | string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => bytes.includes(secret)).map((secret) => `${secret.slice(0, 12)}…`);

/** All files below a folder, by path. */
const filesIn = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, readFileSync(path)]),
  );

/** Error bodies, which must not contain anything that was sent. */
const errors: string[] = [];

/** A session that creates, uses, confuses, misplaces and revokes secrets. */
async function session({ server, adminKey, agent, ada, scribe }: Office): Promise<Secrets> {
  const keys = [adminKey, agent.key];
  const tokens: string[] = [];
  const refused = async (asked: Promise<Answer>, status: number): Promise<void> => {
    const answer = await asked;
    expect(answer.status).toBe(status);
    errors.push(JSON.stringify(answer.body) + JSON.stringify([...answer.headers]));
  };
  const make = async (body: object): Promise<Answer['body']> => {
    const answer = await ada('POST', 'keys', body);
    expect(answer.status).toBe(201);
    keys.push(answer.body.secret);
    return answer.body;
  };

  // Keys of every kind, used, revoked and used again.
  for (const kind of ['person', 'service', 'runtime'])
    await make({ name: kind, kind, scopes: ['tasks:read', 'tasks:write'] });
  await make({ name: 'acting', kind: 'acting', memberId: agent.id, scopes: ['full'] });
  const gone = await make({ name: 'gone', kind: 'service', scopes: ['tasks:read'] });
  const holder = apiOf(server.url, gone.secret);
  expect((await holder('GET', 'tasks')).status).toBe(200);
  await ada('DELETE', `keys/${gone.id}`);
  await refused(holder('GET', 'tasks'), 401);

  // Invitations: accepted, used twice, replaced, used as a key.
  const member = (await ada('POST', 'members', { name: 'bob', displayName: 'Bob' })).body;
  const again = (await ada('POST', `members/${member.id}/invitation`)).body;
  keys.push(member.invitation.code, (again.invitation ?? again).code);
  await refused(ada('POST', 'invitations/accept', { code: member.invitation.code }), 404);
  const { code } = again.invitation ?? again;
  const accepted = await ada('POST', 'invitations/accept', { code });
  expect(accepted.status).toBe(201);
  keys.push(accepted.body.secret);
  await refused(ada('POST', 'invitations/accept', { code }), 404);
  await refused(ada('POST', 'invitations/accept', { code: adminKey }), 404);
  await refused(apiOf(server.url, code)('GET', 'me'), 401);

  // Keys with a wrong letter, and keys in the wrong place.
  const wrong = adminKey.slice(0, -1) + (adminKey.endsWith('x') ? 'y' : 'x');
  keys.push(wrong);
  await refused(apiOf(server.url, wrong)('GET', 'me'), 401);
  await refused(apiOf(server.url, `${adminKey} ${adminKey}`)('GET', 'me'), 401);
  await refused(ada('GET', `tasks/${adminKey}`), 404);
  await refused(ada('GET', `tasks?status=${adminKey}&${adminKey}=1&cursor=${adminKey}`), 400);
  await refused(ada('POST', 'tasks', { title: 'A', assignedTo: adminKey, effort: adminKey }), 400);
  await refused(ada('POST', `tasks?api_key=${adminKey}`, { title: 7, key: adminKey }), 400);
  await refused(ada('PUT', `${adminKey}`), 404);
  const strict = { headers: { Prefer: 'handling=strict', 'X-Api-Key': adminKey, Cookie: `key=${adminKey}` } };
  await refused(ada('POST', 'tasks', { title: 'A', what: adminKey }, strict), 400);
  const broken = { headers: { 'Content-Type': 'text/plain', Referer: `https://x/?k=${adminKey}` } };
  await refused(ada('POST', 'tasks', { title: adminKey }, broken), 415);

  // A file, and a chat turn with its lease.
  const form = new FormData();
  form.append('file', new Blob(['Nothing to hide']), 'plain.txt');
  const file = await fetch(`${server.url}/api/v1/files`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${adminKey}` },
    body: form,
  });
  expect(file.status).toBe(201);
  await ada('POST', 'chats', { agentId: agent.id, body: 'Hello' });
  const claimed = (await scribe('POST', `agents/${agent.id}/turns/claim`)).body;
  const turn = `agents/${agent.id}/turns/${claimed.turn.id}`;
  tokens.push(claimed.lease.token);
  await refused(scribe('POST', `${turn}/heartbeat`, { token: `${claimed.lease.token}x` }), 409);
  await refused(scribe('POST', `${turn}/fail`, { token: claimed.lease.token, errorCode: '' }), 400);
  expect((await scribe('POST', `${turn}/reply`, { token: claimed.lease.token, body: 'Hi' })).status).toBe(
    200,
  );
  return { keys, tokens };
}

test('no secret is in a log, an error, the database, a file or a backup', async () => {
  const world = await office({ TANDEM_LOG_LEVEL: 'trace' });
  const { keys, tokens } = await session(world);
  const secrets = keys.flatMap(shapesOf);
  expect(new Set(keys).size).toBeGreaterThan(10);
  for (const secret of keys) expect(secret).toMatch(/^td[mi]_\w{26}_\w{49}$/);

  // While the server runs, including the write-ahead log, and after it has stopped.
  const backup = join(temporaryFolder(), 'backup');
  expect(await tandem(['backup', backup], { TANDEM_DATA_DIR: world.dataDir })).toMatchObject({ code: 0 });
  const serving = filesIn(world.dataDir);
  const { stdout, stderr, code } = await stopped(world.server);
  const ended = filesIn(world.dataDir);
  expect(code).toBe(0);

  expect([...serving.keys()].some((path) => path.endsWith('-wal'))).toBe(true);
  for (const files of [serving, ended, filesIn(join(backup, '..'))]) {
    expect(files.size).toBeGreaterThan(0);
    // A check of the search itself: the id of a key is in the database or its log.
    expect([...files.values()].some((bytes) => bytes.includes(world.adminKey.split('_')[1] as string))).toBe(
      true,
    );
    for (const [path, bytes] of files) expect([path, foundIn(bytes, secrets)]).toEqual([path, []]);
  }
  expect(stderr.split('\n').length).toBeGreaterThan(20);
  for (const output of [stdout, stderr, ...errors]) {
    expect(foundIn(output, [...secrets, ...tokens])).toEqual([]);
    expect(output).not.toMatch(/\btd[mi]_(?!\[hidden\])|Bearer \w/);
  }
});

test('the key of the first start is shown once, on standard output, and nowhere else', async () => {
  const dataDir = temporaryFolder();
  const server = await serve(dataDir, { TANDEM_LOG_LEVEL: 'trace' });
  const [key = ''] = await server.says('stdout', /\btdm_\w+/);
  expect((await apiOf(server.url, key)('GET', 'me')).status).toBe(200);
  const files = filesIn(dataDir);
  const { stderr } = await stopped(server);
  for (const [path, bytes] of [...files, ...filesIn(dataDir), ['the log', Buffer.from(stderr)] as const])
    expect([path, foundIn(bytes, shapesOf(key))]).toEqual([path, []]);

  const again = await serve(dataDir, { TANDEM_LOG_LEVEL: 'trace' });
  const { stdout, stderr: log } = await stopped(again);
  expect(stdout + log).not.toMatch(/\btdm_\w/);
});

test('the command line prints a key on standard output only', async () => {
  const dataDir = temporaryFolder();
  const { id } = await newWorkspace(dataDir);
  const env = { TANDEM_DATA_DIR: dataDir, TANDEM_LOG_LEVEL: 'trace' };
  const made = await tandem(
    [
      'key',
      'create',
      '--workspace',
      id,
      '--member',
      'ada',
      '--kind',
      'service',
      '--scopes',
      'tasks:read',
      '--name',
      'CI',
    ],
    env,
  );
  const [key = ''] = /\btdm_\w+/.exec(made.stdout) ?? [];
  expect(key).toMatch(/^tdm_\w{26}_\w{49}$/);
  expect(made.stderr).not.toContain('tdm_');
  for (const args of [
    ['key', 'revoke', key],
    ['workspace', 'list'],
    ['workspace', 'set', key, '--chat', 'off'],
    ['doctor'],
  ]) {
    const { stdout, stderr } = await tandem(args, env);
    // The error may name the input, but not its secret part.
    expect(foundIn(stdout + stderr, shapesOf(key))).toEqual([]);
  }
  for (const [path, bytes] of filesIn(dataDir))
    expect([path, foundIn(bytes, shapesOf(key))]).toEqual([path, []]);
});
