import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { needingPrograms } from '@tandem/core/testing/programs';
import { settingsHelp } from '../apps/server/src/commands/serve.ts';
import { blocks, chapters, expectAsPromised, pasted, read } from '../apps/server/testing/pasted.ts';
import { cleanUp, ROOT, serve, start, temporaryFolder } from '../apps/server/testing/tandem.ts';

// Some pages run dozens of commands, each a process.
jest.setTimeout(120_000);
afterEach(cleanUp);

test('docs/operating.md lists every setting with its default', () => {
  expect(read('docs/operating.md')).toContain(`\`\`\`\n${settingsHelp()}\n\`\`\`\n`);
});

const { test: whereToolsAre } = needingPrograms('bash', 'curl');

/** The commands that the pages ask readers to paste. */
const PASTED = {
  quickstart: chapters(read('docs/quickstart.md'), [
    'The first five minutes',
    'An agent that answers',
    'An agent in a program',
  ]),
  commands: chapters(read('docs/quickstart.md'), ['The command line']),
  agents: read('docs/agents.md'),
  cli: read('docs/cli.md'),
  mcp: read('docs/mcp.md'),
  proof: read('docs/proof.md'),
  errors: read('docs/errors.md'),
  events: read('docs/events.md'),
  backup: chapters(read('docs/operating.md'), ['Backup and restore']),
  damage: chapters(read('docs/operating.md'), ['Damage']),
};

/** The variables and functions that docs/agents.md takes from the quick start. */
const HELPERS = PASTED.quickstart.slice(0, PASTED.quickstart.indexOf('Create a project'));

/**
 * The rest: the start and the tests themselves, and the packages that docs/examples/embedding/packed.test.ts installs.
 */
const NOT_PASTED = [
  'npm start\n',
  'npm start -- --demo\n',
  'npm test\n',
  'npm run pack\n',
  'npm install ~/tandem/tarballs/*.tgz\n',
];

test('every block to paste on any page is run here', () => {
  const pages = ['README.md', ...readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))];
  const there = pages.flatMap((name) => blocks(read(name === 'README.md' ? name : `docs/${name}`), 'sh'));
  const pastedHere = Object.values(PASTED).flatMap((markdown) => blocks(markdown, 'sh'));
  expect(there.sort()).toEqual([...pastedHere, ...NOT_PASTED].sort());
});

whereToolsAre('the quick start and docs/agents.md work as pasted, and can be repeated', async () => {
  const again = chapters(PASTED.quickstart, ['An agent that answers']);
  const ended = await pasted(PASTED.quickstart + PASTED.agents + again);
  expectAsPromised(ended);
  // The worker's own output comes first: the commands before it print no warnings.
  expect(ended.stderr).toMatch(/^Answering and working for scribe at /);
});

whereToolsAre('the helpers of the quick start report errors and missing responses', async () => {
  const [, helpers] = blocks(HELPERS, 'sh');
  const script = `set +e; BASE=$1 KEY=wrong; ${helpers} api GET me | pick caller.id; api GET me | pick error.code
    api GET me | pick error.fields.name; BASE=http://127.0.0.1:1; api GET me | pick id`;
  const { url } = await serve(temporaryFolder());
  const { stdout, stderr } = await start('bash', ['-c', script, 'bash', url]).ended;
  expect(stdout).toBe('UNAUTHENTICATED\n');
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^Send a valid API key/),
    expect.stringContaining('undefined'),
    'No answer: does the server run?',
    '',
  ]);
});

