import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepWhatRuns, type Office, office } from '@tandem/server/testing';
import {
  newUser,
  run,
  runOnTerminal,
  start,
  startOnTerminal,
  testOnTerminal,
  type User,
} from '../../testing/cli.ts';

let there: Office;
let url: string;

beforeAll(async () => {
  there = await office();
  url = there.server.url;
  keepWhatRuns();
});

/** A person with a login and an empty repository. */
async function withRepository(): Promise<{ user: User; repository: string }> {
  const user = newUser();
  const repository = join(user.home, 'repository');
  mkdirSync(join(repository, '.git'), { recursive: true });
  await run(user, ['login', '--url', url], there.adminKey);
  return { user, repository };
}

const keysFile = ({ home }: User): string => join(home, '.config/tandem/agents.json');

const filesIn = (repository: string): string =>
  execFileSync('find', ['.', '-type', 'f'], { cwd: repository, encoding: 'utf8' });

const agents = async (): Promise<string[]> => {
  const { data } = await there.ada.client.agents.list({ limit: 100 });
  return data.map(({ name }) => name);
};

test('without a terminal shows the diff, writes nothing and creates no agent', async () => {
  const { user, repository } = await withRepository();
  const { code, stdout, stderr } = await run(user, [
    'agent',
    'setup',
    'claude',
    '--agent',
    'nobody',
    '--dir',
    repository,
  ]);
  expect(code).toBe(1);
  expect(stdout).toContain('+++ b/.mcp.json\n');
  expect(stdout).toContain('+      "args": ["mcp", "--agent", "nobody"');
  expect(stderr).toBe('Nothing is written without a terminal. To write these changes, add --yes.\n');
  expect(filesIn(repository)).toBe('');
  expect(await agents()).not.toContain('nobody');
});

test('creates the agent once, and keeps its key out of the repository', async () => {
  const { user, repository } = await withRepository();
  const setUp = ['agent', 'setup', 'claude', '--agent', 'clio', '--dir', repository, '--yes'];
  const { code, stdout, stderr } = await run(user, setUp);
  expect(code).toBe(0);
  expect(stdout).toContain(
    'Start `claude` here and say: work on the next Tandem task\nUnattended: tandem agent run --agent clio',
  );
  expect(stderr).toContain('The agent clio is created.\nThe key of clio is saved in ');
  const key = JSON.parse(readFileSync(keysFile(user), 'utf8'))[url].clio;
  expect(statSync(keysFile(user)).mode & 0o777).toBe(0o600);
  for (const file of filesIn(repository).trim().split('\n')) {
    expect(readFileSync(join(repository, file), 'utf8')).not.toContain(key.slice(-12));
  }
  const before = filesIn(repository);
  const again = await run(user, setUp);
  expect([again.code, again.stderr]).toEqual([
    0,
    expect.stringContaining('Claude Code is already set up here.'),
  ]);
  expect(filesIn(repository)).toBe(before);
  expect((await agents()).filter((name) => name === 'clio')).toEqual(['clio']);
  expect(JSON.parse(readFileSync(keysFile(user), 'utf8'))[url].clio).toBe(key);

  const undone = await run(user, [
    'agent',
    'setup',
    'claude',
    '--agent',
    'clio',
    '--dir',
    repository,
    '--undo',
    '--yes',
  ]);
  expect([undone.code, undone.stdout]).toEqual([
    0,
    expect.stringMatching(/The agent clio at .* stays, with its tasks and its key in .*\n$/),
  ]);
  expect(filesIn(repository)).toBe('');
});

test('only prints with --print, also without a login', async () => {
  const user = newUser();
  const { code, stdout } = await run(user, ['agent', 'setup', 'generic', '--print']);
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('+++ b/AGENTS.md\n@@ -0,0 +1,8 @@\n+<!-- tandem:begin -->\n'),
  ]);
  expect(filesIn(user.home)).toBe('');
});

