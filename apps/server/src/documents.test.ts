import { spawnSync } from 'node:child_process';
import { SETTINGS } from './config.ts';
import { expectAsPromised, pasted, read } from './testing/pasted.ts';
import { cleanUp } from './testing/tandem.ts';

afterEach(cleanUp);

test('docs/operating.md lists the settings that there are, with their defaults', () => {
  const rows = read('docs/operating.md').match(/^\| `TANDEM_.*$/gm) ?? [];
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  expect(cells).toEqual(
    Object.values(SETTINGS).map(({ name, default: unset, meaning }) => [
      '',
      `\`${name}\``,
      `\`${unset}\``,
      meaning,
      '',
    ]),
  );
});

const tools = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0);
const whereToolsAre = tools ? test : test.skip;

whereToolsAre('the first five minutes of the README work as pasted', async () => {
  const ended = await pasted(chapter('README.md', 'The first five minutes'));
  expectAsPromised(ended);
  expect(ended.stderr).toBe('');
});

whereToolsAre('the agent of the README answers, when the chapter is pasted after the first', async () => {
  const chapters = ['The first five minutes', 'An agent that answers'];
  const ended = await pasted(chapters.map((title) => chapter('README.md', title)).join(''));
  expectAsPromised(ended);
  // What the worker says of itself.
  expect(ended.stderr).toMatch(/^Answering for scribe at /m);
  expect(ended.stderr).not.toContain('tdm_');
});

whereToolsAre("the agent's side works as docs/agents.md shows it", async () => {
  const ended = await pasted(read('docs/agents.md'));
  expectAsPromised(ended);
  expect(ended.stderr).toBe('');
});

const chapter = (path: string, title: string): string =>
  read(path)
    .split(/^(?=## )/m)
    .find((each) => each.startsWith(`## ${title}\n`)) ?? '';
