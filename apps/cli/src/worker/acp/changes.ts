import type { Artifact } from '@tandem/client';
import { artifactIn, uncommittedIn } from '../../git/artifact.ts';
import { git, gitOrNull } from '../../git/git.ts';
import type { Worktree } from './worktrees.ts';

/** Listed in the summary; more are counted. */
const MAX_FILES = 50;

/** The changes of a run in its worktree. */
export interface Changes {
  /** The commit that the branch is at; null if it has none of its own. */
  readonly artifact: Artifact | null;
  /** Files that differ from the base, committed or not. */
  readonly files: readonly string[];
  /** How many of them are not committed. */
  readonly uncommitted: number;
}

export async function changesIn({ path, branch, base }: Worktree): Promise<Changes> {
  const start = await gitOrNull(path, 'merge-base', base, 'HEAD');
  const artifact = { ...(await artifactIn(path, { base: start })), branch };
  const { commit } = artifact;
  const committed = await git(path, 'diff', '--name-only', '-z', base, commit, '--');
  const uncommitted = await uncommittedIn(path);
  const files = [...new Set([...committed.split('\0').filter(Boolean), ...uncommitted])];
  return { artifact: commit === start ? null : artifact, files, uncommitted: uncommitted.length };
}

/** The summary with the changed files. */
export function withFiles(summary: string, { files, uncommitted }: Changes): string {
  if (files.length === 0) return summary;
  const more = files.length > MAX_FILES ? [`- and ${files.length - MAX_FILES} more`] : [];
  const list = [...files.slice(0, MAX_FILES).map((file) => `- ${file}`), ...more].join('\n');
  const rest = uncommitted > 0 ? `\n\n${uncommitted} of them are not committed.` : '';
  return `${summary}\n\nChanged files:\n${list}${rest}`;
}