whereToolsAre.each(['docs/quickstart.md', 'docs/errors.md'])(
  'what others wrote reaches no terminal with characters that it would obey, by the helpers of %s',
  async (page) => {
    const helpers = blocks(read(page), 'sh').filter((block) => /^BASE=|^pick\(\)/m.test(block));
    expect(helpers).toHaveLength(2);
    const title = String.raw`\u001b[31mred\u009b0m\u202e\u200b \ud83e\udeb6 100%`;
    const sent = `'{"title":"${title}","description":"${title}\\ntwo\\tlines"}'`;
    const work = `
      api POST tasks -d ${sent} > /dev/null
      for what in title description taskNumber project tags; do api GET tasks/1 | pick $what; done
      printf %s '{"error":{"message":"${title}"}}' | pick id || true
    `;
    const markdown = [...helpers, work].map((block) => `\`\`\`sh\n${block}\n\`\`\`\n`).join('');
    const { stdout, stderr } = await pasted(markdown);
    const shown = String.raw`\u{1b}[31mred\u{9b}0m\u{202e}\u{200b} 🪶 100%`;
    expect(stdout).toBe(`${shown}\n${shown}\ntwo\\u{9}lines\n1\nnull\n[]\n`);
    expect(stderr).toBe(`${shown}\n`);
  },
);

whereToolsAre('the commands of the quick start work as pasted, beside the server', async () => {
  const { code, stdout, stderr } = await pasted(PASTED.commands);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^Workspace Acme .* has the admin ada\./m)]);
  // The keys of the admin of Acme and of the admin whose key was lost.
  expect(stdout.match(/^tdm_\w+$/gm)).toHaveLength(2);
  expect(stdout).toMatch(/^\w{26} {2}chat on {3}Acme$/m);
  expect(stdout).toContain('Usage: tandem');
});

whereToolsAre("the agent's side works as docs/agents.md shows it", async () => {
  const ended = await pasted(HELPERS + PASTED.agents);
  expectAsPromised(ended);
  expect(ended.stderr).toBe('');
});

whereToolsAre('the tools for agents work as docs/mcp.md shows them', async () => {
  const ended = await pasted(PASTED.mcp);
  expectAsPromised(ended);
  expect(ended.stderr).toBe('');
});

test('the client settings in docs/mcp.md are valid', () => {
  const settings = blocks(read('docs/mcp.md'), 'json').map((block) => JSON.parse(block));
  for (const { mcpServers, servers } of settings) {
    expect(Object.keys(mcpServers ?? servers)).toEqual(['tandem']);
  }
});

whereToolsAre('the command line does what docs/cli.md shows', async () => {
  const ended = await pasted(PASTED.cli);
  expectAsPromised(ended);
  expect(ended.stderr).toBe('There is nothing to do now.\n');
});

whereToolsAre('a result is verified as docs/proof.md shows it', async () => {
  const ended = await pasted(PASTED.proof);
  expectAsPromised(ended);
  expect(ended.stderr).toBe('');
});

whereToolsAre('errors are as docs/errors.md shows them', async () => {
  const ended = await pasted(PASTED.errors);
  expectAsPromised(ended);
  expect(ended.stderr).toBe('');
});

whereToolsAre('events are read and followed as docs/events.md shows it', async () => {
  const ended = await pasted(PASTED.events);
  expectAsPromised(ended);
  expect(ended.stderr).toBe('');
});

test('programs are written as docs/client.md shows', async () => {
  const dataDir = temporaryFolder();
  const server = await serve(dataDir);
  const [, key = ''] = await server.says('stdout', /^ {2}(tdm_\w+)$/m);
  const page = read('docs/client.md');
  const args = ['--input-type=module', '-e', blocks(page, 'js').join('')];
  const { code, stdout, stderr } = await start(process.execPath, args, {
    TANDEM_URL: server.url,
    TANDEM_KEY: key,
  }).ended;
  expect([code, stdout, stderr]).toEqual([0, blocks(page, 'text').join(''), '']);
});

whereToolsAre('a backup is made, looked at and restored as docs/operating.md shows it', async () => {
  const { code, stdout, stderr } = await pasted(PASTED.backup);
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/ holds the database and 0 files\.\n.* is restored, /),
  ]);
  expect(stdout).not.toContain('WRONG');
  expect(stdout).toMatch(/^ok +Checksum/m);
});

whereToolsAre(
  'a data folder is looked at, and a copy of it repaired, as docs/operating.md shows it',
  async () => {
    const { code, stdout } = await pasted(PASTED.damage);
    expect(code).toBe(0);
    expect(stdout).not.toContain('WRONG');
    expect(stdout.match(/^ok +Contents of files/gm)).toHaveLength(2);
  },
);
