import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ended } from './finding.ts';
import { tamperedPaths } from './protect.ts';
import { GitFailed, safeGit } from './safe-git.ts';
import type { Commits } from './source.ts';
import { strayLinks } from './symlinks.ts';
import { ambiguousPaths, treeOf } from './tree.ts';

/**
 * Attributes that win over those of the commit: files are checked out byte for byte, so that an attribute cannot change
 * a protected file, and no filter runs.
 */
const ATTRIBUTES = '* -text -ident -filter !working-tree-encoding\n';

/** Git errors that the paths of the commit cause, not this machine. */
const REFUSED = /invalid path|File name too long/;

/**
 * Checks out a commit into a new folder: a new repository that contains only this commit. Throws
 * `Ended` with `tampered` if protected files differ, a symlink leads out of the folder or git refuses a path.
 */
export async function checkOut(
  { store, commit, bases }: Commits,
  {
    folder,
    protect,
    signal,
  }: { readonly folder: string; readonly protect: readonly string[]; readonly signal: AbortSignal },
): Promise<void> {
  mkdirSync(folder, { mode: 0o700 });
  const format = commit.length === 64 ? 'sha256' : 'sha1';
  const options = { signal, protocols: 'file' };
  await safeGit(folder, ['init', '--quiet', '--template=', `--object-format=${format}`]);
  const fetch = ['fetch', '--quiet', '--depth=1', '--no-tags', '--no-write-fetch-head', store];
  await safeGit(folder, [...fetch, commit, ...(protect.length > 0 ? bases : [])], options);

  const tree = await treeOf(folder, commit);
  const ambiguous = ambiguousPaths(tree);
  if (ambiguous.length > 0)
    throw new Ended('tampered', listOf('The commit contains duplicate paths:', ambiguous), ambiguous);
  if (protect.length > 0 && bases.length === 0)
    throw new Ended('tampered', 'The commit has no history in common with the default branch.');
  for (const base of protect.length > 0 ? bases : []) {
    const files = tamperedPaths(tree, await treeOf(folder, base), protect);
    if (files.length > 0)
      throw new Ended('tampered', listOf(`Protected files differ from ${base}:`, files), files);
  }

  mkdirSync(join(folder, '.git/info'), { recursive: true });
  writeFileSync(join(folder, '.git/info/attributes'), ATTRIBUTES);
  try {
    await safeGit(folder, ['checkout', '--quiet', '--detach', '--no-recurse-submodules', commit], { signal });
  } catch (error) {
    if (!(error instanceof GitFailed) || !REFUSED.test(error.message)) throw error;
    const files = [...error.message.matchAll(/invalid path '(.*)'/g)].map(([, path = '']) => path);
    throw new Ended('tampered', `The commit has paths that git refuses:\n${error.message}`, files);
  }
  const stray = strayLinks(folder, tree);
  if (stray.length > 0)
    throw new Ended('tampered', listOf('Symlinks lead out of the checkout:', stray), stray);
}

/** Listed in the output; the report has more. */
const MAX_LISTED = 20;

const listOf = (head: string, files: readonly string[]): string =>
  [
    head,
    ...files.slice(0, MAX_LISTED),
    ...(files.length > MAX_LISTED ? [`and ${files.length - MAX_LISTED} more`] : []),
  ].join('\n');
