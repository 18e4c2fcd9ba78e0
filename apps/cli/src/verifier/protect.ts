import { minimatch } from 'minimatch';
import type { Entry } from './tree.ts';

type Tree = ReadonlyMap<string, Entry>;

const OPTIONS = {
  dot: true,
  nocomment: true,
  nonegate: true,
  // Other systems take `Test/a` for `test/a`.
  nocase: process.platform !== 'linux',
};

/** Whether a glob matches the path or one of the folders above it. */
export function protects(globs: readonly string[]): (path: string) => boolean {
  const matches = globs.map((glob) => minimatch.filter(glob.replace(/\/+$/, '').normalize('NFC'), OPTIONS));
  return (path) => {
    const parts = path.normalize('NFC').split('/');
    const above = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
    return above.some((each) => matches.some((match) => match(each)));
  };
}

/** The protected paths that a tree adds, changes, deletes or replaces in comparison with a base. */
export function tamperedPaths(tree: Tree, base: Tree, globs: readonly string[]): string[] {
  if (globs.length === 0) return [];
  const isProtected = protects(globs);
  return [...new Set([...base.keys(), ...tree.keys()])]
    .filter((path) => isProtected(path) && !isSame(tree.get(path), base.get(path)))
    .sort();
}

const isSame = (a: Entry | undefined, b: Entry | undefined): boolean =>
  a?.mode === b?.mode && a?.id === b?.id;
