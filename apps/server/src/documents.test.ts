import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from './config.ts';
import { cleanUp, newWorkspace, ROOT, serve, start, temporaryFolder } from './testing/tandem.ts';

afterEach(cleanUp);

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

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
  const { stderr, ...ended } = await pasted(chapter('README.md', 'The first five minutes'));
  expect(ended).toEqual(AS_PROMISED);
  expect(stderr).toBe('');
});

whereToolsAre('the agent of the README answers, when the chapter is pasted after the first', async () => {
  const chapters = ['The first five minutes', 'An agent that answers'];
  const { stderr, ...ended } = await pasted(chapters.map((title) => chapter('README.md', title)).join(''));
  expect(ended).toEqual(AS_PROMISED);
  // What the worker says of itself.
  expect(stderr).toMatch(/^Answering for scribe at /m);
  expect(stderr).not.toContain('tdm_');
});

whereToolsAre("the agent's side works as docs/agents.md shows it", async () => {
  const { stderr, ...ended } = await pasted(read('docs/agents.md'));
  expect(ended).toEqual(AS_PROMISED);
  expect(stderr).toBe('');
});

const AS_PROMISED = { code: 0, said: 'what is promised' };

const chapter = (path: string, title: string): string =>
  read(path)
    .split(/^(?=## )/m)
    .find((each) => each.startsWith(`## ${title}\n`)) ?? '';

/** Runs the shell blocks of a text on a new server; answers where its output is not that of the text blocks. */
async function pasted(markdown: string) {
  const dataDir = temporaryFolder();
  const { key } = await newWorkspace(dataDir);
  const { url } = await serve(dataDir);
  const script = blocks(markdown, 'sh')
    .replace(/^BASE=.*$/m, `BASE=${url}`)
    .replace(/^KEY=.*$/m, `KEY=${key}`);
  const { code, stdout, stderr } = await start('bash', ['-euo', 'pipefail', '-c', script]).ended;
  const promised = blocks(markdown, 'text');
  expect(promised).not.toBe('');
  return { code, said: stdout === promised ? AS_PROMISED.said : stdout, stderr };
}

/** The fenced blocks of a language, one after the other. */
const blocks = (markdown: string, language: string): string =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))]
    .map(([, text]) => text)
    .join('');
