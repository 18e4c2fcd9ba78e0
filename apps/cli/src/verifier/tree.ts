import { safeGit } from './safe-git.ts';

/** A file of a commit: its mode in octal digits and the id of its content. */
export interface Entry {
  readonly mode: string;
  readonly id: string;
}

export const SYMLINK = '120000';

/** The files, symlinks and submodules of a commit by their paths. */
export async function treeOf(folder: string, commit: string): Promise<ReadonlyMap<string, Entry>> {
  const listed = (await safeGit(folder, ['ls-tree', '-r', '-z', '--full-tree', commit])).toString('latin1');
  const tree = new Map<string, Entry>();
  for (const line of listed.split('\0')) {
    const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    if (mode !== undefined && id !== undefined && path !== undefined)
      tree.set(pathOf(Buffer.from(path, 'latin1')), { mode, id });
  }
  return tree;
}

/** The path as text. Bytes that are no UTF-8 become `\ufffd` and their digits, so that no two paths become the same. */
export function pathOf(bytes: Buffer): string {
  const text = bytes.toString();
  if (!text.includes('\ufffd')) return text;
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => `\ufffd${byte.charCodeAt(0).toString(16)}`);
}
