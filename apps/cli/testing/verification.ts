import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Artifact, Finding } from '@tandem/client';
import { temporaryFolder } from '@tandem/server/testing';
import { noSandbox } from '../src/verifier/sandbox.ts';
import { newScratch, removeFolder } from '../src/verifier/scratch.ts';
import { localRepository, type Source } from '../src/verifier/source.ts';
import { type Verify, type VerifySettings, verifier } from '../src/verifier/verify.ts';
import { newRepository, type Repository, repositoryIn } from './git.ts';

export const CHECK = { command: 'sh test/check.sh', timeoutSeconds: 30, protect: ['test/**'] };

/** A change with which the check of a project passes. */
export const HONEST = { 'app.txt': 'right\n' };

/** Folders that are removed after the last test of a file. */
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) removeFolder(folder);
});
function shared(folder: string): string {
  folders.push(folder);
  return folder;
}

let template: Repository | undefined;

/** A copy of a repository whose check fails on main; the branch work is checked out. */
export function project(): Repository {
  template ??= newRepository(
    {
      'app.txt': 'wrong\n',
      '.gitignore': 'ignored.txt\n',
      'test/check.sh': 'cat app.txt; grep -qx right app.txt\n',
    },
    shared(mkdtempSync(join(tmpdir(), 'tandem-test-'))),
  );
  const folder = join(temporaryFolder(), 'project');
  cpSync(template.folder, folder, { recursive: true });
  const copy = repositoryIn(folder);
  copy.git('checkout', '--quiet', '-b', 'work');
  return copy;
}

export const artifactOf = (
  { folder }: Repository,
  commit: string,
  more: Partial<Artifact> = {},
): Artifact => ({
  kind: 'git',
  repository: pathToFileURL(folder).href,
  commit,
  ...more,
});

/** A verifier without a sandbox, unless given, in a scratch folder of its own. */
export function verifyFrom(source: Source, settings: Partial<VerifySettings> = {}): Verify {
  const scratch = shared(newScratch());
  return verifier({ source, sandbox: noSandbox, sandboxName: 'none', scratch, env: {}, ...settings });
}

export const verifyIn = async (
  { folder }: Repository,
  settings: Partial<VerifySettings> = {},
): Promise<Verify> => verifyFrom(await localRepository(folder, { repositories: [] }), settings);

/** The report of a verifier of the repository on a commit. */
export async function found(
  repository: Repository,
  commit: string,
  { check = {}, ...more }: Partial<Artifact> & { readonly check?: Partial<typeof CHECK> } = {},
): Promise<Finding> {
  const verify = await verifyIn(repository);
  return verify(
    { artifact: artifactOf(repository, commit, more), check: { ...CHECK, ...check } },
    { signal: new AbortController().signal, show: () => undefined },
  );
}
