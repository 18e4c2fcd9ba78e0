import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, ROOT, serve, start, temporaryFolder } from './tandem.ts';

/** A page of this repository. */
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The sections of a page with these titles, in the order of the titles. */
export const chapters = (page: string, titles: readonly string[]): string =>
  titles
    .map((title) => page.split(/^(?=## )/m).find((each) => each.startsWith(`## ${title}\n`)) ?? '')
    .join('');

/** The fenced blocks of a language. */
export const blocks = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, text]) => text as string,
  );

/** Values that the pages leave to the reader. */
const CHOICES = ['BASE', 'KEY', 'BACKUP'] as const;

interface Pasted extends Ended {
  readonly promised: string;
}

/** A shell function on a page that starts commands through npm, which is slow. */
const WITH_NPM = /^(\w+\(\) \{.*)npm run --silent tandem --/gm;

/**
 * Runs the shell blocks of a page on a new server; returns their output, and the output in the text blocks. Functions
 * run the script of `npm run tandem` without npm.
 */
export async function pasted(markdown: string): Promise<Pasted> {
  const dataDir = temporaryFolder();
  const server = await serve(dataDir);
  const { url } = server;
  const [, key = ''] = await server.says('stdout', /^ {2}(tdm_\w+)$/m);
  const chosen = { BASE: url, KEY: key, BACKUP: join(temporaryFolder(), 'backup') };
  const { scripts } = JSON.parse(read('package.json'));
  const script = CHOICES.reduce(
    (text, name) => text.replace(new RegExp(`^${name}=.*$`, 'gm'), `${name}=${chosen[name]}`),
    blocks(markdown, 'sh')
      .join('')
      .replace(WITH_NPM, `$1${scripts.tandem.replace('exec ', '')}`),
  );
  const env = { TANDEM_DATA_DIR: dataDir };
  const ended = await start('bash', ['-euo', 'pipefail', '-c', script], env).ended;
  return { ...ended, promised: blocks(markdown, 'text').join('') };
}

/** Expects the shell blocks to succeed with the output of the text blocks. */
export function expectAsPromised({ code, stdout, stderr, promised }: Pasted): void {
  expect([code, stdout]).toEqual([0, promised]);
  expect(stderr).not.toContain('tdm_');
}
