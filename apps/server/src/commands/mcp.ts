import { createClient, TandemError } from '@tandem/client';
import type { Command } from 'commander';
import { CannotRun } from '../cannot-run.ts';
import { version } from '../version.ts';
import { readKey } from '../worker/key.ts';

const DEFAULT_URL = 'http://127.0.0.1:4700';
/** Clients of the protocol start this and wait for it: no longer than they do. */
const PATIENCE = { tries: 5, retryMs: 10_000 } as const;

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('offer the tools for agents to a program that starts this, by the Model Context Protocol')
    .option('--url <url>', 'where the service is', process.env.TANDEM_URL || DEFAULT_URL)
    .option('--key-file <file>', 'where the key is', process.env.TANDEM_KEY_FILE || undefined)
    .addHelpText('after', '\nWithout --key-file or TANDEM_KEY_FILE, the key comes from TANDEM_KEY.')
    .action(serveTools);
}

async function serveTools({ url, keyFile }: { url: string; keyFile?: string }): Promise<void> {
  if (keyFile === '-')
    throw new CannotRun('The tools are told over standard input: name a file for the key.');
  const key = await readKey(keyFile, () => undefined);
  const tandem = clientOf(url, key);
  try {
    await tandem.workspace.me(PATIENCE);
  } catch (error) {
    throw error instanceof TandemError ? new CannotRun(error.message) : error;
  }
  // Loaded here alone: the other commands do without it, and start faster for it.
  const { serveMcpOnStdio } = await import('@tandem/adapter-mcp');
  await serveMcpOnStdio(tandem, version());
}

function clientOf(url: string, key: string) {
  try {
    return createClient({ url, key, ...PATIENCE });
  } catch (error) {
    throw new CannotRun((error as Error).message);
  }
}
