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
(tools ? test : test.skip)('the first five minutes of the README work as pasted', async () => {
  const dataDir = temporaryFolder();
  const { key } = await newWorkspace(dataDir);
  const { url } = await serve(dataDir);

  const [, chapter = ''] = read('README.md').split(/^## (?=The first five minutes)/m);
  const [minutes = ''] = chapter.split(/^## /m);
  const script = blocks(minutes, 'sh')
    .replace(/^BASE=.*$/m, `BASE=${url}`)
    .replace(/^KEY=.*$/m, `KEY=${key}`);
  expect(await start('bash', ['-euo', 'pipefail', '-c', script]).ended).toEqual({
    code: 0,
    stdout: blocks(minutes, 'text'),
    stderr: '',
  });
});

/** The fenced blocks of a language, one after the other. */
const blocks = (markdown: string, language: string): string =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))]
    .map(([, text]) => text)
    .join('');
