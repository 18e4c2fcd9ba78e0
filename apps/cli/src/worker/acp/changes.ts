import { pathToFileURL } from 'node:url';
import type { Artifact } from '@tandem/client';
import { git, gitOrNull } from './git.ts';
import { changedIn, type Worktree } from './worktrees.ts';

/** Listed in the summary; more are counted. */
const MAX_FILES = 50;

/** What a run has left in its worktree. */
export interface Changes {
  /** The commit that the branch is at; null if it has none of its own. */
  readonly artifact: Artifact | null;
  /** Files that differ from the base, committed or not. */
  readonly files: readonly string[];
  /** How many of them are not committed. */
  readonly uncommitted: number;
}

export async function changesIn({ path, branch, base }: Worktree): Promise<Changes> {
  const commit = (await git(path, 'rev-parse', '--verify', 'HEAD')).trim();
  const committed = await git(path, 'diff', '--name-only', '-z', base, commit, '--');
  const uncommitted = await changedIn(path);
  const files = [...new Set([...committed.split('\0').filter(Boolean), ...uncommitted])];
  const start = await gitOrNull(path, 'merge-base', base, commit);
  const artifact: Artifact = {
    kind: 'git',
    repository: await repositoryOf(path),
    commit,
    branch,
    ...(start !== null && { base: start }),
  };
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

/** The URL of the remote without credentials, or else of the folder. */
async function repositoryOf(path: string): Promise<string> {
  const remote = await gitOrNull(path, 'remote', 'get-url', 'origin');
  if (remote !== null && /^[\w.-]+@[\w.-]+:/.test(remote)) return remote;
  if (remote !== null && URL.canParse(remote) && /^(https?|ssh|file):/.test(remote)) {
    const url = new URL(remote);
    if (url.protocol !== 'ssh:') url.username = '';
    url.password = '';
    return url.href;
  }
  const folder = await git(path, 'rev-parse', '--path-format=absolute', '--git-common-dir');
  return pathToFileURL(remote?.startsWith('/') ? remote : folder.trim().replace(/\/\.git$/, '')).href;
}
