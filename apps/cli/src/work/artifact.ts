import type { Artifact } from '@tandem/client';
import { CannotDo, Misused } from '../ending.ts';
import { artifactIn, uncommittedNote } from '../git/artifact.ts';
import { GitError } from '../git/git.ts';
import { note } from '../output/print.ts';

export interface ArtifactOptions {
  readonly commit?: string;
  readonly repository?: string;
}

/** A full id, which needs no repository to resolve it. */
const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/i;

/** The artifact in the options. Warns of changes that are not committed. */
export async function artifactOf({ commit, repository }: ArtifactOptions): Promise<Artifact | undefined> {
  if (commit === undefined) {
    if (repository === undefined) return undefined;
    throw new Misused('--repository needs --commit, the commit of the work.');
  }
  if (repository !== undefined && COMMIT.test(commit)) return { kind: 'git', repository, commit };
  const folder = process.cwd();
  try {
    const found = await artifactIn(folder, { commit });
    const warning = await uncommittedNote(folder);
    if (warning !== null) note(warning);
    return repository === undefined ? found : { ...found, repository };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new CannotDo(
      `The commit ${commit} was not found in this folder (${error.message}).`,
      'Run this in the repository, or name both: --commit ID --repository URL.',
    );
  }
}
