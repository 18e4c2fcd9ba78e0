import { type Briefing, PRIORITIES, type Priority } from '@tandem/client';
import { type Command, Option } from 'commander';
import { agentIdOf } from '../commands/agents.ts';
import { type JsonOption, option, withJson, wordsOption } from '../commands/options.ts';
import { type Connection, connect } from '../connection.ts';
import { NothingToDo } from '../ending.ts';
import { integer, several, taskNumber } from '../input/values.ts';
import { printJson } from '../output/show.ts';
import { printBriefing } from './briefing.ts';

interface Options extends JsonOption {
  readonly wait?: true | number;
  readonly task?: number;
  readonly resume?: true;
  readonly agent?: string;
  readonly project?: string;
  readonly label?: readonly string[];
  readonly priority?: readonly Priority[];
  readonly leaseSeconds?: number;
}

const LEASE_SECONDS = [30, 3600] as const;
const MAX_WAIT_SECONDS = 7 * 86_400;

export function addNextCommand(group: Command): void {
  withJson(group.command('next'))
    .description('claim the best ready task and print its briefing; exits with 75 if there is none')
    .addOption(
      option(
        '--wait [seconds]',
        'seconds to wait for a task; no limit without a number',
        integer(0, MAX_WAIT_SECONDS),
      ),
    )
    .addOption(option('--task <task>', 'claim this task', taskNumber))
    .addOption(
      new Option(
        '--resume',
        'continue the task that this agent already holds, for example after a crash',
      ).conflicts('task'),
    )
    .option('--agent <name>', 'the agent, required for a runtime key')
    .option('--project <id>', 'only tasks of this project')
    .addOption(option('--label <name>', 'only tasks with any of these labels', several))
    .addOption(wordsOption('--priority <priority>', PRIORITIES))
    .addOption(
      option(
        '--lease-seconds <n>',
        'how long the lease lasts without a heartbeat; 300 by default',
        integer(...LEASE_SECONDS),
      ),
    )
    .action(takeNext);
}

async function takeNext(options: Options): Promise<void> {
  const connection = connect();
  const { claims } = connection;
  // Without a saved token, no one could work on the task until its lease expires.
  claims.prepare();
  const briefing = await claimed(connection, options);
  if (briefing === null) throw new NothingToDo('There is nothing to do now.');
  claims.add(briefing);
  if (options.json) printJson(briefing);
  else printBriefing(briefing);
}

async function claimed({ tandem }: Connection, options: Options): Promise<Briefing | null> {
  const { agent, task, project, label, priority, leaseSeconds, wait = 0 } = options;
  const agentId = agent === undefined ? undefined : await agentIdOf(tandem, agent);
  if (task !== undefined) return tandem.claims.claim(task, { agentId, leaseSeconds, runKey: true });
  return tandem.claims.next({
    agentId,
    projectId: project,
    labels: label,
    priority,
    leaseSeconds,
    wait: wait === true ? Infinity : wait,
    resume: options.resume,
    runKey: true,
  });
}
