import { safeGit } from './safe-git.ts';

/** A file of a commit: its mode in octal digits and the id of its content. */
export interface Entry {
  readonly mode: string;
  readonly id: string;
}

export interface TreeEntry extends Entry {
  /** The path in Latin-1, a character for each byte. */
  readonly raw: string;
  /** Whether the tree has the path twice, which git itself never writes. */
  readonly isRepeated: boolean;
}
export type Tree = ReadonlyMap<string, TreeEntry>;

export const SYMLINK = '120000';

/** The files, symlinks and submodules of a commit by their paths. */
export async function treeOf(folder: string, commit: string): Promise<Tree> {
  const listed = (await safeGit(folder, ['ls-tree', '-r', '-z', '--full-tree', commit])).toString('latin1');
  const tree = new Map<string, TreeEntry>();
  for (const line of listed.split('\0')) {
    const [, mode, id, raw] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    if (mode === undefined || id === undefined || raw === undefined) continue;
    const path = pathOf(Buffer.from(raw, 'latin1'));
    tree.set(path, { mode, id, raw, isRepeated: tree.has(path) });
  }
  return tree;
}

/** The paths that a tree has twice, or both as a file and as a folder: what a checkout makes of them is arbitrary. */
export function ambiguousPaths(tree: Tree): string[] {
  const found = new Set([...tree].filter(([, { isRepeated }]) => isRepeated).map(([path]) => path));
  for (const path of tree.keys()) {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1))
      if (tree.has(path.slice(0, end))) found.add(path.slice(0, end));
  }
  return [...found].sort();
}

/** The path as text. Bytes that are no UTF-8 become `\ufffd` and their digits, so that no two paths become the same. */
export function pathOf(bytes: Buffer): string {
  const text = bytes.toString();
  if (!text.includes('\ufffd')) return text;
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => `\ufffd${byte.charCodeAt(0).toString(16)}`);
}
