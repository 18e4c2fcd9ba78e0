import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Artifact } from '@tandem/client';
import { CannotDo } from '../ending.ts';
import { addressOf } from '../git/artifact.ts';
import { formsOf, isAllowed, protocolOf, sameRepository } from './addresses.ts';
import { Ended } from './finding.ts';
import { GitFailed, type GitOptions, safeGit, safeGitOrNull, safeGitText } from './safe-git.ts';

/** Where commits come from. */
export interface Source {
  /** Addresses of repositories that are verified, and beginnings of addresses that end with a slash. */
  readonly repositories: readonly string[];
  /** Whether results may name this repository. */
  readonly allows: (repository: string) => boolean;
  /** What git fetches from for an artifact, and the reference of the default branch there. */
  readonly originOf: (artifact: Artifact) => { readonly address: string; readonly head: string };
}

/** Commits that are fetched: the one to verify, and those that protected files are compared with. */
export interface Commits {
  /** The repository with these commits. */
  readonly store: string;
  readonly commit: string;
  readonly bases: readonly string[];
}

/** Clones of repositories whose addresses are allowed. */
export const clones = (repositories: readonly string[]): Source => ({
  repositories,
  allows: (repository) => isAllowed(repository, repositories),
  originOf: ({ repository }) => ({ address: repository, head: 'HEAD' }),
});

/** A repository on this machine. */
export async function localRepository(
  folder: string,
  {
    branch,
    repositories,
  }: { readonly branch?: string | undefined; readonly repositories: readonly string[] },
): Promise<Source> {
  let path: string;
  let address: string;
  try {
    path = await safeGitText(folder, ['rev-parse', '--path-format=absolute', '--git-common-dir']);
    address = addressOf(await safeGitOrNull(folder, ['remote', 'get-url', 'origin']), path);
  } catch (error) {
    if (error instanceof GitFailed)
      throw new CannotDo(`${folder} is no git repository (${error.message}). Name one with --repo.`);
    throw error;
  }
  const top = path.replace(/\/\.git$/, '');
  const head = await defaultBranch(path, branch);
  const own = [address, pathToFileURL(top).href, pathToFileURL(path).href, ...repositories];
  return {
    repositories: [...new Set(own.flatMap(formsOf))],
    // Whatever address a result uses, its commit comes from this repository.
    allows: (repository) => own.some((each) => sameRepository(each, repository)),
    originOf: () => ({ address: path, head }),
  };
}

/** The reference of the default branch: as named, or else of the remote, or else `main` or `master`. */
async function defaultBranch(path: string, branch: string | undefined): Promise<string> {
  const candidates =
    branch === undefined
      ? ['refs/remotes/origin/HEAD', 'refs/heads/main', 'refs/heads/master']
      : [`refs/remotes/origin/${branch}`, `refs/heads/${branch}`];
  for (const name of candidates) {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
    if ((await safeGitOrNull(path, args)) !== null) return name;
  }
  throw new CannotDo(
    branch === undefined
      ? 'The default branch is unknown. Name it with --default-branch.'
      : `There is no branch ${branch}.`,
  );
}

const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
const DEFAULT = 'refs/tandem/default';

/** Fetches commits into repositories of its own, one for each address. */
export function fetcher(source: Source, folder: string) {
  /** The end of the last fetch from an address: git does not run several into one store at a time. */
  const busy = new Map<string, Promise<unknown>>();
  /** The number of aborted fetches, each of which may have left a lock in the store. */
  const aborted = new Map<string, number>();

  return async (artifact: Artifact, signal: AbortSignal): Promise<Commits> => {
    const { commit, base, repository } = artifact;
    if (!COMMIT.test(commit) || (base !== undefined && !COMMIT.test(base)))
      throw new Ended('failed', 'The commit of the result is no hexadecimal id.');
    if (!source.allows(repository))
      throw new Ended('error', `This verifier does not check the repository ${repository}.`);
    const { address, head } = source.originOf(artifact);
    const protocols = address.startsWith('/') ? 'file' : protocolOf(address);
    if (protocols === null) throw new Ended('error', `Git must not fetch from ${repository}.`);

    const turn = (busy.get(address) ?? Promise.resolve()).then(async () => {
      signal.throwIfAborted();
      const aborts = aborted.get(address) ?? 0;
      const name = createHash('sha256').update(`${address} ${aborts}`).digest('hex');
      try {
        return await fetchInto(join(folder, name), artifact, { address, head, signal, protocols });
      } finally {
        if (signal.aborted) aborted.set(address, aborts + 1);
      }
    });
    const done = turn.catch(() => undefined);
    busy.set(address, done);
    return turn;
  };
}

interface From extends GitOptions {
  readonly address: string;
  readonly head: string;
}

async function fetchInto(
  store: string,
  { commit, base, repository }: Artifact,
  { address, head, ...options }: From,
): Promise<Commits> {
  const fetch = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--end-of-options', address];
  await openStore(store, commit);
  try {
    await safeGit(store, [...fetch, `+${head}:${DEFAULT}`], options);
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    throw new Ended('error', `The repository ${repository} can't be reached: ${error.message}`);
  }
  const isThere = async () => (await typeOf(store, commit)) === 'commit';
  // Servers need not hand out a commit by its id; every one hands out branches.
  for (const specs of [commit, '+refs/heads/*:refs/tandem/heads/*']) {
    if (await isThere()) break;
    await safeGitOrNull(store, [...fetch, specs], options);
  }
  if (!(await isThere()))
    throw new Ended('failed', `The repository ${repository} has no commit ${commit}. Push it first.`);
  return { store, commit, bases: await basesOf(store, commit, base) };
}

async function openStore(store: string, commit: string): Promise<void> {
  mkdirSync(store, { recursive: true, mode: 0o700 });
  const format = commit.length === 64 ? 'sha256' : 'sha1';
  await safeGit(store, ['init', '--quiet', '--bare', '--template=', `--object-format=${format}`]);
  await safeGit(store, ['config', 'uploadpack.allowAnySHA1InWant', 'true']);
}

const typeOf = (store: string, id: string) => safeGitOrNull(store, ['cat-file', '-t', id]);

/**
 * The commits whose protected files must be unchanged: where the commit left the default branch, and the base that the
 * result names, which counts only as part of the default branch. A commit that the default branch has already is
 * compared with its first parent, if it has one.
 */
async function basesOf(store: string, commit: string, base: string | undefined): Promise<string[]> {
  if (base !== undefined && !(await isWithin(store, base, DEFAULT)))
    throw new Ended(
      'tampered',
      `The default branch does not contain ${base}, which the result names as its base.`,
    );
  const named = base === undefined ? [] : [base];
  if (await isWithin(store, commit, DEFAULT)) {
    const parent = await safeGitOrNull(store, ['rev-parse', '--verify', '--quiet', `${commit}^1`]);
    return unique([...named, parent ?? commit]);
  }
  const found = await safeGitOrNull(store, ['merge-base', '--all', DEFAULT, commit]);
  return unique([...named, ...(found ?? '').split('\n').filter(Boolean)]);
}

const isWithin = async (store: string, commit: string, branch: string): Promise<boolean> =>
  (await typeOf(store, commit)) === 'commit' &&
  (await safeGitOrNull(store, ['merge-base', '--is-ancestor', commit, branch])) !== null;

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];
