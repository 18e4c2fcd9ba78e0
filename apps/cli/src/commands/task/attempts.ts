import type { Attempt } from '@tandem/client';
import type { Command } from 'commander';
import { connect } from '../../connection.ts';
import { type ListOptions, pageFor, printList } from '../../output/list.ts';
import { moment } from '../../output/moment.ts';
import type { Column } from '../../output/table.ts';
import { durationText } from '../../worker/run-command.ts';
import { withList } from '../options.ts';
import { taskArgument } from './show.ts';

export function addAttemptsCommand(group: Command): void {
  withList(
    group
      .command('attempts')
      .description('list the runs of agents at a task, newest first, with cost, end and transcript')
      .addArgument(taskArgument()),
  ).action(listAttempts);
}

const COLUMNS: readonly Column<Attempt>[] = [
  { head: '#', text: ({ attempt }) => attempt, style: () => 'cyan' },
  { head: 'AGENT', text: ({ agent }) => agent.name },
  { head: 'FROM', text: ({ startedAt }) => moment(startedAt) },
  { head: 'TO', text: ({ endedAt }) => moment(endedAt) },
  { head: 'END', text: ({ end, endedAt }) => end ?? (endedAt === null ? 'running' : '') },
  { head: 'COST', text: ({ usage }) => costOf(usage) },
  { head: 'WAITED', text: ({ waitedMs }) => (waitedMs === 0 ? '' : durationText(waitedMs)) },
  { head: 'STEPS', text: ({ transcript }) => transcript?.steps },
  { head: 'TRANSCRIPT', text: ({ transcript }) => transcript?.fileId },
  { head: 'COMMIT', text: ({ commit }) => commit?.slice(0, 12) },
  {
    head: 'FAILURE',
    text: ({ failure }) => failure && [failure.class, failure.message].filter(Boolean).join(': '),
    isLong: true,
  },
];

/** Dollars first, then the other metrics by name. */
function costOf({ costUsd, ...others }: Attempt['usage']): string {
  const rest = Object.entries(others).map(([name, number]) => `${name}=${number}`);
  return [costUsd === undefined ? '' : `$${costUsd.toFixed(2)}`, ...rest].filter(Boolean).join(' ');
}

const listAttempts = (named: string, options: ListOptions): Promise<void> =>
  printList(
    connect().tandem.attempts.list(named, { limit: pageFor(options.limit) }),
    COLUMNS,
    options,
    'No agent has worked on this task.',
  );
