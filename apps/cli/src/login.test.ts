import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepWhatRuns, newKey, type Office, office } from '@tandem/server/testing';
import { newUser, run, startOnTerminal, testOnTerminal, type User } from '../testing/cli.ts';

let there: Office;
let url: string;

beforeAll(async () => {
  there = await office();
  url = there.server.url;
  keepWhatRuns();
});

const fileOf = ({ home }: User): string => join(home, '.config/tandem/login.json');

async function loggedIn(): Promise<User> {
  const user = newUser();
  await run(user, ['login', '--url', url], `${there.adminKey}\n`);
  return user;
}

test('reads a key from standard input, checks it and saves it for this user only', async () => {
  const user = newUser();
  const { code, stdout, stderr } = await run(
    user,
    ['login', '--url', `${url}/api/v1/`],
    `${there.adminKey}\n`,
  );
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toBe(`You are ada (human) in Acme at ${url}. The key is saved in ${fileOf(user)}.\n`);
  expect(statSync(fileOf(user)).mode & 0o777).toBe(0o600);
  expect(statSync(join(user.home, '.config/tandem')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(user.home, '.config/tandem'))).toEqual(['login.json']);
  expect((await run(user, ['me'])).stdout).toMatch(/^ada \(ada\)\n {2}kind +human\n/);
});

test('does not save a rejected key', async () => {
  const user = newUser();
  const { code, stderr } = await run(user, ['login', '--url', url], 'tdm_no_key');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^The key is not valid/)]);
  expect(readdirSync(user.home)).toEqual([]);
});

test.each(['', 'two words', 'schlüssel'])('does not send an invalid key: %j', async (input) => {
  const { code, stderr } = await run(newUser(), ['login', '--url', 'http://127.0.0.1:1'], input);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^There is no key in what was given\./)]);
});

test('without a login and settings, a command says how to log in', async () => {
  const { code, stderr } = await run(newUser(), ['me']);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^You are not logged in\. Run tandem login/)]);
});

test('the environment takes precedence over the saved login', async () => {
  const user = await loggedIn();
  const env = { TANDEM_URL: url, TANDEM_KEY: there.agent.key };
  expect(JSON.parse((await run({ ...user, env }, ['me', '--json'])).stdout).caller.name).toBe('scribe');
  writeFileSync(join(user.home, 'key'), `${there.agent.key}\n`);
  const byFile = { TANDEM_URL: url, TANDEM_KEY_FILE: join(user.home, 'key') };
  expect(JSON.parse((await run({ ...user, env: byFile }, ['me', '--json'])).stdout).caller.name).toBe(
    'scribe',
  );
});

test('sends a saved key only to its own service', async () => {
  const user = await loggedIn();
  const { code, stderr } = await run({ ...user, env: { TANDEM_URL: 'http://127.0.0.1:1' } }, ['me']);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^There is no key for http:\/\/127\.0\.0\.1:1\./),
  ]);
});

test('removes the access of others to the login file, with a warning', async () => {
  const user = await loggedIn();
  chmodSync(fileOf(user), 0o644);
  const { code, stderr } = await run(user, ['me']);
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^Others could read .* Their access is now removed/),
  ]);
  expect(statSync(fileOf(user)).mode & 0o777).toBe(0o600);
});

test('reports an invalid login file', async () => {
  const user = await loggedIn();
  writeFileSync(fileOf(user), '{');
  const { code, stderr } = await run(user, ['me']);
  expect([code, stderr]).toEqual([
    1,
    `${fileOf(user)} contains no valid login. Delete it, then run tandem login.\n`,
  ]);
});

test('logout deletes the saved key, which stays valid', async () => {
  const user = await loggedIn();
  expect((await run(user, ['logout'])).code).toBe(0);
  expect(readdirSync(join(user.home, '.config/tandem'))).toEqual([]);
  expect((await run(user, ['logout'])).code).toBe(1);
  expect((await there.ada('GET', 'me')).status).toBe(200);
});

test('a revoked key ends the command with an explanation', async () => {
  const secret = await newKey(there.ada, { kind: 'service', scopes: ['full'] });
  const user = newUser({ TANDEM_URL: url, TANDEM_KEY: secret });
  await there.ada('DELETE', `keys/${secret.split('_')[1]}`);
  const { code, stdout, stderr } = await run(user, ['task', 'list']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    'The key is not valid: it was revoked, has expired, or belongs to another service.\n' +
      'Use tandem login or TANDEM_KEY to set another key.\n',
  );
});

testOnTerminal('prompts for the key on a terminal without showing it', async () => {
  const user = newUser();
  const doing = startOnTerminal(user, ['login', '--url', url]);
  await doing.says(/API key for .*: /);
  // With a typo that is deleted.
  doing.type(`${there.adminKey}x\u007f\r`);
  const { code, stdout } = await doing.done;
  expect([code, stdout]).toEqual([0, expect.stringContaining('You are ada (human) in Acme')]);
  expect(stdout).not.toContain(there.adminKey.slice(0, 12));
  expect(readFileSync(fileOf(user), 'utf8')).toContain(there.adminKey);
});

testOnTerminal('Ctrl-C at the prompt exits with 130 and restores the terminal', async () => {
  const doing = startOnTerminal(newUser(), ['login', '--url', url]);
  await doing.says(/API key for .*: /);
  doing.type('\u0003');
  expect((await doing.done).code).toBe(130);
});
