import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@tandem/server/testing';

/** Git with a committer, and without the configuration of this machine. */
export const GIT_ENVIRONMENT = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Ada'],
      [`GIT_${who}_EMAIL`, 'ada@example.com'],
    ]),
  ),
};

export const gitIn =
  (folder: string) =>
  (...args: string[]): string =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', env: GIT_ENVIRONMENT }).trim();

export interface Repository {
  readonly folder: string;
  readonly git: (...args: string[]) => string;
  /** Writes files, commits everything, and returns the commit. */
  readonly commit: (files?: Readonly<Record<string, string>>) => string;
}

/** The repository in a folder. */
export function repositoryIn(folder: string): Repository {
  const git = gitIn(folder);
  return {
    folder,
    git,
    commit: (changed = {}) => {
      for (const [path, text] of Object.entries(changed)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      git('add', '--all', '--force');
      git('commit', '--quiet', '--allow-empty', '--message', 'Change');
      return git('rev-parse', 'HEAD');
    },
  };
}

/** A repository whose branch main has one commit with these files. */
export function newRepository(
  files: Readonly<Record<string, string>>,
  folder = temporaryFolder(),
): Repository {
  const repository = repositoryIn(folder);
  repository.git('init', '--quiet', '--initial-branch=main');
  repository.commit(files);
  return repository;
}
