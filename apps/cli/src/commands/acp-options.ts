import type { Command } from 'commander';
import { CannotDo, Misused } from '../ending.ts';
import { GitError } from '../git/git.ts';
import type { AcpOptions } from '../worker/acp/acp-task.ts';
import { TOOL_KINDS } from '../worker/acp/tool-kinds.ts';
import { type Worktrees, worktreesOf } from '../worker/acp/worktrees.ts';
import { wordsOption } from './options.ts';

type ToolKind = (typeof TOOL_KINDS)[number];

export interface RepoOptions {
  readonly repo?: string;
  readonly worktrees?: string;
  readonly base?: string;
}

export interface AcpRunOptions extends RepoOptions {
  readonly acp?: string;
  readonly exec?: string;
  readonly only?: 'turns' | 'tasks';
  readonly allowTools?: readonly ToolKind[];
  readonly askTools?: readonly ToolKind[];
}

const DEFAULT_BASE = 'main';

/** Options that name the worktrees of a repository. */
export const withRepo = (command: Command): Command =>
  command
    .option('--repo <folder>', 'the git repository; by default the one of this folder')
    .option('--worktrees <folder>', 'folder for worktrees; by default REPO-worktrees beside the repository')
    .option('--base <revision>', `what new branches begin at; by default ${DEFAULT_BASE}`);

/** Options for agents that speak the Agent Client Protocol. */
export const withAcp = (command: Command): Command =>
  withRepo(
    command.option(
      '--acp <command>',
      'a shell command that starts an agent which speaks the Agent Client Protocol; does tasks, each in a git worktree of its own',
    ),
  )
    .addOption(describedKinds('--allow-tools <kinds>', 'with --acp, tools that the agent may use'))
    .addOption(
      describedKinds(
        '--ask-tools <kinds>',
        'with --acp, tools about which a person is asked; all others are refused',
      ),
    );

function describedKinds(flags: string, meaning: string) {
  const made = wordsOption(flags, TOOL_KINDS);
  made.description = `${meaning}: ${made.description}`;
  return made;
}

/** Rejects options that do not belong together. */
export function checkAcp({
  exec,
  acp,
  only,
  repo,
  worktrees,
  base,
  allowTools,
  askTools,
}: AcpRunOptions): void {
  if (exec !== undefined && acp !== undefined) throw new Misused('Use either --exec or --acp, not both.');
  if (exec === undefined && acp === undefined)
    throw new Misused('Set --exec or --acp to the command that does the work.');
  if (acp !== undefined && only === 'turns') throw new Misused('--acp does tasks. Answer turns with --exec.');
  const needsAcp = Object.entries({ repo, worktrees, base, allowTools, askTools });
  const [given] = acp === undefined ? (needsAcp.find(([, value]) => value !== undefined) ?? []) : [];
  if (given !== undefined)
    throw new Misused(`--${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} needs --acp.`);
}

export async function openWorktrees({
  repo = '.',
  worktrees,
  base = DEFAULT_BASE,
}: RepoOptions): Promise<Worktrees> {
  try {
    return await worktreesOf({ repo, folder: worktrees, base });
  } catch (error) {
    if (error instanceof GitError)
      throw new CannotDo(`${repo} is not a git repository. Set --repo. (${error.message})`);
    throw error;
  }
}

export const policyOf = ({ allowTools = [], askTools = [] }: AcpRunOptions): AcpOptions['policy'] => ({
  allow: allowTools,
  ask: askTools,
});
