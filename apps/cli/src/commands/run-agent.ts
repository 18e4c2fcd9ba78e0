import { join } from 'node:path';
import { TandemError } from '@tandem/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CannotDo } from '../ending.ts';
import { integer } from '../input/values.ts';
import { folders } from '../kept/folders.ts';
import { note } from '../output/print.ts';
import { onStopSignals } from '../stop-signals.ts';
import { cleanUpOf } from '../worker/acp/clean-up.ts';
import { connect, type WorkKind } from '../worker/client.ts';
import { trouble } from '../worker/failures.ts';
import { DEFAULT_SILENT_MS } from '../worker/run-command.ts';
import { runLogsIn } from '../worker/run-logs.ts';
import { work } from '../worker/work.ts';
import { type AcpRunOptions, checkAcp, openWorktrees, policyOf, withAcp } from './acp-options.ts';
import { type KeyOptions, keyOf, withKey } from './key-options.ts';
import { groupOf } from './options.ts';

interface RunOptions extends AcpRunOptions, KeyOptions {
  readonly leaseSeconds: number;
  readonly parallel: number;
  /** In milliseconds. */
  readonly timeout?: number;
  readonly silentAfter: number;
  /** A folder; false to disable. */
  readonly logs?: string | false;
}

const LEASE_SECONDS = { min: 5, default: 60, max: 600 };
/** The minimum lease of a task is longer than that of a turn. */
const MIN_TASK_SECONDS = 30;
const MAX_PARALLEL = 100;
/** Timers of the platform are limited to 2^31 milliseconds. */
const MAX_DURATION_MS = 500 * 3_600_000;

export function addRunAgentCommand(program: Command): void {
  const agent = groupOf(program, 'agent', 'list, control and run agents');

  const command = agent
    .command('run')
    .description("answer an agent's chats and do its tasks with a command, until stopped")
    .requiredOption('--agent <name>', 'the agent to work as')
    .option(
      '--exec <command>',
      'a shell command: gets the conversation or the briefing of a task as JSON, prints the reply or the result',
    );
  withKey(withAcp(command))
    .addOption(
      new Option(
        '--only <kind>',
        "take up only turns or tasks; by default what the key's scopes allow",
      ).choices(['turns', 'tasks']),
    )
    .option('--parallel <n>', 'maximum number of turns and tasks at a time', integer(1, MAX_PARALLEL), 1)
    .option(
      '--lease-seconds <n>',
      'seconds after which another worker may take over the work of a worker that died; at least 30 for tasks',
      integer(LEASE_SECONDS.min, LEASE_SECONDS.max),
      LEASE_SECONDS.default,
    )
    .option(
      '--timeout <duration>',
      'stop commands that take longer: 90s, 30m, 2h; no limit by default',
      duration,
    )
    .addOption(
      new Option('--silent-after <duration>', 'warn when a command prints nothing for this long')
        .argParser(duration)
        .default(DEFAULT_SILENT_MS, '10m'),
    )
    .option('--logs <folder>', 'folder for the output of the last 100 runs; defaults to your state folder')
    .option('--no-logs', 'do not save the output of runs')
    .action((options: RunOptions) => runAgent(options, program.version() ?? ''));
}

/** The kinds of work to take up; throws `CannotDo` if the key does not allow them. */
function kindsOf(only: RunOptions['only'], allowed: readonly WorkKind[]): readonly WorkKind[] {
  const wanted = only === undefined ? allowed : [only === 'turns' ? ('turn' as const) : ('task' as const)];
  if (wanted.length > 0 && wanted.every((kind) => allowed.includes(kind))) return wanted;
  const scopes = { turns: 'agents:write', tasks: 'tasks:write' };
  const missing = only === undefined ? Object.values(scopes).join(' or ') : scopes[only];
  throw new CannotDo(`The key lacks the scope ${missing}. Use one that has it.`);
}

/** Parses a duration of at least a second into milliseconds. */
function duration(text: string): number {
  const [, count = '0', unit = 's'] = /^(\d{1,6})([smh]?)$/.exec(text) ?? [];
  const ms = Number(count) * { s: 1_000, m: 60_000, h: 3_600_000 }[unit as 's' | 'm' | 'h'];
  if (ms > 0 && ms <= MAX_DURATION_MS) return ms;
  throw new InvalidArgumentError('It must be a duration such as 90s, 30m or 2h, of at most 500 hours.');
}

/** The folder for the logs of an agent's runs: as specified, or else in the user's state folder. */
const logFolder = (logs: string | undefined, agent: string): string =>
  logs ?? join(folders().state, 'runs', agent.replace(/[^\w-]/g, '_'));

async function runAgent(options: RunOptions, version: string): Promise<void> {
  checkAcp(options);
  const { agent, exec, acp, url, only, parallel } = options;
  const { key } = await keyOf(options);
  const worktrees = acp === undefined ? undefined : await openWorktrees(options);
  const stop = new AbortController();
  onStopSignals(
    () => stop.abort(),
    () => process.exit(1),
  );
  try {
    const { onRetry } = trouble(
      (reason) => note(`${reason}. Waiting for it.`),
      () => undefined,
    );
    const client = await connect(url, key, agent, { signal: stop.signal, onRetry });
    const kinds = kindsOf(worktrees ? 'tasks' : only, client.kinds);
    const takesTasks = kinds.includes('task');
    const leaseSeconds = takesTasks ? Math.max(MIN_TASK_SECONDS, options.leaseSeconds) : options.leaseSeconds;
    const tells = !takesTasks ? 'Answering' : kinds.length === 1 ? 'Working' : 'Answering and working';
    note(`${tells} for ${agent} at ${url}.`);
    const { timeout: timeoutMs, silentAfter: silentMs } = options;
    const logs = options.logs === false ? undefined : runLogsIn(logFolder(options.logs, agent), note);
    if (options.logs !== false) note(`Output of runs is saved in ${logFolder(options.logs, agent)}.`);
    const command = exec ?? acp ?? '';
    const settings = { client, command, kinds, parallel, leaseSeconds, timeoutMs, silentMs, logs, say: note };
    const doing = worktrees && {
      // Loaded only here, so that other commands start faster.
      doTask: (await import('../worker/acp/acp-task.ts')).acpTasks({
        url,
        version,
        worktrees,
        policy: policyOf(options),
      }),
      cleanUp: cleanUpOf(client.tandem, worktrees, note),
    };
    await work({ ...settings, ...doing }, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return;
    // The person who runs the worker can fix these.
    throw error instanceof TandemError ? new CannotDo(error.message) : error;
  }
}
