import type { Command } from 'commander';
import { DEFAULT_URL, normal } from '../connection.ts';
import { CannotDo } from '../ending.ts';
import { agentKey, agentKeysFile } from '../kept/agent-keys.ts';
import { note } from '../output/print.ts';
import { readKey } from '../worker/key.ts';

export interface KeyOptions {
  readonly agent: string;
  readonly url: string;
  readonly keyFile?: string;
}

/** Options for the key of an agent that runs commands. */
export const withKey = (command: Command): Command =>
  command
    .option('--url <url>', 'URL of the service', process.env.TANDEM_URL || DEFAULT_URL)
    .option(
      '--key-file <file>',
      "file with the agent's own key or a runtime key; - reads it from a pipe on standard input",
      process.env.TANDEM_KEY_FILE || undefined,
    )
    .addHelpText(
      'after',
      '\nWithout --key-file or TANDEM_KEY_FILE, the key comes from TANDEM_KEY, or from tandem agent setup.',
    );

/** The key, and the files in which it can still be read. Removes it from the environment. */
export async function keyOf({
  agent,
  url,
  keyFile,
}: KeyOptions): Promise<{ readonly key: string; readonly files: readonly string[] }> {
  const isSaved = !keyFile && !process.env.TANDEM_KEY && URL.canParse(url);
  const saved = isSaved ? agentKey(normal(url), agent) : undefined;
  const key = saved || (await readKey(keyFile, note));
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new CannotDo(`--url must start with http:// or https://, but is ${url}.`);
  }
  const file = saved ? agentKeysFile() : keyFile;
  return { key, files: file === undefined || file === '-' ? [] : [file] };
}
