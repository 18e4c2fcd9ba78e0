import { type Command, InvalidArgumentError } from 'commander';
import { CannotRun } from '../cannot-run.ts';
import { note } from '../print.ts';
import { onStopSignals } from '../stop-signals.ts';
import { connect, Refused } from '../worker/client.ts';
import { readKey } from '../worker/key.ts';
import { untilItWorks } from '../worker/patience.ts';
import { work } from '../worker/work.ts';

interface RunOptions {
  readonly agent: string;
  readonly exec: string;
  readonly url: string;
  readonly keyFile?: string;
  readonly leaseSeconds: number;
}

const DEFAULT_URL = 'http://127.0.0.1:4700';
const LEASE_SECONDS = { least: 5, default: 60, most: 600 };

export function addAgentCommands(program: Command): void {
  const agent = program.command('agent').description('be an agent');

  agent
    .command('run')
    .description("answer an agent's chats with a command, until the process is told to stop")
    .requiredOption('--agent <name>', 'the agent whose turns to answer')
    .requiredOption('--exec <command>', 'a shell command: gets the conversation as JSON, prints the answer')
    .option('--url <url>', 'where the service is', process.env.TANDEM_URL || DEFAULT_URL)
    .option(
      '--key-file <file>',
      "where the key is, the agent's own or a runtime key; - is standard input, by a pipe",
      process.env.TANDEM_KEY_FILE || undefined,
    )
    .option(
      '--lease-seconds <n>',
      'how long a turn waits for a worker that has died before another may take it',
      leaseSeconds,
      LEASE_SECONDS.default,
    )
    .addHelpText('after', '\nWithout --key-file or TANDEM_KEY_FILE, the key comes from TANDEM_KEY.')
    .action(runAgent);
}

function leaseSeconds(text: string): number {
  const { least, most } = LEASE_SECONDS;
  const seconds = /^\d+$/.test(text) ? Number(text) : 0;
  if (seconds < least || seconds > most) {
    throw new InvalidArgumentError(`It must be an integer from ${least} to ${most}.`);
  }
  return seconds;
}

async function runAgent({ agent, exec, url, keyFile, leaseSeconds }: RunOptions): Promise<void> {
  const key = await readKey(keyFile, note);
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new CannotRun(`--url must be an address that begins with http:// or https://, not ${url}.`);
  }
  const stop = new AbortController();
  onStopSignals(
    () => stop.abort(),
    () => process.exit(1),
  );
  try {
    const client = await untilItWorks(() => connect(url, key, agent, stop.signal), stop.signal, {
      failing: (reason) => note(`${reason}. Waiting for it.`),
      again: () => undefined,
    });
    if (!client) return;
    note(`Answering for ${agent} at ${url}.`);
    await work({ client, command: exec, leaseSeconds, say: note }, stop.signal);
  } catch (error) {
    // What the person who runs the worker can put right.
    throw error instanceof Refused ? new CannotRun(error.message) : error;
  }
}