test('refuses a key store inside of the repository, links out of it, and broken files', async () => {
  const { user, repository } = await withRepository();
  const setUp = (extra = {}) =>
    run({ ...user, env: { ...user.env, TANDEM_URL: url, TANDEM_KEY: there.adminKey, ...extra } }, [
      'agent',
      'setup',
      'claude',
      '--dir',
      repository,
      '--yes',
    ]);
  const inside = await setUp({ XDG_CONFIG_HOME: join(repository, 'config') });
  expect([inside.code, inside.stderr]).toEqual([
    1,
    expect.stringContaining('Set XDG_CONFIG_HOME to another folder.'),
  ]);
  writeFileSync(join(user.home, 'profile'), 'mine');
  symlinkSync('../profile', join(repository, 'AGENTS.md'));
  const linked = await setUp();
  expect([linked.code, linked.stderr]).toEqual([
    1,
    expect.stringMatching(/^AGENTS\.md is a link to .*profile, outside of /),
  ]);
  rmSync(join(repository, 'AGENTS.md'));
  writeFileSync(join(repository, '.mcp.json'), '{\n  "a": }\n');
  const broken = await setUp();
  expect([broken.code, broken.stderr]).toEqual([
    1,
    '.mcp.json is not valid JSON at line 2. Fix it, then try again.\n',
  ]);
  expect(readFileSync(join(user.home, 'profile'), 'utf8')).toBe('mine');
});

testOnTerminal('asks on a terminal', async () => {
  const { user, repository } = await withRepository();
  const args = ['agent', 'setup', 'generic', '--agent', 'scribe', '--dir', repository];
  const no = startOnTerminal(user, args);
  await no.says(/Write these changes\? \[y\/N\]/);
  no.type('\r');
  expect(await no.done).toMatchObject({ code: 1, stdout: expect.stringContaining('Nothing is written.') });
  const yes = startOnTerminal(user, args);
  await yes.says(/Write these changes\? \[y\/N\]/);
  yes.type('y\r');
  expect(await yes.done).toMatchObject({ code: 0, stdout: expect.stringContaining('TANDEM_AGENT=scribe') });
  expect(filesIn(repository)).toBe('./AGENTS.md\n');
  expect((await runOnTerminal(user, args)).code).toBe(0);
});

test('the written entry and hooks work as the agent, and give back only what their session holds', async () => {
  const { user, repository } = await withRepository();
  await run(user, ['agent', 'setup', 'claude', '--agent', 'hugo', '--dir', repository, '--yes']);
  const hugo = (await there.ada.client.agents.list({ limit: 100 })).data.find(({ name }) => name === 'hugo')
    ?.id as string;
  await there.ada.client.agents.update(hugo, { maxClaims: 2 });
  for (const title of ['First', 'Second']) await there.ada.client.tasks.create({ title, assignedTo: 'hugo' });
  const settings = JSON.parse(readFileSync(join(repository, '.claude/settings.json'), 'utf8'));
  const hook = (event: string): string[] => settings.hooks[event][0].hooks[0].command.split(' ').slice(1);
  const inSession = (id: string, extra = {}): User => ({
    ...user,
    env: { CLAUDE_CODE_SESSION_ID: id, ...extra },
  });

  const entry = JSON.parse(readFileSync(join(repository, '.mcp.json'), 'utf8')).mcpServers.tandem;
  const tools = start(
    inSession('one'),
    entry.args,
    asLines(
      {
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'test', version: '1' },
        },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'next_work', arguments: { wait: 0 } } },
    ),
  );
  expect((await tools.done).stdout).toContain('First');

  const envFile = join(user.home, 'env');
  const primed = await run(inSession('two', { CLAUDE_ENV_FILE: envFile }), hook('SessionStart'));
  expect(primed.stdout).toContain('tandem work next');
  expect(readFileSync(envFile, 'utf8')).toBe(`export TANDEM_AGENT='hugo'\nexport TANDEM_URL='${url}'\n`);
  const shell = inSession('two', { TANDEM_AGENT: 'hugo', TANDEM_URL: url });
  expect((await run(shell, ['work', 'next'])).stdout).toContain('Second');

  const ended = await run(
    inSession('one'),
    hook('SessionEnd'),
    JSON.stringify({ session_id: 'one', reason: 'other' }),
  );
  expect([ended.code, ended.stderr]).toEqual([0, expect.stringMatching(/^Task \d+ is released\.\n$/)]);
  expect((await run(shell, ['work', 'held'])).stdout).toMatch(/^\d+\t.*\tSecond\n$/);
});

const asLines = (...messages: readonly object[]): string =>
  messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
