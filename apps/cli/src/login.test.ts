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

test('a key is read from standard input, tried, and kept for this user alone', async () => {
  const user = newUser();
  const { code, stdout, stderr } = await run(
    user,
    ['login', '--url', `${url}/api/v1/`],
    `${there.adminKey}\n`,
  );
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toBe(`You are ada (human) in Acme at ${url}. The key is kept in ${fileOf(user)}.\n`);
  expect(statSync(fileOf(user)).mode & 0o777).toBe(0o600);
  expect(statSync(join(user.home, '.config/tandem')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(user.home, '.config/tandem'))).toEqual(['login.json']);
  expect((await run(user, ['me'])).stdout).toMatch(/^ada \(ada\)\n {2}kind +human\n/);
});

test('a key that is refused is not kept', async () => {
  const user = newUser();
  const { code, stderr } = await run(user, ['login', '--url', url], 'tdm_no_key');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^The key is not valid/)]);
  expect(readdirSync(user.home)).toEqual([]);
});

test.each(['', 'two words', 'schlüssel'])('what is no key is not sent: %j', async (input) => {
  const { code, stderr } = await run(newUser(), ['login', '--url', 'http://127.0.0.1:1'], input);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^There is no key in what was given\./)]);
});

test('without a login and without settings a command says how to get at one', async () => {
  const { code, stderr } = await run(newUser(), ['me']);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Nobody has logged in here\. tandem login /)]);
});

test('the environment wins over what is kept', async () => {
  const user = await loggedIn();
  const env = { TANDEM_URL: url, TANDEM_KEY: there.agent.key };
  expect(JSON.parse((await run({ ...user, env }, ['me', '--json'])).stdout).caller.name).toBe('scribe');
  writeFileSync(join(user.home, 'key'), `${there.agent.key}\n`);
  const byFile = { TANDEM_URL: url, TANDEM_KEY_FILE: join(user.home, 'key') };
  expect(JSON.parse((await run({ ...user, env: byFile }, ['me', '--json'])).stdout).caller.name).toBe(
    'scribe',
  );
});

test('a key that is kept goes to no other service than the one that it is for', async () => {
  const user = await loggedIn();
  const { code, stderr } = await run({ ...user, env: { TANDEM_URL: 'http://127.0.0.1:1' } }, ['me']);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^There is no key for http:\/\/127\.0\.0\.1:1\./),
  ]);
});

test('a file that others can read is closed to them, which is told', async () => {
  const user = await loggedIn();
  chmodSync(fileOf(user), 0o644);
  const { code, stderr } = await run(user, ['me']);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/could be read by others\. Now it cannot/)]);
  expect(statSync(fileOf(user)).mode & 0o777).toBe(0o600);
});

test('a file that holds no login is told of', async () => {
  const user = await loggedIn();
  writeFileSync(fileOf(user), '{');
  const { code, stderr } = await run(user, ['me']);
  expect([code, stderr]).toEqual([1, `${fileOf(user)} holds no login. Remove it, then tandem login.\n`]);
});

test('logout forgets the key, which stays in force', async () => {
  const user = await loggedIn();
  expect((await run(user, ['logout'])).code).toBe(0);
  expect(readdirSync(join(user.home, '.config/tandem'))).toEqual([]);
  expect((await run(user, ['logout'])).code).toBe(1);
  expect((await there.ada('GET', 'me')).status).toBe(200);
});

test('a key that was revoked ends in a line that says so', async () => {
  const secret = await newKey(there.ada, { kind: 'service', scopes: ['full'] });
  const user = newUser({ TANDEM_URL: url, TANDEM_KEY: secret });
  await there.ada('DELETE', `keys/${secret.split('_')[1]}`);
  const { code, stdout, stderr } = await run(user, ['task', 'list']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    'The key is not valid: it has been revoked, has expired, or is of another service.\n' +
      'tandem login takes another key, and so does TANDEM_KEY.\n',
  );
});

testOnTerminal('on a terminal the key is asked for, and is not shown when it is typed', async () => {
  const user = newUser();
  const doing = startOnTerminal(user, ['login', '--url', url]);
  await doing.says(/API key for .*: /);
  // With a slip of the finger, taken back.
  doing.type(`${there.adminKey}x\u007f\r`);
  const { code, stdout } = await doing.done;
  expect([code, stdout]).toEqual([0, expect.stringContaining('You are ada (human) in Acme')]);
  expect(stdout).not.toContain(there.adminKey.slice(0, 12));
  expect(readFileSync(fileOf(user), 'utf8')).toContain(there.adminKey);
});

testOnTerminal(
  'Ctrl-C at the question ends with 130, and the terminal shows again what is typed',
  async () => {
    const doing = startOnTerminal(newUser(), ['login', '--url', url]);
    await doing.says(/API key for .*: /);
    doing.type('\u0003');
    expect((await doing.done).code).toBe(130);
  },
);
