import { type Claim, TandemError, type Task } from '@tandem/client';
import type { Command } from 'commander';
import { type JsonOption, withJson } from '../commands/options.ts';
import { type Connection, connect } from '../connection.ts';
import { printTable } from '../output/list.ts';
import { moment } from '../output/moment.ts';
import { note } from '../output/print.ts';
import { printJson, write } from '../output/show.ts';
import { type Column, rowOf } from '../output/table.ts';

/** A task that an agent holds, according to the server. */
interface HeldTask {
  readonly taskNumber: number;
  readonly title: string;
  readonly claim: Claim;
  /** Whether this machine saved the token, so that `work` commands need no `--token`. */
  readonly tokenKept: boolean;
}

const COLUMNS: readonly Column<HeldTask>[] = [
  { head: '#', text: ({ taskNumber }) => taskNumber, style: () => 'cyan' },
  { head: 'UNTIL', text: ({ claim }) => moment(claim.expiresAt) },
  { head: 'TOKEN', text: ({ tokenKept }) => (tokenKept ? 'here' : 'elsewhere') },
  { head: 'TITLE', text: ({ title }) => title, isLong: true },
];

export function addHeldCommand(group: Command): void {
  withJson(
    group
      .command('held')
      .description(
        "list the tasks that the key's agent holds; for other keys, those claimed on this machine",
      ),
  ).action(showHeld);
}

async function showHeld({ json }: JsonOption): Promise<void> {
  const connected = connect();
  const { caller } = await connected.tandem.workspace.me();
  const held =
    caller.type === 'agent' ? await heldByAgent(connected, caller.id) : await claimedHere(connected);
  if (json) for (const task of held) printJson(task);
  else if (held.length === 0) note('This key holds no tasks.');
  else if (process.stdout.isTTY) printTable(COLUMNS, held);
  else for (const task of held) write(rowOf(COLUMNS, task));
}

/** A claimed task is in progress and assigned to its agent. */
async function heldByAgent({ tandem, claims }: Connection, agentId: string): Promise<HeldTask[]> {
  const held: HeldTask[] = [];
  for await (const task of tandem.tasks.list({ assigned: agentId, status: ['in_progress'], limit: 100 })) {
    const tokenKept = claims.find(task.taskNumber) !== null;
    if (task.claim?.agent.id === agentId) held.push(heldTask(task, task.claim, tokenKept));
  }
  return held;
}

/**
 * For keys other than an agent's own, which serve any agent: the claims saved here that the server still has.
 */
async function claimedHere({ tandem, claims }: Connection): Promise<HeldTask[]> {
  const tasks = await Promise.all(
    claims.all().map(({ taskNumber }) => tandem.tasks.get(taskNumber).catch(nullIfGone)),
  );
  return tasks.flatMap((task) => (task?.claim ? [heldTask(task, task.claim, true)] : []));
}

function nullIfGone(error: unknown): null {
  if (error instanceof TandemError && error.code === 'NOT_FOUND') return null;
  throw error;
}

const heldTask = ({ taskNumber, title }: Task, claim: Claim, tokenKept: boolean): HeldTask => ({
  taskNumber,
  title,
  claim,
  tokenKept,
});
