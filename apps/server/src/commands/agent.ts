import type { Command } from 'commander';
import { CannotRun } from '../cannot-run.ts';
import { note } from '../print.ts';
import { onStopSignals } from '../stop-signals.ts';
import { connect, Refused } from '../worker/client.ts';
import { work } from '../worker/work.ts';

interface RunOptions {
  readonly agent: string;
  readonly exec: string;
  readonly url: string;
}

const DEFAULT_URL = 'http://127.0.0.1:4700';

export function addAgentCommands(program: Command): void {
  const agent = program.command('agent').description('be an agent');

  agent
    .command('run')
    .description("answer an agent's chats with a command, until the process is told to stop")
    .requiredOption('--agent <name>', 'the agent whose turns to answer')
    .requiredOption('--exec <command>', 'a shell command: gets the conversation as JSON, prints the answer')
    .option('--url <url>', 'where the service is', process.env.TANDEM_URL || DEFAULT_URL)
    .addHelpText('after', "\nThe key, the agent's own or a runtime key, comes from TANDEM_KEY.")
    .action(runAgent);
}

async function runAgent({ agent, exec, url }: RunOptions): Promise<void> {
  const key = process.env.TANDEM_KEY;
  if (!key) throw new CannotRun("Set TANDEM_KEY to the agent's own key, or to a runtime key.");
  const stop = new AbortController();
  onStopSignals(
    () => stop.abort(),
    () => process.exit(1),
  );
  try {
    const client = await connect(url, key, agent);
    note(`Answering for ${agent} at ${url}.`);
    await work({ client, command: exec, say: note }, stop.signal);
  } catch (error) {
    throw explained(error, url);
  }
}

/** What the person who runs the worker can put right. */
function explained(error: unknown, url: string): unknown {
  if (error instanceof Refused) return new CannotRun(error.message);
  if (error instanceof TypeError)
    return new CannotRun(`${url} cannot be reached. Start the service, or set --url.`);
  return error;
}
