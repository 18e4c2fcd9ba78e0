import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, newWorkspace, ROOT, serve, start, temporaryFolder } from './tandem.ts';

/** A page of this repository. */
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Runs the shell blocks of a page on a new server; answers what they said, and what the text blocks promise. */
export async function pasted(markdown: string): Promise<Pasted> {
  const dataDir = temporaryFolder();
  const { key } = await newWorkspace(dataDir);
  const { url } = await serve(dataDir);
  const script = blocks(markdown, 'sh')
    .replace(/^BASE=.*$/m, `BASE=${url}`)
    .replace(/^KEY=.*$/m, `KEY=${key}`);
  const ended = await start('bash', ['-euo', 'pipefail', '-c', script]).ended;
  return { ...ended, promised: blocks(markdown, 'text') };
}

interface Pasted extends Ended {
  readonly promised: string;
}

/** The shell blocks ran to their end and said what the text blocks promise. */
export function expectAsPromised({ code, stdout, promised }: Pasted): void {
  expect(promised).not.toBe('');
  expect(stdout).toBe(promised);
  expect(code).toBe(0);
}

/** The fenced blocks of a language, one after the other. */
const blocks = (markdown: string, language: string): string =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))]
    .map(([, text]) => text)
    .join('');
