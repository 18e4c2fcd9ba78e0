import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Artifact, Criterion } from '@tandem/client';
import { GitError, git, gitOrNull } from './git.ts';

/** A commit of the repository that contains the folder, as the artifact of a result. Throws `GitError`. */
export async function artifactIn(
  folder: string,
  { commit: revision = 'HEAD', base }: { readonly commit?: string; readonly base?: string | null } = {},
): Promise<Artifact> {
  const commit = (
    await git(folder, 'rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`)
  ).trim();
  const branch =
    revision === 'HEAD' ? await gitOrNull(folder, 'symbolic-ref', '--quiet', '--short', 'HEAD') : null;
  return {
    kind: 'git',
    repository: await repositoryOf(folder),
    commit,
    ...(branch !== null && { branch }),
    ...(base != null && { base }),
  };
}

/** Whether others run a check of the criterion. */
export const hasCheck = ({ check }: Pick<Criterion, 'check'>): boolean => check !== null && !check.proposed;

/** The commit that a folder is at, with warnings; null if it is in no repository. */
export async function headOf(
  folder: string,
): Promise<{ readonly artifact: Artifact; readonly warnings: readonly string[] } | null> {
  try {
    const warning = await uncommittedNote(folder);
    return { artifact: await artifactIn(folder), warnings: warning === null ? [] : [warning] };
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
}

/** Warns of changes that are not committed; null if there are none. */
export async function uncommittedNote(folder: string): Promise<string | null> {
  const { length } = await uncommittedIn(folder);
  if (length === 0) return null;
  return `${length === 1 ? '1 file has' : `${length} files have`} changes that are not committed. Checks run on the commit, without them.`;
}

/** Files of the work tree that are not committed. */
export async function uncommittedIn(folder: string): Promise<string[]> {
  const status = await git(
    folder,
    'status',
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--untracked-files=normal',
  );
  return status
    .split('\0')
    .filter(Boolean)
    .map((entry) => entry.slice(3));
}

/** The address of the remote without credentials, or else of the folder. */
export async function repositoryOf(folder: string): Promise<string> {
  const remote = await gitOrNull(folder, 'remote', 'get-url', 'origin');
  const common = await git(folder, 'rev-parse', '--path-format=absolute', '--git-common-dir');
  return addressOf(remote, common.trim());
}

/** The address of a repository with this remote, in this folder of git. */
export function addressOf(remote: string | null, common: string): string {
  if (remote !== null && /^[\w.-]+@[\w.-]+:/.test(remote)) return remote;
  if (remote !== null && URL.canParse(remote) && /^(https?|ssh|file):/.test(remote)) {
    const url = new URL(remote);
    if (url.protocol !== 'ssh:') url.username = '';
    url.password = '';
    return url.href;
  }
  const folder = basename(common) === '.git' ? dirname(common) : common;
  return pathToFileURL(remote?.startsWith('/') ? remote : folder).href;
}
