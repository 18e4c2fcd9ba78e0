import type { Command } from 'commander';
import { connect } from '../connection.ts';
import { printRows } from '../output/list.ts';
import { note } from '../output/print.ts';
import { styleOfWord } from '../output/style.ts';
import type { Column } from '../output/table.ts';
import { type Kept, kept, sweep } from '../worker/acp/sweep.ts';
import { openWorktrees, type RepoOptions, withRepo } from './acp-options.ts';
import { groupOf, type JsonOption, withJson } from './options.ts';

const COLUMNS: readonly Column<Kept>[] = [
  { head: 'TASK', text: ({ worktree }) => `#${worktree.taskNumber}` },
  { head: 'STATUS', text: statusOf, style: (each) => styleOfWord(statusOf(each)) },
  { head: 'UNPUSHED', text: ({ unsaved }) => String(unsaved.commits) },
  { head: 'UNCOMMITTED', text: ({ unsaved }) => String(unsaved.files) },
  { head: 'BRANCH', text: ({ worktree }) => worktree.branch, isLong: true },
  { head: 'FOLDER', text: ({ worktree }) => worktree.path, isLong: true },
];

function statusOf({ status }: Kept): string {
  return status ?? 'unknown';
}

export function addWorktreesCommand(program: Command): void {
  const group = groupOf(program, 'agent', 'list, control and run agents');
  withJson(
    withRepo(group.command('worktrees').description('list the git worktrees that agent run --acp keeps')),
  )
    .option('--clean', 'first remove those of finished tasks that have nothing unpushed or uncommitted')
    .action(async ({ json, clean, ...repo }: RepoOptions & JsonOption & { readonly clean?: true }) => {
      const worktrees = await openWorktrees(repo);
      const { tandem } = connect();
      const found = clean ? await sweep(tandem, worktrees) : await kept(tandem, worktrees);
      printRows(COLUMNS, found, json);
      if (found.length === 0 && !json) note('No worktrees.');
    });
}
